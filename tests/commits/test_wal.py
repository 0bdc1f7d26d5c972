"""The write-ahead log: what was written is there after a crash, and reaches the store once."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from brouhaha.commits import Wal, WalFile, open_wal, wal_file
from brouhaha.commits.wal import checkpoint
from brouhaha.store import (
    Commit,
    Fenced,
    Row,
    Store,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    TablesRefused,
    open_store,
)
from tests.store.samples import match, rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "brouhaha.db"


@pytest.fixture
def wal(path: Path) -> Iterator[Wal]:
    opened = Wal(path)
    yield opened
    opened.close()


def found_by_the_next_server(path: Path) -> list[Sequence[Row]]:
    """As after kill -9: the files, and nothing else."""
    opened = Wal(path)
    left = [each.commit.rows for each in opened.written()]
    opened.close()
    return left


def test_what_was_written_is_there_after_a_crash(path: Path) -> None:
    crashed = Wal(path)
    crashed.current.write(Commit(rows("A", 0, 2) + rows("B", 0, 1)))
    crashed.current.write(Commit(rows("A", 2, 1)))
    crashed.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 2) + rows("B", 0, 1) + rows("A", 2, 1)]


def test_first_written_is_first_found(path: Path) -> None:
    crashed = Wal(path)
    for turn in range(5):
        crashed.current.write(Commit(rows("A", turn, 1)))
        if turn < 4:
            copied = crashed.turn()
            assert copied is not None
            if turn < 3:
                copied.clear()
    crashed.close()
    assert found_by_the_next_server(path) == [rows("A", 3, 1), rows("A", 4, 1)]


def test_torn_anywhere_the_whole_records_before_it_are_there_and_writing_goes_on(
    path: Path,
) -> None:
    crashed = Wal(path)
    for entry in range(3):
        crashed.current.write(Commit(rows("A", entry, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-commits0")
    whole = file.read_bytes()
    record = len(whole) // 3
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        wal = Wal(path)
        complete = size // record
        assert wal.current.commit.rows == rows("A", 0, complete)
        wal.current.write(Commit(rows("A", complete, 1)))
        wal.close()
        assert found_by_the_next_server(path) == [rows("A", 0, complete + 1)]


@pytest.mark.parametrize("torn", [bytes(100), b"\xff" * 100, b"\x01\x00\x00\x00" * 30])
def test_rubbish_after_a_power_cut_is_not_read(path: Path, torn: bytes) -> None:
    crashed = Wal(path)
    crashed.current.write(Commit(rows("A", 0, 2)))
    crashed.close()
    with path.with_name("brouhaha.db-commits0").open("ab") as file:
        file.write(torn)
    assert found_by_the_next_server(path) == [rows("A", 0, 2)]


def test_a_changed_byte_is_noticed(path: Path) -> None:
    crashed = Wal(path)
    crashed.current.write(Commit(rows("A", 0, 1)))
    crashed.current.write(Commit(rows("A", 1, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-commits0")
    written = bytearray(file.read_bytes())
    written[-3] ^= 1
    file.write_bytes(written)
    assert found_by_the_next_server(path) == [rows("A", 0, 1)]


def five_records(path: Path) -> tuple[Path, bytearray, int]:
    """What a killed server left: the file, what is in it, and how long each record is."""
    crashed = Wal(path)
    for entry in range(5):
        crashed.current.write(Commit(rows("A", entry, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-commits0")
    written = bytearray(file.read_bytes())
    return file, written, len(written) // 5


def damage_found(path: Path) -> list[wal_file.Damage]:
    opened = Wal(path)
    opened.close()
    return opened.damage


@pytest.mark.parametrize("changed", [5, 8, 12, 20])  # length, checksum, body
def test_of_a_damaged_log_a_copy_is_kept_and_what_was_lost_is_counted(
    path: Path, changed: int
) -> None:
    file, written, record = five_records(path)
    written[2 * record + changed] ^= 1
    file.write_bytes(written)
    (damage,) = damage_found(path)
    assert damage.copy.read_bytes() == written
    assert stat.S_IMODE(damage.copy.stat().st_mode) == 0o600
    assert (damage.bytes_lost, damage.records_lost) == (3 * record, 3)
    assert found_by_the_next_server(path) == [rows("A", 0, 2)]
    assert damage_found(path) == []


@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("head", [b"\xff" * 12, b"rubbish here", b"\x07\0\0\0\xff\xff"])
def test_whatever_a_damaged_head_says_the_records_behind_it_are_counted(
    path: Path, first: int, head: bytes
) -> None:
    file, written, record = five_records(path)
    written[first * record : first * record + len(head)] = head
    file.write_bytes(written)
    (damage,) = damage_found(path)
    assert damage.copy.read_bytes() == written
    assert damage.records_lost == 5 - first


def test_a_file_that_is_nothing_of_ours_is_kept(path: Path) -> None:
    Wal(path).close()
    written = b"what somebody else has written here"
    path.with_name("brouhaha.db-commits0").write_bytes(written)
    (damage,) = damage_found(path)
    assert damage.copy.read_bytes() == written


@pytest.mark.parametrize("left", [bytes(100), b"\xff" * 100, b"\x01\x00"])
def test_what_a_power_cut_left_by_half_is_no_damage(path: Path, left: bytes) -> None:
    crashed = Wal(path)
    crashed.current.write(Commit(rows("A", 0, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-commits0")
    whole = file.read_bytes()
    for torn in (whole + left, whole + whole[:-1], whole + whole[:13]):
        file.write_bytes(torn)
        assert damage_found(path) == []


class Disk(FileIO):
    """A file on a disk that takes `space` more bytes."""

    space: ClassVar[int] = 1 << 30
    truncates: ClassVar[bool] = True

    def write(self, written: Any) -> int:
        part = written[: self.space]
        Disk.space -= len(part)
        if not part:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(part)

    def truncate(self, size: int | None = None) -> int:
        if not self.truncates:
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


@pytest.fixture
def small_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wal]:
    """A write-ahead log on it."""
    monkeypatch.setattr(wal_file, "FileIO", Disk)
    opened = Wal(path)
    yield opened
    opened.close()


@pytest.mark.parametrize("space", [0, 1, 11, 12, 30])
def test_a_full_disk_leaves_nothing_by_half(
    path: Path, small_disk: Wal, space: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = small_disk.current
    current.write(Commit(rows("A", 0, 1)))
    with monkeypatch.context() as full:
        full.setattr(Disk, "space", space)
        with pytest.raises(StoreFull):
            current.write(Commit(rows("A", 1, 5)))
    current.write(Commit(rows("A", 1, 1)))
    small_disk.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 2)]


def test_nothing_goes_behind_what_could_not_be_taken_back(
    small_disk: Wal, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = small_disk.current
    current.write(Commit(rows("A", 0, 1)))
    with monkeypatch.context() as full:
        full.setattr(Disk, "space", 5)
        full.setattr(Disk, "truncates", False)
        with pytest.raises(StoreFull):
            current.write(Commit(rows("A", 1, 5)))
    with pytest.raises(StoreFull):
        current.write(Commit(rows("A", 1, 1)))
    current.clear()
    current.write(Commit(rows("A", 1, 1)))
    assert current.commit.rows == rows("A", 1, 1)


def test_what_could_not_be_taken_back_is_cleared_away_though_nothing_else_is_there(
    path: Path, small_disk: Wal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(Disk, "space", 5)
        full.setattr(Disk, "truncates", False)
        with pytest.raises(StoreFull):
            small_disk.current.write(Commit(rows("A", 0, 5)))
    with open_store(str(path)) as store:
        checkpoint(store, small_disk.written(), [])
    small_disk.current.write(Commit(rows("A", 0, 1)))
    assert small_disk.current.commit.rows == rows("A", 0, 1)


@pytest.mark.interpreted
def test_a_store_that_takes_nothing_does_not_let_a_log_grow_for_ever(
    wal: Wal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal_file, "MOST_BYTES", 100)
    wal.current.write(Commit(rows("A", 0, 1)))
    with pytest.raises(StoreFull, match="does not take"):
        wal.current.write(Commit(rows("A", 1, 5)))


@pytest.mark.parametrize(
    ("number", "meaning"), [(errno.EROFS, StoreReadOnly), (errno.EIO, StoreUnreachable)]
)
def test_errors_have_names(
    wal: Wal, monkeypatch: pytest.MonkeyPatch, number: int, meaning: type[Exception]
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(meaning):
        wal.current.sync()


def test_for_one_server_at_a_time(path: Path, wal: Wal) -> None:
    wal.current.write(Commit(rows("A", 0, 1)))
    attempt = "import sys; from brouhaha.commits import open_wal; open_wal(sys.argv[1])"
    other = [sys.executable, "-c", attempt, str(path)]
    refused = subprocess.run(other, capture_output=True, text=True, check=False)
    assert "StoreLocked" in refused.stderr
    with pytest.raises(StoreLocked, match="another server"):
        Wal(path)
    wal.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 1)]


def test_only_sqlite_has_one_and_others_cannot_read_them(path: Path) -> None:
    assert open_wal("postgresql://host/brouhaha") is None
    beside = open_wal(f"sqlite:///{path}")
    assert beside is not None
    beside.close()
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    with pytest.raises(StoreUnreachable):
        open_wal(str(path / "missing" / "brouhaha.db"))


# Into the store


def copied(store: Store, file: WalFile) -> None:
    """As the server does it. Raises what it found."""
    fenced: list[TablesRefused] = []
    checkpoint(store, [file], fenced)
    if fenced:
        raise fenced[0]


def test_a_copy_goes_on_where_the_store_is_and_wipes_the_log(path: Path, wal: Wal) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 2))
        wal.current.write(Commit(rows("A", 2, 2) + rows("B", 0, 1)))
        copied(store, wal.current)
        assert wal.written() == []
        store.append(rows("A", 4, 1))
        wal.current.write(Commit(rows("A", 5, 1)))
        copied(store, wal.current)
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 6), "B": rows("B", 0, 1)}
        assert store.entries("A") == rows("A", 0, 6)
        store.file(now=True)
        assert store.entries("A") == rows("A", 0, 6)


@pytest.mark.interpreted
def test_a_log_that_was_copied_but_not_wiped_is_copied_once(
    path: Path, wal: Wal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server is killed between the two."""
    with open_store(str(path)) as store:
        wal.current.write(Commit(rows("A", 0, 3) + rows("B", 0, 2)))
        with monkeypatch.context() as patched:
            patched.setattr(wal.current, "clear", lambda: None)
            copied(store, wal.current)
        assert wal.current.commit.rows
        copied(store, wal.current)
        assert not wal.current.commit.rows
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 3), "B": rows("B", 0, 2)}


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_who_writes_in_our_place_is_found_out_and_the_others_do_not_suffer(
    path: Path, wal: Wal, rivals: int
) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 1) + rows("B", 0, 1))
        wal.current.write(Commit(rows("A", 1, 2) + rows("B", 1, 2)))
        store.append(rows("A", 1, rivals, by="rival"))
        with pytest.raises(Fenced) as fenced:
            copied(store, wal.current)
        assert fenced.value.tables == {"A"}
        assert not wal.current.commit.rows
        assert store.entries("A") == rows("A", 0, 1) + rows("A", 1, rivals, by="rival")
        assert store.entries("B") == rows("B", 0, 3)
    assert kept_beside(wal.current) == rows("A", 1, 2)


