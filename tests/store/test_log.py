"""The log keeps what it was given, in order, all of a batch or none, and one writer a table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import DecodeError, msgpack
from msgspec.structs import astuple

from brouhaha.store import (
    Commit,
    Fenced,
    Row,
    Store,
    StoreDamaged,
    StoreError,
    TablesRefused,
    log,
    open_store,
)
from brouhaha.store.database import Database
from brouhaha.store.records import pack, unpack
from brouhaha.store.store import COMMITS_TO_FILE, ROWS_TO_FILE
from tests.store.samples import match, rows

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


def test_what_was_appended_is_read_back_after_opening_again(url: str) -> None:
    everything = rows("A", 0, 3) + rows("B", 0, 2)
    with open_store(url) as store:
        store.append(everything)
        store.append(rows("A", 3, 1))
    with open_store(url) as store:
        assert store.entries("A") == rows("A", 0, 4)
        assert store.entries("B") == rows("B", 0, 2)
        assert store.entries("nobody") == []


def test_any_bytes_and_any_script(store: Store) -> None:
    odd = Row("桌\t🎲\\n", 0, bytes(range(256)), 2**53)
    store.append([odd, Row("empty", 0, b"", 0)])
    assert store.entries(odd.table) == [odd]
    assert dict(store.load_all_open()) == {odd.table: [odd], "empty": [Row("empty", 0, b"", 0)]}


def test_one_batch_of_many_tables_is_one_commit(store: Store) -> None:
    before = store.stats()
    store.append([row for table in range(200) for row in rows(f"T{table}", 0, 2)])
    after = store.stats()
    assert after.commits - before.commits == 1
    assert after.rows_appended == 400
    assert after.open_tables == after.tables == 200


def test_one_commit_is_one_row_of_the_journal_until_it_is_filed_by_table(
    store: Store, database: Database
) -> None:
    store.append(rows("A", 0, 3) + rows("B", 0, 1))
    store.append(rows("A", 3, 2))
    assert database.rows("SELECT count(*) FROM journal") == [(2,)]
    store.file()
    assert database.rows("SELECT count(*) FROM journal") == [(2,)]
    store.file(now=True)
    assert database.rows("SELECT count(*) FROM journal") == [(0,)]
    assert database.rows("SELECT table_id, first FROM pages ORDER BY table_id") == [
        ("A", 0),
        ("B", 0),
    ]
    store.append(rows("A", 5, 1))
    assert store.entries("A") == rows("A", 0, 6)
    assert dict(store.load_all_open()) == {"A": rows("A", 0, 6), "B": rows("B", 0, 1)}


@pytest.mark.parametrize(("commits", "rows_each"), [(COMMITS_TO_FILE, 1), (2, ROWS_TO_FILE // 2)])
def test_a_journal_that_has_grown_is_filed(
    store: Store, database: Database, commits: int, rows_each: int
) -> None:
    def in_the_journal() -> object:
        store.file()
        return database.rows("SELECT count(*) FROM journal")[0][0]

    for commit in range(commits - 1):
        store.append(rows("A", commit * rows_each, rows_each))
    assert in_the_journal() == commits - 1
    store.append(rows("A", (commits - 1) * rows_each, rows_each))
    assert in_the_journal() == 0
    assert store.entries("A") == rows("A", 0, commits * rows_each)


def test_what_expires_leaves_nothing_in_the_journal(store: Store) -> None:
    store.append(rows("A", 0, 3) + rows("B", 0, 1))
    store.append(closed=[("A", 50)])
    assert store.expire(tables_before=60, matches_before=60).tables == 1
    assert store.entries("A") == []
    assert store.entries("B") == rows("B", 0, 1)
    store.append(rows("A", 0, 1))  # the code may be drawn again
    assert store.entries("A") == rows("A", 0, 1)


def test_nothing_to_append_is_no_commit(store: Store) -> None:
    store.append([])
    assert store.stats().commits == 0


def test_a_second_writer_is_fenced_off_and_the_other_tables_are_written(url: str) -> None:
    with open_store(url) as first, open_store(url) as second:
        first.append(rows("A", 0, 2) + rows("B", 0, 1))
        first.append(rows("A", 2, 1, by="first"))
        ended = match("late", table="A")
        batch = rows("A", 2, 2, by="second") + rows("B", 1, 1) + rows("C", 0, 1)
        with pytest.raises(Fenced) as fenced:
            second.append(batch, finished=[ended], closed=[("A", 5), ("B", 5)])
        assert fenced.value.tables == {"A"}
        assert first.entries("A") == rows("A", 0, 2) + rows("A", 2, 1, by="first")
        assert first.entries("B") == rows("B", 0, 2)
        assert first.open_tables() == ["A", "C"]
        assert first.match("late") is None


def test_a_table_that_was_never_opened_or_was_opened_already_is_fenced(store: Store) -> None:
    with pytest.raises(Fenced):
        store.append(rows("A", 1, 1))
    store.append(rows("A", 0, 1))
    with pytest.raises(Fenced):
        store.append(rows("A", 0, 1))
    assert store.entries("A") == rows("A", 0, 1)


def test_a_gap_is_refused_before_it_is_written(store: Store) -> None:
    with pytest.raises(ValueError, match="entry 2 does not follow 0"):
        store.append(rows("B", 0, 1) + rows("A", 0, 1) + rows("A", 2, 1))
    assert store.open_tables() == []


def test_a_gap_that_came_some_other_way_is_damage(store: Store, database: Database) -> None:
    for first in range(0, 8, 2):
        store.append(rows("A", first, 2))
        store.file(now=True)
    with database.transaction():
        database.run("DELETE FROM pages WHERE first = 2")
    with pytest.raises(StoreDamaged, match="table A"):
        store.entries("A")
    with pytest.raises(StoreDamaged, match="table A"):
        list(store.load_all_open())


def test_only_open_tables_are_loaded(store: Store) -> None:
    for table in ("C", "A", "B"):
        store.append(rows(table, 0, 30))
    store.append(closed=[("A", 50)])
    store.append(closed=[("A", 60)])
    assert store.open_tables() == ["B", "C"]
    assert dict(store.load_all_open()) == {"B": rows("B", 0, 30), "C": rows("C", 0, 30)}
    assert store.entries("A") == rows("A", 0, 30)


def test_writing_goes_on_while_open_tables_are_loaded(store: Store) -> None:
    store.append([row for table in "ABC" for row in rows(table, 0, 5)])
    loaded = []
    for table, found in store.load_all_open():
        store.append(rows(table, 5, 1))
        loaded.append((table, len(found)))
    assert loaded == [("A", 5), ("B", 5), ("C", 5)]
    assert all(len(store.entries(table)) == 6 for table in "ABC")


def test_two_writers_at_once_never_overwrite_each_other(url: str) -> None:
    open_store(url).close()
    accepted: dict[str, list[Row]] = {"one": [], "two": []}
    together = threading.Barrier(2)

    def write(name: str) -> None:
        with open_store(url) as store:
            for _ in range(40):
                together.wait(60)
                mine = rows("A", len(store.entries("A")), 1, by=name)
                try:
                    store.append(mine)
                    store.file(now=True)
                    accepted[name] += mine
                except Fenced:
                    pass

    threads = [threading.Thread(target=write, args=[name]) for name in accepted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open_store(url) as store:
        log = store.entries("A")
    assert len(log) >= 40
    assert sorted(log, key=astuple) == sorted(accepted["one"] + accepted["two"], key=astuple)


Batches = list[tuple[int, dict[str, int], bool]]
BATCHES = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.dictionaries(st.sampled_from("ABC"), st.integers(1, 3)),
        st.booleans(),
    ),
    max_size=12,
)


@settings(max_examples=25, deadline=None)
@given(batches=BATCHES)
def test_two_writers_as_a_model_of_them_says(new_url: Callable[[], str], batches: Batches) -> None:
    """Each writer believes what it wrote itself, and hears of the other only by being fenced."""
    url = new_url()
    log: dict[str, list[Row]] = {table: [] for table in "ABC"}
    believed: list[dict[str, int]] = [dict.fromkeys("ABC", 0), dict.fromkeys("ABC", 0)]
    with open_store(url) as one, open_store(url) as two:
        for writer, counts, files in batches:
            parts = {
                table: rows(table, believed[writer][table], number, by=str(writer))
                for table, number in counts.items()
            }
            stale = {table for table in parts if believed[writer][table] != len(log[table])}
            fenced: frozenset[str] = frozenset()
            try:
                (one, two)[writer].append([row for part in parts.values() for row in part])
            except Fenced as error:
                fenced = error.tables
            assert fenced == stale
            if files:
                (one, two)[writer].file(now=True)
            for table, part in parts.items():
                log[table] += [] if table in stale else part
                believed[writer][table] = len(log[table])
        assert {table: one.entries(table) for table in "ABC"} == log


def refuse(database: Database, kind: str, tables: tuple[str, ...]) -> None:
    """The database takes nothing of these tables, for a reason that no key is to blame for."""
    named = ", ".join(f"'{table}'" for table in tables)
    if kind == "sqlite":
        body = f"WHEN NEW.id IN ({named}) BEGIN SELECT RAISE(ABORT, 'too large'); END"
        database.run(f"CREATE TRIGGER refuse BEFORE UPDATE ON tables {body}")
        return
    database.run("""CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'too large' USING ERRCODE = '54000'; END $$""")
    when = f"FOR EACH ROW WHEN (NEW.id IN ({named})) EXECUTE FUNCTION refuse()"
    database.run(f"CREATE TRIGGER refuse BEFORE UPDATE ON tables {when}")


def test_a_table_that_is_alone_in_its_commit_is_refused_and_a_store_that_takes_nothing_is_not(
    store: Store, database: Database, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first must not keep a write-ahead log from being cleared; of the second, nothing may be."""
    store.append(rows("A", 0, 1))
    refuse(database, kind, ("A",))
    with pytest.raises(TablesRefused):
        store.take_in(Commit(rows("A", 1, 1)))
    monkeypatch.setattr(Store, "_takes_anything", lambda store: False)
    with pytest.raises(StoreError) as raised:
        store.take_in(Commit(rows("A", 1, 1)))
    assert not isinstance(raised.value, TablesRefused)
    assert store.entries("A") == rows("A", 0, 1)


