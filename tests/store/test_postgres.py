"""What only a server can suffer from: it goes away, it is not there, its driver is not there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer

import psycopg
import pytest

from brouhaha.store import BadStoreUrl, Store, StoreError, StoreUnreachable, open_store
from brouhaha.store.opening import connect
from brouhaha.store.schema import migrate
from tests.store.samples import rows


@pytest.fixture
def postgres_url(url_of_kind: Callable[[str], str]) -> str:
    return url_of_kind("postgresql")


def test_a_lost_connection_is_told_and_the_next_call_has_a_new_one(
    postgres_url: str, postgres: str
) -> None:
    with closing(connect(postgres_url, read_only=False)) as database:
        migrate(database)
        store = Store(postgres_url, database)
        store.append(rows("A", 0, 1))
        ((backend,),) = database.rows("SELECT pg_backend_pid()")
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(%s, 10000)", [backend])
        with pytest.raises(StoreUnreachable):
            store.append(rows("A", 1, 1))
        store.append(rows("A", 1, 1))
        assert store.entries("A") == rows("A", 0, 2)


def test_a_default_of_asynchronous_commits_is_overruled(postgres_url: str) -> None:
    lax = postgres_url + "%20-csynchronous_commit%3Doff"
    with closing(connect(lax, read_only=False)) as database:
        assert database.rows("SHOW synchronous_commit") == [("on",)]
    stricter = postgres_url + "%20-csynchronous_commit%3Dremote_apply"
    with closing(connect(stricter, read_only=False)) as database:
        assert database.rows("SHOW synchronous_commit") == [("remote_apply",)]


def test_no_server_no_database_no_user(postgres: str) -> None:
    for wrong in (
        "postgresql://127.0.0.1:1/x",
        postgres.replace("/postgres?", "/missing?"),
        postgres.replace("postgres@", "stranger@"),
    ):
        with pytest.raises(StoreUnreachable):
            open_store(wrong)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "brouhaha.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadStoreUrl, match=r"brouhaha\[postgres\]"):
        open_store("postgresql://localhost/x")


def test_nothing_deleted_is_left_though_somebody_was_reading(postgres_url: str) -> None:
    """A page of the club that is being made when a name is forgotten."""
    with (
        closing(connect(postgres_url, read_only=False)) as database,
        closing(connect(postgres_url, read_only=True)) as other,
    ):
        database.run("CREATE TABLE named (name TEXT)")
        database.run("INSERT INTO named VALUES ('Quodlibeta')")
        with suppress(StoreError), other.snapshot():
            other.rows("SELECT 1")  # it has seen the store as it is now, not this table
            database.run("UPDATE named SET name = 'Anon'")
            leaves = Timer(0.3, other.close)
            leaves.start()
            database.rewrite(["named"])
            leaves.join()
        database.run("CHECKPOINT")
        [[folder, path]] = database.rows(
            "SELECT current_setting('data_directory'), pg_relation_filepath('named')"
        )
        content = Path(folder, path).read_bytes()
        assert b"Anon" in content
        assert b"Quodlibeta" not in content