def test_what_follows_on_something_that_a_power_cut_took_is_left_out(path: Path, wal: Wal) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 1))
        wal.current.write(Commit(rows("A", 3, 1) + rows("B", 0, 1)))
        with pytest.raises(Fenced):
            copied(store, wal.current)
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 1), "B": rows("B", 0, 1)}
    assert kept_beside(wal.current) == rows("A", 3, 1)


def kept_beside(file: WalFile) -> Sequence[Row]:
    """What the store did not take of it, for whoever looks into it."""
    kept = WalFile(file.path.with_name(f"{file.path.name}.refused"))
    kept.read()
    kept.close()
    return kept.commit.rows


def test_matches_and_closings_go_with_their_entries(path: Path) -> None:
    crashed = Wal(path)
    crashed.current.write(Commit(rows("T", 0, 2), [match("m1")], [("T", 3000)]))
    crashed.close()
    wal = Wal(path)
    assert wal.holds_matches
    with open_store(str(path)) as store:
        copied(store, wal.current)
        assert not wal.holds_matches
        assert store.match("m1") == match("m1")
        assert store.entries("T") == rows("T", 0, 2)
        assert store.open_tables() == []
    wal.close()


# What 0.1.0 left


def left_by_0_1_0(path: Path) -> Path:
    """The file of a server of 0.1.0 that was killed while somebody played nimble with a bot."""
    written = Path(__file__).with_name("killed_0_1_0") / "brouhaha.db-slate0"
    left = path.with_name("brouhaha.db-slate0")
    shutil.copy(written, left)
    return left


def test_what_a_killed_0_1_0_left_is_taken_in_and_its_files_go(path: Path) -> None:
    left_by_0_1_0(path)
    path.with_name("brouhaha.db-slate1").touch()
    wal = Wal(path)
    with open_store(str(path)) as store:
        assert wal.take_in_what_was_left(store) == []
        ((_, log),) = store.load_all_open()
    kinds = [msgspec.json.decode(row.payload)["type"] for row in log]
    assert kinds == ["opened", "joined", "bot_seated", "started", "played"]
    assert [file.name for file in path.parent.glob("*-slate*")] == []
    wal.current.write(Commit(rows("A", 0, 1)))
    wal.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 1)]


def test_a_0_1_0_that_still_runs_keeps_its_store(path: Path) -> None:
    running = WalFile(left_by_0_1_0(path))
    running.lock()
    with pytest.raises(StoreLocked, match="another server"):
        Wal(path)
    running.close()
    Wal(path).close()
    assert left_by_0_1_0(path).stat().st_size > 0
