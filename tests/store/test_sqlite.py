"""What only a file can suffer from, and what only a file has to promise."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from brouhaha.store import (
    NotAStore,
    StoreDamaged,
    StoreReadOnly,
    StoreUnreachable,
    open_store,
)
from brouhaha.store.opening import connect
from tests.store.samples import rows


def test_three_ways_to_name_a_file(sqlite_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(f"sqlite:///{sqlite_path}") as store:
        store.append(rows("A", 0, 1))
    monkeypatch.chdir(sqlite_path.parent)
    for url in (str(sqlite_path), sqlite_path.name, f"sqlite:///{sqlite_path.name}"):
        with open_store(url) as store:
            assert store.open_tables() == ["A"]


def test_a_path_with_odd_characters(tmp_path: Path) -> None:
    path = tmp_path / "é # 50% ?mode=ro 🎲.db"
    with open_store(str(path)) as store:
        store.append(rows("A", 0, 1))
        assert dict(store.load_all_open()) == {"A": rows("A", 0, 1)}
        assert path.exists()
        assert store.stats().disk_bytes > path.stat().st_size


def test_a_commit_is_on_the_disk(sqlite_path: Path) -> None:
    with closing(connect(str(sqlite_path), read_only=False)) as database:
        assert database.rows("PRAGMA journal_mode") == [("wal",)]
        assert database.rows("PRAGMA synchronous") == [(2,)]  # FULL


def test_others_cannot_read_the_file(sqlite_path: Path) -> None:
    with open_store(str(sqlite_path)) as store:
        store.append(rows("A", 0, 1))
        for file in sqlite_path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_not_a_database(sqlite_path: Path) -> None:
    sqlite_path.write_text("Dear diary, " * 1000)
    with pytest.raises(NotAStore, match=r"brouhaha\.db"):
        open_store(str(sqlite_path))
    assert sqlite_path.read_text().startswith("Dear diary")


def test_damaged(sqlite_path: Path) -> None:
    with open_store(str(sqlite_path)) as store:
        store.append([row for table in range(50) for row in rows(f"T{table}", 0, 50)])
    with sqlite_path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096 * 20)
    with open_store(str(sqlite_path)) as store, pytest.raises(StoreDamaged):
        list(store.load_all_open())


def test_no_such_folder_and_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable):
        open_store(str(tmp_path / "missing" / "brouhaha.db"))
    with pytest.raises(StoreUnreachable):
        open_store(str(tmp_path))
    with pytest.raises(StoreUnreachable):
        open_store(str(tmp_path / "missing.db"), read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_may_not_be_written(sqlite_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anything, so the refusal is played by what would have given it."""

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied", str(sqlite_path))

    monkeypatch.setattr("brouhaha.store.sqlite.os.open", refuse)
    with pytest.raises(StoreReadOnly, match="Permission denied"):
        open_store(str(sqlite_path))


def test_sqlites_own_backup_of_a_running_store_is_a_store(sqlite_path: Path) -> None:
    copy = sqlite_path.with_name("copy.db")
    with open_store(str(sqlite_path)) as store:
        store.append(rows("A", 0, 100))
        source, target = sqlite3.connect(sqlite_path), sqlite3.connect(copy)
        source.backup(target)
        source.close()
        target.close()
    with open_store(str(copy)) as saved:
        assert saved.entries("A") == rows("A", 0, 100)
