"""The slates: what was chalked up is there after a crash, and gets into the store exactly once."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from brouhaha.store import (
    Batch,
    Fenced,
    Row,
    Slates,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    open_slates,
    open_store,
    slate,
)
from tests.store.samples import match, rows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "brouhaha.db"


@pytest.fixture
def slates(path: Path) -> Iterator[Slates]:
    opened = Slates(path)
    yield opened
    opened.close()


def found_by_the_next_server(path: Path) -> list[Sequence[Row]]:
    """As after kill -9: the files, and nothing else."""
    opened = Slates(path)
    left = [each.batch.rows for each in opened.written()]
    opened.close()
    return left


def test_what_was_written_is_there_after_a_crash(path: Path) -> None:
    crashed = Slates(path)
    crashed.current.write(Batch(rows("A", 0, 2) + rows("B", 0, 1)))
    crashed.current.write(Batch(rows("A", 2, 1)))
    crashed.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 2) + rows("B", 0, 1) + rows("A", 2, 1)]


def test_first_written_is_first_found(path: Path) -> None:
    crashed = Slates(path)
    for turn in range(5):
        crashed.current.write(Batch(rows("A", turn, 1)))
        if turn < 4:
            copied = crashed.turn()
            assert copied is not None
            if turn < 3:
                copied.wipe()
    crashed.close()
    assert found_by_the_next_server(path) == [rows("A", 3, 1), rows("A", 4, 1)]


def test_torn_anywhere_the_whole_records_before_it_are_there_and_writing_goes_on(
    path: Path,
) -> None:
    crashed = Slates(path)
    for entry in range(3):
        crashed.current.write(Batch(rows("A", entry, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-slate0")
    whole = file.read_bytes()
    record = len(whole) // 3
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        slates = Slates(path)
        complete = size // record
        assert slates.current.batch.rows == rows("A", 0, complete)
        slates.current.write(Batch(rows("A", complete, 1)))
        slates.close()
        assert found_by_the_next_server(path) == [rows("A", 0, complete + 1)]


@pytest.mark.parametrize("torn", [bytes(100), b"\xff" * 100, b"\x01\x00\x00\x00" * 30])
def test_rubbish_after_a_power_cut_is_not_read(path: Path, torn: bytes) -> None:
    crashed = Slates(path)
    crashed.current.write(Batch(rows("A", 0, 2)))
    crashed.close()
    with path.with_name("brouhaha.db-slate0").open("ab") as file:
        file.write(torn)
    assert found_by_the_next_server(path) == [rows("A", 0, 2)]


def test_a_changed_byte_is_noticed(path: Path) -> None:
    crashed = Slates(path)
    crashed.current.write(Batch(rows("A", 0, 1)))
    crashed.current.write(Batch(rows("A", 1, 1)))
    crashed.close()
    file = path.with_name("brouhaha.db-slate0")
    written = bytearray(file.read_bytes())
    written[-3] ^= 1
    file.write_bytes(written)
    assert found_by_the_next_server(path) == [rows("A", 0, 1)]


class Disk:
    """A file on a disk that takes `space` more bytes."""

    def __init__(self, file: Any, space: int, *, truncates: bool = True) -> None:
        self._file, self._space, self._truncates = file, space, truncates

    def write(self, written: bytes) -> int:
        part = written[: self._space]
        self._space -= len(part)
        if not part:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken: int = self._file.write(part)
        return taken

    def truncate(self, size: int) -> None:
        if not self._truncates:
            raise OSError(errno.EIO, "Input/output error")
        self._file.truncate(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@pytest.mark.parametrize("space", [0, 1, 11, 12, 30])
def test_a_full_disk_leaves_nothing_by_half(path: Path, slates: Slates, space: int) -> None:
    current = slates.current
    current.write(Batch(rows("A", 0, 1)))
    really = current._file
    current._file = Disk(really, space)  # type: ignore[assignment]
    with pytest.raises(StoreFull):
        current.write(Batch(rows("A", 1, 5)))
    current._file = really
    current.write(Batch(rows("A", 1, 1)))
    slates.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 2)]


def test_nothing_goes_behind_what_could_not_be_taken_back(path: Path, slates: Slates) -> None:
    current = slates.current
    current.write(Batch(rows("A", 0, 1)))
    really = current._file
    current._file = Disk(really, 5, truncates=False)  # type: ignore[assignment]
    with pytest.raises(StoreFull):
        current.write(Batch(rows("A", 1, 5)))
    current._file = really
    with pytest.raises(StoreFull):
        current.write(Batch(rows("A", 1, 1)))
    current.wipe()
    current.write(Batch(rows("A", 1, 1)))
    assert current.batch.rows == rows("A", 1, 1)


def test_a_store_that_takes_nothing_does_not_let_a_slate_grow_for_ever(
    slates: Slates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slate, "MOST_BYTES", 100)
    slates.current.write(Batch(rows("A", 0, 1)))
    with pytest.raises(StoreFull, match="does not take"):
        slates.current.write(Batch(rows("A", 1, 5)))


@pytest.mark.parametrize(
    ("number", "meaning"), [(errno.EROFS, StoreReadOnly), (errno.EIO, StoreUnreachable)]
)
def test_errors_have_names(
    slates: Slates, monkeypatch: pytest.MonkeyPatch, number: int, meaning: type[Exception]
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(meaning):
        slates.current.sync()


def test_for_one_server_at_a_time(path: Path, slates: Slates) -> None:
    slates.current.write(Batch(rows("A", 0, 1)))
    attempt = "import sys; from brouhaha.store import open_slates; open_slates(sys.argv[1])"
    other = [sys.executable, "-c", attempt, str(path)]
    refused = subprocess.run(other, capture_output=True, text=True, check=False)
    assert "StoreLocked" in refused.stderr
    with pytest.raises(StoreLocked, match="another server"):
        Slates(path)
    slates.close()
    assert found_by_the_next_server(path) == [rows("A", 0, 1)]


def test_only_sqlite_has_slates_and_others_cannot_read_them(path: Path) -> None:
    assert open_slates("postgresql://host/brouhaha") is None
    beside = open_slates(f"sqlite:///{path}")
    assert beside is not None
    beside.close()
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    with pytest.raises(StoreUnreachable):
        open_slates(str(path / "missing" / "brouhaha.db"))


# Into the store


def test_a_copy_goes_on_where_the_store_is_and_wipes_the_slate(path: Path, slates: Slates) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 2))
        slates.current.write(Batch(rows("A", 2, 2) + rows("B", 0, 1)))
        store.copy(slates.current)
        assert slates.written() == []
        store.append(rows("A", 4, 1))
        slates.current.write(Batch(rows("A", 5, 1)))
        store.copy(slates.current)
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 6), "B": rows("B", 0, 1)}
        assert store.entries("A") == rows("A", 0, 6)
        store.file(now=True)
        assert store.entries("A") == rows("A", 0, 6)


def test_a_slate_that_was_copied_but_not_wiped_is_copied_once(
    path: Path, slates: Slates, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server is killed between the two."""
    with open_store(str(path)) as store:
        slates.current.write(Batch(rows("A", 0, 3) + rows("B", 0, 2)))
        with monkeypatch.context() as patched:
            patched.setattr(slates.current, "wipe", lambda: None)
            store.copy(slates.current)
        assert slates.current.batch.rows
        store.copy(slates.current)
        assert not slates.current.batch.rows
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 3), "B": rows("B", 0, 2)}


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_who_writes_in_our_place_is_found_out_and_the_others_do_not_suffer(
    path: Path, slates: Slates, rivals: int
) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 1) + rows("B", 0, 1))
        slates.current.write(Batch(rows("A", 1, 2) + rows("B", 1, 2)))
        store.append(rows("A", 1, rivals, by="rival"))
        with pytest.raises(Fenced) as fenced:
            store.copy(slates.current)
        assert fenced.value.tables == {"A"}
        assert not slates.current.batch.rows
        assert store.entries("A") == rows("A", 0, 1) + rows("A", 1, rivals, by="rival")
        assert store.entries("B") == rows("B", 0, 3)


def test_what_follows_on_something_that_a_power_cut_took_is_left_out(
    path: Path, slates: Slates
) -> None:
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 1))
        slates.current.write(Batch(rows("A", 3, 1) + rows("B", 0, 1)))
        with pytest.raises(Fenced):
            store.copy(slates.current)
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 1), "B": rows("B", 0, 1)}


def test_matches_and_closings_go_with_their_entries(path: Path) -> None:
    crashed = Slates(path)
    crashed.current.write(Batch(rows("T", 0, 2), [match("m1")], [("T", 3000)]))
    crashed.close()
    slates = Slates(path)
    assert slates.have_matches
    with open_store(str(path)) as store:
        store.copy(slates.current)
        assert not slates.have_matches
        assert store.match("m1") == match("m1")
        assert store.entries("T") == rows("T", 0, 2)
        assert store.open_tables() == []
    slates.close()