def test_an_error_that_does_not_happen_again_costs_no_table_anything(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, errors = log.write_filed, [StoreError("out of memory")]

    def fails_once(*args: Any) -> None:
        write(*args)
        if errors:
            raise errors.pop()

    monkeypatch.setattr(log, "write_filed", fails_once)
    store.take_in(Commit(rows("A", 0, 2)))
    assert not errors
    assert store.entries("A") == rows("A", 0, 2)


def test_an_error_that_does_not_happen_again_costs_nothing_beside_a_table_that_is_refused(
    store: Store, database: Database, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It happens just when the other table's entries are tried by themselves."""
    store.append(rows("A", 0, 1) + rows("B", 0, 1))
    refuse(database, kind, ("A",))
    write, errors = log.write_filed, [StoreError("interrupted")]

    def fails_once(database: Database, entries: list[Row], spans: Any) -> None:
        write(database, entries, spans)
        if errors and {row.table for row in entries} == {"B"}:
            raise errors.pop()

    monkeypatch.setattr(log, "write_filed", fails_once)
    with pytest.raises(TablesRefused) as raised:
        store.take_in(Commit(rows("A", 1, 1) + rows("B", 1, 1)))
    assert not errors
    assert raised.value.tables == {"A"}
    assert store.entries("B") == rows("B", 0, 2)


@pytest.mark.parametrize("refused", [("T3",), ("T0", "T1"), ("T0", "T7", "T12")])
@pytest.mark.parametrize("write", [Store.append, lambda store, rows: store.take_in(Commit(rows))])
def test_what_one_table_wrote_is_refused_and_the_others_are_written(
    store: Store, database: Database, kind: str, refused: tuple[str, ...], write: Any
) -> None:
    tables = [f"T{number}" for number in range(13)]
    store.append([row for table in tables for row in rows(table, 0, 2)])
    refuse(database, kind, refused)
    with pytest.raises(TablesRefused) as raised:
        write(store, [row for table in tables for row in rows(table, 2, 2)])
    assert not isinstance(raised.value, Fenced)
    assert raised.value.tables == set(refused)
    for table in tables:
        assert store.entries(table) == rows(table, 0, 2 if table in refused else 4)


def test_refused_and_fenced_tables_of_one_commit(
    store: Store, database: Database, kind: str
) -> None:
    store.append(rows("A", 0, 1) + rows("B", 0, 1) + rows("C", 0, 2))
    refuse(database, kind, ("A",))
    with pytest.raises(TablesRefused) as raised:
        store.append(rows("A", 1, 1) + rows("B", 1, 1) + rows("C", 1, 1))
    assert raised.value.tables == {"A", "C"}
    assert store.entries("B") == rows("B", 0, 2)


@pytest.mark.parametrize("write", [Store.write, Store.take_in])
def test_tables_that_stand_or_fall_together_are_refused_together(
    store: Store, database: Database, kind: str, write: Any
) -> None:
    tables = [f"T{number}" for number in range(9)]
    store.append([row for table in tables for row in rows(table, 0, 1)])
    refuse(database, kind, ("T3",))
    more = [row for table in tables for row in rows(table, 1, 1)]
    pairs = [("T7", "T3"), ("T3", "T7"), ("T7", "T0"), ("T1", "T2")]
    with pytest.raises(TablesRefused) as raised:
        write(store, Commit(more, together=pairs))
    assert raised.value.tables == {"T0", "T3", "T7"}
    for table in tables:
        assert len(store.entries(table)) == (1 if table in raised.value.tables else 2)


@pytest.mark.parametrize("packed", [("A", 0, b"opened"), ("A", 0, b"opened", 1, 2)])
def test_a_row_of_another_length_is_damage(packed: tuple[object, ...]) -> None:
    whole = msgpack.encode([("A", 0, b"opened", 1)])
    assert unpack(whole) == [Row("A", 0, b"opened", 1)]
    assert pack(unpack(whole)) == whole
    with pytest.raises(DecodeError):
        unpack(msgpack.encode([packed]))
