"""What counts at once, what waits, and in which order commits get into the store."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from brouhaha.commits import CommitLog, StoreWorker, Sync, WalFile
from brouhaha.commits.commit_log import ROWS_TO_CHECKPOINT
from brouhaha.store import (
    Commit,
    Row,
    Store,
    StoreError,
    StoreFull,
    StoreUnreachable,
    TablesRefused,
    open_store,
)
from tests.server.guests import SOON, run
from tests.store.samples import match, rows

Outcomes = list[BaseException | None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@asynccontextmanager
async def opened(path: Path, sync: Sync = "second") -> AsyncIterator[tuple[CommitLog, Outcomes]]:
    """A commit log, and what could not be copied into the store."""
    trouble: Outcomes = []
    writer = StoreWorker("writer", str(path))
    log = CommitLog(writer, sync, trouble.append)
    await log.begin()
    try:
        yield log, trouble
    finally:
        await log.close()
        await writer.close(within=10)


def in_the_store(path: Path, table: str) -> list[Any]:
    with open_store(str(path), read_only=True) as store:
        return store.entries(table)


def write(log: CommitLog, commit: Commit, outcomes: Outcomes) -> None:
    """Its outcome is added when it counts, or has failed."""
    try:
        pending = log.write(commit)
    except StoreError as error:
        outcomes.append(error)
        return
    if pending is None:
        outcomes.append(None)
    else:
        pending.add_done_callback(lambda done: outcomes.append(done.exception()))


class Gate:
    """Copying waits until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._open = threading.Event()
        really_take_in = Store.take_in

        def take_in(store: Store, commit: Commit) -> None:
            assert self._open.wait(SOON)
            really_take_in(store, commit)

        monkeypatch.setattr(Store, "take_in", take_in)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


def test_in_the_write_ahead_log_it_is_done_at_once_and_in_the_store_when_it_has_been_copied(
    path: Path,
) -> None:
    async def scenario() -> None:
        async with opened(path) as (log, _):
            outcomes: Outcomes = []
            write(log, Commit(rows("A", 0, 3)), outcomes)
            assert outcomes == [None]
            assert in_the_store(path, "A") == []
            await log.do(lambda store: None)
            assert in_the_store(path, "A") == rows("A", 0, 3)

    run(scenario())


def test_with_sync_commit_it_is_done_when_it_is_in_the_store(path: Path) -> None:
    async def scenario() -> None:
        async with opened(path, "commit") as (log, _):
            written = log.write(Commit(rows("A", 0, 3)))
            assert written is not None
            assert not written.done()
            await asyncio.wait_for(written, SOON)
            assert in_the_store(path, "A") == rows("A", 0, 3)

    run(scenario())


def test_many_entries_are_copied_by_themselves_while_writing_goes_on(
    path: Path, gate: Gate
) -> None:
    async def scenario() -> None:
        async with opened(path) as (log, _):
            outcomes: Outcomes = []
            write(log, Commit(rows("A", 0, ROWS_TO_CHECKPOINT)), outcomes)
            for entry in range(5):
                write(log, Commit(rows("A", ROWS_TO_CHECKPOINT + entry, 1)), outcomes)
                log.checkpoint()  # one after the other
            assert outcomes == [None] * 6
            gate.open()
            assert len(await log.do(lambda store: store.entries("A"))) == ROWS_TO_CHECKPOINT + 5

    run(scenario())


def test_a_file_that_could_not_be_copied_goes_to_the_disk_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, commit: Commit) -> None:
        raise StoreFull("full")

    async def scenario() -> None:
        synced: list[str] = []
        async with opened(path) as (log, _):
            log.write(Commit(rows("A", 0, 1)))
            with monkeypatch.context() as trouble:
                trouble.setattr(Store, "take_in", full)
                with pytest.raises(StoreFull):
                    await (log.checkpoint() or asyncio.sleep(0))
            log.write(Commit(rows("A", 1, 1)))
            monkeypatch.setattr(WalFile, "sync", lambda file: synced.append(file.path.name))
            log.sync()
            await log.do(lambda store: None)
        assert synced == ["store.db-commits0", "store.db-commits1"]

    run(scenario())


def test_what_comes_while_the_store_is_in_use_comes_after_it(path: Path, gate: Gate) -> None:
    async def scenario() -> None:
        async with opened(path) as (log, _):
            outcomes: Outcomes = []
            write(log, Commit(rows("A", 0, 1)), outcomes)
            reading = asyncio.create_task(log.do(lambda store: store.entries("A")))
            await asyncio.sleep(0)
            write(log, Commit(rows("A", 1, 1)), outcomes)
            assert outcomes == [None]
            gate.open()
            assert await reading == rows("A", 0, 1)
            assert await log.do(lambda store: store.entries("A")) == rows("A", 0, 2)
            assert outcomes == [None, None]
            write(log, Commit(rows("A", 2, 1)), outcomes)
            assert outcomes == [None, None, None]

    run(scenario())


def test_who_looks_for_a_match_that_has_just_ended_waits_until_it_is_there(
    path: Path, gate: Gate
) -> None:
    async def scenario() -> None:
        async with opened(path) as (log, _):
            await asyncio.wait_for(log.matches_stored(), SOON)  # there is none
            outcomes: Outcomes = []
            write(log, Commit(rows("T", 0, 1), [match("m1")]), outcomes)
            write(log, Commit(rows("T", 1, 1), [match("m2")]), outcomes)
            assert outcomes == [None, None]
            looking = asyncio.create_task(log.matches_stored())
            await asyncio.sleep(0)
            assert not looking.done()
            gate.open()
            await asyncio.wait_for(looking, SOON)
            with open_store(str(path), read_only=True) as store:
                assert [each.id for each in store.matches()] == ["m2", "m1"]

    run(scenario())


