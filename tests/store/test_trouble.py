"""Whatever goes wrong has a name of the store's own, changes nothing, and can be got over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from brouhaha.store import (
    BadStoreUrl,
    Store,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    open_store,
)
from brouhaha.store.database import Database
from brouhaha.store.opening import connect
from tests.store.samples import rows

FULL_TRIGGER = """CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$"""


@contextmanager
def held_by_another(url: str, kind: str) -> Iterator[None]:
    with closing(connect(url, read_only=False)) as other, other.transaction():
        if kind == "postgresql":
            other.run("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE")
        yield


def fill_the_disk(database: Database, kind: str) -> Callable[[], object]:
    """No more space for this store; gives what makes room again."""
    run = database.run
    if kind == "sqlite":
        run("PRAGMA max_page_count = 1")  # not below what it has: no new page
        return lambda: run("PRAGMA max_page_count = 1000000")
    run(FULL_TRIGGER)
    run("CREATE TRIGGER full_disk BEFORE INSERT ON journal EXECUTE FUNCTION no_space()")
    return lambda: run("DROP TRIGGER full_disk ON journal")


def test_locked(url: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brouhaha.store.database.LOCK_WAIT_MS", 50)
    with open_store(url) as store:
        with held_by_another(url, kind), pytest.raises(StoreLocked):
            store.append(rows("A", 0, 1))
        store.append(rows("A", 0, 1))
        assert store.entries("A") == rows("A", 0, 1)


def test_read_only(url: str) -> None:
    with open_store(url) as store:
        store.append(rows("A", 0, 2))
    with open_store(url, read_only=True) as store:
        assert store.entries("A") == rows("A", 0, 2)
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 2)}
        with pytest.raises(StoreReadOnly):
            store.append(rows("A", 2, 1))
        with pytest.raises(StoreReadOnly):
            store.expire(tables_before=1, matches_before=1)


def test_full(store: Store, database: Database, kind: str) -> None:
    store.append(rows("A", 0, 1))
    make_room = fill_the_disk(database, kind)
    with pytest.raises(StoreFull):
        store.append([row for table in range(100) for row in rows(f"T{table}", 0, 50)])
    assert store.open_tables() == ["A"]
    make_room()
    store.append(rows("A", 1, 1) + rows("T0", 0, 1))
    assert store.open_tables() == ["A", "T0"]


def test_a_mistake_inside_a_transaction_leaves_nothing_behind(
    store: Store, database: Database
) -> None:
    def rows_with_a_mistake() -> Iterator[tuple[str, int]]:
        yield "A", 1
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), database.transaction():
        database.insert("tables", ("id", "opened"), rows_with_a_mistake())
    assert store.open_tables() == []
    store.append(rows("A", 0, 1))


@pytest.mark.parametrize(
    "url", ["", "sqlite:///", "sqlite://x", ":memory:", "mysql://u:secret@host/db", "sqlite:x"]
)
def test_a_url_that_is_no_store(url: str) -> None:
    with pytest.raises(BadStoreUrl) as refused:
        open_store(url)
    assert "host/db" not in str(refused.value)
