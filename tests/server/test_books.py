"""The slate and the book: what is told at once, what waits, and in which order things get there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from brouhaha.server.books import ROWS_TO_COPY, Books
from brouhaha.server.clerk import Clerk
from brouhaha.server.settings import Sync
from brouhaha.store import Batch, Slate, Store, StoreFull, StoreUnreachable, open_store
from tests.server.guests import SOON, run
from tests.store.samples import match, rows

Outcomes = list[BaseException | None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@asynccontextmanager
async def opened(path: Path, sync: Sync = "second") -> AsyncIterator[tuple[Books, Outcomes]]:
    """Books, and what they could not copy."""
    trouble: Outcomes = []
    writer = Clerk("writer", str(path))
    books = Books(writer, sync, trouble.append)
    await books.begin()
    try:
        yield books, trouble
    finally:
        await books.close()
        await writer.close()


def in_the_book(path: Path, table: str) -> list[Any]:
    with open_store(str(path), read_only=True) as store:
        return store.entries(table)


class Gate:
    """Copying waits until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._open = threading.Event()
        really_copy = Store.copy

        def copy(store: Store, slate: Slate) -> None:
            assert self._open.wait(SOON)
            really_copy(store, slate)

        monkeypatch.setattr(Store, "copy", copy)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


def test_on_the_slate_it_is_done_at_once_and_in_the_book_when_it_has_been_copied(
    path: Path,
) -> None:
    async def scenario() -> None:
        async with opened(path) as (books, _):
            outcomes: Outcomes = []
            books.write(Batch(rows("A", 0, 3)), outcomes.append)
            assert outcomes == [None]
            assert in_the_book(path, "A") == []
            await books.do(lambda store: None)
            assert in_the_book(path, "A") == rows("A", 0, 3)

    run(scenario())


def test_with_sync_commit_it_is_done_when_it_is_in_the_book(path: Path) -> None:
    async def scenario() -> None:
        async with opened(path, "commit") as (books, _):
            written = asyncio.Event()
            books.write(Batch(rows("A", 0, 3)), lambda error: written.set())
            assert not written.is_set()
            await asyncio.wait_for(written.wait(), SOON)
            assert in_the_book(path, "A") == rows("A", 0, 3)

    run(scenario())


def test_many_entries_are_copied_by_themselves_while_writing_goes_on(
    path: Path, gate: Gate
) -> None:
    async def scenario() -> None:
        async with opened(path) as (books, _):
            outcomes: Outcomes = []
            books.write(Batch(rows("A", 0, ROWS_TO_COPY)), outcomes.append)
            for entry in range(5):
                books.write(Batch(rows("A", ROWS_TO_COPY + entry, 1)), outcomes.append)
                books.copy()  # one after the other
            assert outcomes == [None] * 6
            gate.open()
            assert len(await books.do(lambda store: store.entries("A"))) == ROWS_TO_COPY + 5

    run(scenario())


def test_what_comes_while_the_book_is_in_use_comes_after_it(path: Path, gate: Gate) -> None:
    async def scenario() -> None:
        async with opened(path) as (books, _):
            outcomes: Outcomes = []
            books.write(Batch(rows("A", 0, 1)), outcomes.append)
            reading = asyncio.create_task(books.do(lambda store: store.entries("A")))
            await asyncio.sleep(0)
            books.write(Batch(rows("A", 1, 1)), outcomes.append)
            assert outcomes == [None]
            gate.open()
            assert await reading == rows("A", 0, 1)
            assert await books.do(lambda store: store.entries("A")) == rows("A", 0, 2)
            assert outcomes == [None, None]
            books.write(Batch(rows("A", 2, 1)), outcomes.append)
            assert outcomes == [None, None, None]

    run(scenario())


def test_who_looks_for_a_match_that_has_just_ended_waits_until_it_is_there(
    path: Path, gate: Gate
) -> None:
    async def scenario() -> None:
        async with opened(path) as (books, _):
            await asyncio.wait_for(books.matches_copied(), SOON)  # there is none
            outcomes: Outcomes = []
            books.write(Batch(rows("T", 0, 1), [match("m1")]), outcomes.append)
            books.write(Batch(rows("T", 1, 1), [match("m2")]), outcomes.append)
            assert outcomes == [None, None]
            looking = asyncio.create_task(books.matches_copied())
            await asyncio.sleep(0)
            assert not looking.done()
            gate.open()
            await asyncio.wait_for(looking, SOON)
            with open_store(str(path), read_only=True) as store:
                assert [each.id for each in store.matches()] == ["m2", "m1"]

    run(scenario())


def test_a_store_that_takes_nothing_is_said_and_got_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, slate: Slate) -> None:
        raise StoreFull("no space left")

    async def scenario() -> None:
        async with opened(path) as (books, trouble):
            outcomes: Outcomes = []
            with monkeypatch.context() as patched:
                patched.setattr(Store, "copy", full)
                books.write(Batch(rows("T", 0, 1), [match("m1")]), outcomes.append)
                with pytest.raises(StoreFull):
                    await asyncio.wait_for(books.matches_copied(), SOON)
                assert not books.healthy
                assert isinstance(trouble[0], StoreFull)
                books.write(Batch(rows("T", 1, 1)), outcomes.append)
            assert outcomes == [None, None]
            await asyncio.wait_for(books.matches_copied(), SOON)
            assert books.healthy
            assert await books.do(lambda store: store.entries("T")) == rows("T", 0, 2)

    run(scenario())


def test_a_slate_that_cannot_be_brought_to_the_disk_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(slate: Slate) -> None:
        raise StoreUnreachable("input/output error")

    async def scenario() -> None:
        async with opened(path) as (books, trouble):
            books.write(Batch(rows("A", 0, 1)), lambda error: None)
            with monkeypatch.context() as patched:
                patched.setattr(Slate, "sync", fail)
                books.sync()
                while not trouble:
                    await asyncio.sleep(0.001)
            assert not books.healthy

    run(scenario())


def test_what_could_not_be_copied_in_the_end_is_found_by_the_next_server(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, slate: Slate) -> None:
        raise StoreFull("no space left")

    async def scenario() -> None:
        with monkeypatch.context() as patched:
            async with opened(path) as (books, trouble):
                books.write(Batch(rows("A", 0, 1)), lambda error: None)
                patched.setattr(Store, "copy", full)
            assert isinstance(trouble[0], StoreFull)
        async with opened(path) as (books, _):
            assert await books.do(lambda store: store.entries("A")) == rows("A", 0, 1)
        assert [file.stat().st_size for file in path.parent.glob("*-slate*")] == [0, 0]

    run(scenario())
