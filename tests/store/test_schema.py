"""Old stores are brought forward with what they hold; newer ones and strangers are refused."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest
from msgspec.structs import astuple

from brouhaha.store import NewerStore, NotAStore, StoreReadOnly, open_store
from brouhaha.store.opening import connect
from brouhaha.store.schema import MIGRATIONS, steps_taken
from tests.store.samples import match, rows

VERSION_1 = (  # as it was; never to be edited
    "CREATE TABLE brouhaha_store (version BIGINT NOT NULL PRIMARY KEY)",
    "INSERT INTO brouhaha_store (version) VALUES (1)",
    "CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, opened BIGINT NOT NULL, closed BIGINT)",
    "CREATE INDEX tables_closed ON tables (closed)",
    """CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        entry BIGINT NOT NULL CHECK (entry >= 0),
        payload {bytes} NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (table_id, entry))""",
    "INSERT INTO tables VALUES ('A', 1000, NULL), ('Z', 900, 950)",
)


def run_all(url: str, *statements: str) -> None:
    with closing(connect(url, read_only=False)) as database, database.transaction():
        for statement in statements:
            database.run(statement.format_map(database.words))


def make_version_1(url: str) -> None:
    run_all(url, *VERSION_1)
    with closing(connect(url, read_only=False)) as database, database.transaction():
        database.insert(
            "entries", ("table_id", "entry", "payload", "at"), map(astuple, rows("A", 0, 3))
        )


def version(url: str) -> int:
    with closing(connect(url, read_only=True)) as database:
        return steps_taken(database)


def test_an_old_store_comes_forward_with_what_it_holds(url: str) -> None:
    make_version_1(url)
    assert version(url) == 1
    with open_store(url) as store:
        assert store.open_tables() == ["A"]
        assert store.entries("A") == rows("A", 0, 3)
        store.append(rows("A", 3, 1), finished=[match("m")])
        assert store.match("m") is not None
    assert version(url) == len(MIGRATIONS)


def test_an_old_store_cannot_be_opened_for_reading_only(url: str) -> None:
    make_version_1(url)
    with pytest.raises(StoreReadOnly):
        open_store(url, read_only=True)
    assert version(url) == 1


def test_a_step_that_fails_leaves_the_store_as_it_was(url: str) -> None:
    make_version_1(url)
    run_all(url, "CREATE TABLE match_players (in_the_way TEXT)")
    with pytest.raises(Exception, match="already exists"):
        open_store(url)
    assert version(url) == 1
    with closing(connect(url, read_only=True)) as database:
        assert "matches" not in database.table_names()


def test_a_newer_store_is_refused(url: str) -> None:
    open_store(url).close()
    run_all(url, "INSERT INTO brouhaha_store (version) VALUES (99)")
    with pytest.raises(NewerStore, match="version 99"):
        open_store(url)


def test_somebody_elses_database_is_left_alone(url: str) -> None:
    run_all(url, "CREATE TABLE wages (amount BIGINT)")
    with pytest.raises(NotAStore, match="wages"):
        open_store(url)


def test_many_may_open_a_new_store_at_once(url: str) -> None:
    together, failures = threading.Barrier(6), []

    def open_it() -> None:
        together.wait(60)
        try:
            open_store(url).close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert version(url) == len(MIGRATIONS)
