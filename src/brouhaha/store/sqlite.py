"""SQLite: one file, a write-ahead log, on the disk before `append` returns."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from brouhaha.store import database
from brouhaha.store.database import Conflict, Values
from brouhaha.store.errors import (
    NotAStore,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)

CONFLICTS: Final = (
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
)
MEANINGS: Final[dict[int, type[StoreError]]] = {
    sqlite3.SQLITE_BUSY: StoreLocked,
    sqlite3.SQLITE_LOCKED: StoreLocked,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: NotAStore,
    sqlite3.SQLITE_CANTOPEN: StoreUnreachable,
    sqlite3.SQLITE_IOERR: StoreUnreachable,
}


class SqliteDatabase:
    words: Final = {"bytes": "BLOB", "clustered": "WITHOUT ROWID"}

    def __init__(self, path: Path, *, read_only: bool) -> None:
        self._path = path
        with self._explained():
            self._connection = self._connect(read_only)
            try:
                self._settle(read_only)
            except BaseException:
                self._connection.close()
                raise

    def _connect(self, read_only: bool) -> sqlite3.Connection:
        if read_only:
            self._path.stat()  # says what is wrong with the path in the system's own words
        else:
            # The log holds what only one seat may know: for the server's own user alone.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        uri = f"{self._path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
        # No implicit transactions (isolation_level); one thread at a time, any thread.
        return sqlite3.connect(
            uri,
            uri=True,
            timeout=database.LOCK_WAIT_MS / 1000,
            isolation_level=None,
            check_same_thread=False,
        )

    def _settle(self, read_only: bool) -> None:
        self._connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._explained(), self._block("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._explained(), self._block("BEGIN"):
            yield

    @contextmanager
    def _block(self, begin: str) -> Iterator[None]:
        self._connection.execute(begin)
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # some errors have rolled back already
                self._connection.execute("ROLLBACK")
            raise

    def lock_schema(self) -> None:
        """BEGIN IMMEDIATE has done it."""

    def lock_club(self) -> None:
        """The same."""

    def try_lock(self, number: int) -> bool:
        return True  # a file has one server at a time

    def table_names(self) -> set[str]:
        return {name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type='table'")}

    def run(self, sql: str, values: Values = ()) -> int:
        with self._explained():
            return self._connection.execute(sql, values).rowcount

    def run_many(self, sql: str, rows: Sequence[Values]) -> int:
        with self._explained():
            return self._connection.executemany(sql, rows).rowcount

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Values]) -> None:
        places = ", ".join("?" * len(columns))
        statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
        with self._explained():
            self._connection.executemany(statement, rows)

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(sql, values).fetchall()

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        with self._explained():
            yield from self._connection.execute(sql)

    def rewrite(self, tables: Sequence[str]) -> None:
        """The file shrinks to what is in it, and SQLite's own write-ahead log is emptied. From now
        on this connection overwrites what it deletes."""
        with self._explained():
            self._connection.execute("PRAGMA secure_delete = ON")
            self._connection.execute("VACUUM")
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreLocked(f"{self._path}: somebody is reading it")

    def disk_bytes(self) -> int:
        files = (self._path, self._path.with_name(self._path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _meaning(error)(f"{self._path}: {error}") from error
        except PermissionError as error:
            raise StoreReadOnly(f"{self._path}: {error.strerror}") from error
        except OSError as error:
            raise StoreUnreachable(f"{self._path}: {error.strerror}") from error


def _meaning(error: sqlite3.Error) -> type[StoreError]:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in CONFLICTS:
        return Conflict
    return MEANINGS.get(code & 0xFF, StoreError)  # the low byte is the kind, the rest the detail