def test_who_looks_while_a_checkpoint_is_done_but_not_noted_lets_the_loop_go_on(path: Path) -> None:
    """It asked for the same finished checkpoint for ever, and the whole server stood still."""

    class Done(asyncio.Future[None]):
        awaited = 0

        def __await__(self) -> Generator[Any, None, None]:
            self.awaited += 1
            assert self.awaited < 3, "the loop never gets its turn"
            return super().__await__()

    async def scenario() -> None:
        async with opened(path) as (log, _):
            write(log, Commit(rows("T", 0, 1), [match("m1")]), [])
            copied = Done()
            log._checkpoint = copied
            copied.add_done_callback(lambda _: setattr(log, "_checkpoint", None))
            copied.set_result(None)
            await log.matches_stored()  # at once, before the loop's next turn
            with open_store(str(path), read_only=True) as store:
                assert [each.id for each in store.matches()] == ["m1"]

    run(scenario())


def test_a_store_that_takes_nothing_is_said_and_got_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, commit: Commit) -> None:
        raise StoreFull("no space left")

    async def scenario() -> None:
        async with opened(path) as (log, trouble):
            outcomes: Outcomes = []
            with monkeypatch.context() as patched:
                patched.setattr(Store, "take_in", full)
                write(log, Commit(rows("T", 0, 1), [match("m1")]), outcomes)
                with pytest.raises(StoreFull):
                    await asyncio.wait_for(log.matches_stored(), SOON)
                assert not log.healthy
                assert isinstance(trouble[0], StoreFull)
                write(log, Commit(rows("T", 1, 1)), outcomes)
            assert outcomes == [None, None]
            await asyncio.wait_for(log.matches_stored(), SOON)
            assert log.healthy
            assert await log.do(lambda store: store.entries("T")) == rows("T", 0, 2)

    run(scenario())


def test_a_log_that_cannot_be_brought_to_the_disk_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: WalFile) -> None:
        raise StoreUnreachable("input/output error")

    async def scenario() -> None:
        async with opened(path) as (log, trouble):
            log.write(Commit(rows("A", 0, 1)))
            with monkeypatch.context() as patched:
                patched.setattr(WalFile, "sync", fail)
                log.sync()
                while not trouble:
                    await asyncio.sleep(0.001)
            assert not log.healthy

    run(scenario())


def test_what_could_not_be_copied_in_the_end_is_found_by_the_next_server(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: Store, commit: Commit) -> None:
        raise StoreFull("no space left")

    async def scenario() -> None:
        with monkeypatch.context() as patched:
            async with opened(path) as (log, trouble):
                log.write(Commit(rows("A", 0, 1)))
                patched.setattr(Store, "take_in", full)
            assert isinstance(trouble[0], StoreFull)
        async with opened(path) as (log, _):
            assert await log.do(lambda store: store.entries("A")) == rows("A", 0, 1)
        assert [file.stat().st_size for file in path.parent.glob("*-commits*")] == [0, 0]

    run(scenario())


def big(table: str, entry: int, megabytes: float) -> Row:
    return Row(table, entry, bytes(int(megabytes * 2**20)), 1)


def test_many_bytes_are_copied_by_themselves_and_what_has_no_room_goes_into_the_store(
    path: Path, gate: Gate
) -> None:
    async def scenario() -> None:
        async with opened(path) as (log, trouble):
            outcomes: Outcomes = []
            for entry in range(2):  # the first is being copied, the second waits
                write(log, Commit([big("A", entry, 5)]), outcomes)
            assert outcomes == [None, None]
            write(log, Commit([big("A", 2, 12)]), outcomes)
            assert outcomes == [None, None]  # no room beside the second: it is not yet written
            gate.open()
            assert [row.entry for row in await log.do(lambda store: store.entries("A"))] == [
                0,
                1,
                2,
            ]
            assert outcomes == [None, None, None]
            write(log, Commit([big("A", 3, 40)]), outcomes)  # more than a whole file
            await log.do(lambda store: None)
            assert outcomes == [None] * 4
            assert len(in_the_store(path, "A")) == 4
            assert trouble == []
            assert log.healthy

    run(scenario())


def test_what_the_store_refuses_of_one_table_is_kept_beside_and_the_rest_is_copied(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_commit = Store._commit

    def commit(store: Store, commit: Commit, write: Any) -> None:
        if any(row.table == "B" for row in commit.rows):
            raise StoreError("too large")
        really_commit(store, commit, write)

    async def scenario() -> None:
        async with opened(path) as (log, trouble):
            outcomes: Outcomes = []
            with monkeypatch.context() as patched:
                patched.setattr(Store, "_commit", commit)
                write(log, Commit(rows("A", 0, 1) + rows("B", 0, 2) + rows("C", 0, 1)), outcomes)
                await log.do(lambda store: None)
            (refused,) = trouble
            assert isinstance(refused, TablesRefused)
            assert refused.tables == {"B"}
            assert [len(in_the_store(path, table)) for table in "ABC"] == [1, 0, 1]
            write(log, Commit(rows("A", 1, 1)), outcomes)
            assert outcomes == [None, None]
            assert log.healthy

    run(scenario())
    kept = WalFile(path.with_name(f"{path.name}-commits0.refused"))
    kept.read()
    assert kept.commit.rows == rows("B", 0, 2)
    kept.close()
