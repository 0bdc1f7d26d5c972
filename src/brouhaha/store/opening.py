"""From a URL to a database: a path or sqlite:///path is a file, postgresql://… is a server."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from brouhaha.store.database import Database
from brouhaha.store.errors import BadStoreUrl
from brouhaha.store.sqlite import SqliteDatabase

SQLITE: Final = "sqlite:///"  # what follows is the path: three slashes relative, four absolute
POSTGRES: Final = ("postgresql://", "postgres://")


def connect(url: str, *, read_only: bool) -> Database:
    if url.startswith(POSTGRES):
        return _postgres(url, read_only)
    return SqliteDatabase(_path(url), read_only=read_only)


def sqlite_path(url: str) -> Path | None:
    """Where SQLite's file is; None for PostgreSQL."""
    return None if url.startswith(POSTGRES) else _path(url)


def _path(url: str) -> Path:
    path = url.removeprefix(SQLITE)
    if not path or "://" in path or path.startswith((":memory:", "sqlite:")):
        kinds = "a path, sqlite:///path or postgresql://…"
        raise BadStoreUrl(f"a store is {kinds}, not {url.partition('@')[0]!r}")  # no password
    return Path(path)


def _postgres(url: str, read_only: bool) -> Database:
    try:
        from brouhaha.store.postgres import PostgresDatabase
    except ImportError as error:
        reason = "PostgreSQL needs its driver: pip install 'brouhaha[postgres]'"
        raise BadStoreUrl(reason) from error
    return PostgresDatabase(url, read_only=read_only)
