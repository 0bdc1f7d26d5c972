"""The write-ahead log: two files beside SQLite's, `…-commits0` and `…-commits1`.

While one is copied into the store, the other is written. They belong to one server at a time,
which also keeps what is in them in memory: the files are read only after a server was killed.
(SQLite has a write-ahead log of its own, `…-wal`, which is not this one.)
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import Final

from brouhaha.commits.wal_file import Damage, WalFile, inode_of
from brouhaha.store import Store, StoreError, TablesRefused, sqlite_path

NAMES: Final = ("commits0", "commits1")
OLD_NAMES: Final = ("slate0", "slate1")  # in 0.1.0; the format is the same


def open_wal(url: str) -> Wal | None:
    """The one beside SQLite's file; PostgreSQL has none. Raises `StoreLocked` if another process
    has it."""
    path = sqlite_path(url)
    return None if path is None else Wal(path)


def checkpoint(store: Store, files: Iterable[WalFile], refused: list[TablesRefused]) -> None:
    """Copy into the store and clear. Tables whose entries it does not take are added to `refused`;
    what they wrote is kept beside, also where the store has something else in its place."""
    for file in files:
        try:
            store.take_in(file.commit)
        except TablesRefused as error:
            file.keep_refused(error.tables)
            refused.append(error)
        file.clear()


def sync_all(files: Iterable[WalFile]) -> None:
    """The first written first: what is in the second is worth nothing without it."""
    for file in files:
        file.sync()


class Wal:
    def __init__(self, path: Path) -> None:
        """Beside the store's file, for this process alone."""
        self._store = path, path.stat().st_ino if path.exists() else None
        self._of_sqlite = [path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm")]
        self._seen: set[Path] = set()  # of these: they are there while SQLite has the store open
        self._files = [WalFile(_beside(path, name)) for name in NAMES]
        self._old: list[WalFile] = []
        self.current = self._files[0]  # the file to write to
        self.damage: list[Damage] = []  # of what was left
        try:
            self._files[0].lock()
            for file in self._files:
                self._read(file)
            for name in OLD_NAMES:
                if _beside(path, name).exists():
                    self._old.append(WalFile(_beside(path, name)))
                    self._old[-1].lock()  # a server of 0.1.0 may still be running
                    self._read(self._old[-1])
        except StoreError:
            self.close()
            raise

    def _read(self, file: WalFile) -> None:
        damage = file.read()
        if damage is not None:
            self.damage.append(damage)

    def turn(self) -> WalFile | None:
        """A file to copy and clear, while the other one is written. None: nothing to do."""
        written, other = self.current, self._files[self._files[0] is self.current]
        if not other.empty:
            return other  # last time it could not be copied
        if written.empty:
            return None
        other.turn = written.turn + 1
        self.current = other
        return written

    @property
    def holds_matches(self) -> bool:
        return any(file.holds_matches for file in self._files)

    def written(self) -> list[WalFile]:
        """Those with something in them, first written first."""
        return _in_order(self._files)

    def take_in_what_was_left(self, store: Store) -> list[TablesRefused]:
        """What a restart finds. Gives what the store did not take."""
        refused: list[TablesRefused] = []
        checkpoint(store, _in_order(self._old) + self.written(), refused)
        while self._old:
            self._old.pop().remove()
        return refused

    def gone(self) -> Path | None:
        """The store's file, one of SQLite's or one of these, if it is not where it was."""
        path, inode = self._store
        if inode is not None and inode_of(path) != inode:
            return path
        there = {file for file in self._of_sqlite if file.exists()}
        self._seen |= there
        if there < self._seen:
            return min(self._seen - there)
        return next((file.path for file in self._files if not file.in_place), None)

    def close(self) -> None:
        """The files stay, if only for the next server to lock."""
        for file in self._files + self._old:
            file.close()


def _beside(path: Path, name: str) -> Path:
    return path.with_name(f"{path.name}-{name}")


def _in_order(files: list[WalFile]) -> list[WalFile]:
    return sorted((file for file in files if not file.empty), key=attrgetter("turn"))
