"""SQLite's own write-ahead log: what it would drop without a word is counted, and a copy is kept."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from brouhaha.commits.sqlite_wal import FRAME, HEAD, frames, keep_damaged, transactions_lost
from brouhaha.store import Row, open_store
from tests.commits.test_commit_log import in_the_store, opened
from tests.server.guests import run

PAGE = 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """What kill -9 left of a store with three transactions of its own in SQLite's log."""
    live, path = tmp_path / "live.db", tmp_path / "store.db"
    with open_store(str(live)) as store:
        for entry in range(3):
            store.append([Row("T", entry, b"{}", 1)])
        for end in ("", "-wal"):
            shutil.copy(f"{live}{end}", f"{path}{end}")
    return path


def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def damage(path: Path, at: int) -> bytes:
    written = bytearray(wal(path).read_bytes())
    written[at] ^= 1
    wal(path).write_bytes(written)
    return bytes(written)


def last_transactions(path: Path, count: int) -> int:
    """Where the first of them begins."""
    ends = [n for n, each in enumerate(frames(wal(path).read_bytes())) if each.ends_transaction]
    return HEAD.size + (ends[-count - 1] + 1) * (FRAME.size + PAGE)


def test_a_log_that_sqlite_can_read_is_left_alone(killed: Path) -> None:
    written = wal(killed).read_bytes()
    assert all(each.whole for each in frames(written))
    assert keep_damaged(killed) is None
    wal(killed).write_bytes(written[:-100])  # a transaction that a power cut left by half
    assert keep_damaged(killed) is None


@pytest.mark.parametrize("inside", [9, FRAME.size + 77], ids=["a salt", "a page"])
def test_transactions_behind_a_damaged_byte_are_counted(killed: Path, inside: int) -> None:
    written = damage(killed, last_transactions(killed, 2) + inside)
    found = keep_damaged(killed)
    assert found is not None
    assert found.records_lost == 2
    assert found.copy.read_bytes() == written
    assert len(in_the_store(killed, "T")) == 1  # as SQLite sees it


def test_of_a_log_with_a_damaged_head_nothing_is_found(killed: Path) -> None:
    ends = sum(each.ends_transaction for each in frames(wal(killed).read_bytes()))
    damage(killed, 18)
    assert transactions_lost(wal(killed).read_bytes()) == ends >= 3


def test_what_is_left_of_an_older_log_is_no_damage(killed: Path) -> None:
    """SQLite begins again at the beginning, with other salts."""
    with closing(sqlite3.connect(killed, isolation_level=None)) as database:
        assert database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
        database.execute("DELETE FROM tables")
        written = wal(killed).read_bytes()
    assert not all(each.whole for each in frames(written))
    assert transactions_lost(written) == 0


def test_the_server_hears_of_it(killed: Path) -> None:
    damage(killed, last_transactions(killed, 1) + FRAME.size)

    async def scenario() -> None:
        async with opened(killed) as (log, _):
            assert [each.records_lost for each in log.damage] == [1]

    run(scenario())
