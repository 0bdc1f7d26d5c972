"""A disk that is full, slow, failing, torn, and that loses what was not synced.

The files are real ones in a folder in memory: SQLite is SQLite, a lock is a lock. What stands between
them and the server decides, before each thing that would change them, whether it works.

- **The write-ahead log's files** keep what was written since the last fsync: after a power cut only
  a beginning of that is there, and its last write is torn.
- **SQLite** (`sqlite_disk`) is trusted to keep a committed transaction, and to undo one that was not.
- **Steps**: each change of a file is one. A process can be killed before any of them.
"""

from __future__ import annotations

import errno
import os
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, Protocol

from brouhaha.commits.wal import NAMES, OLD_NAMES
from brouhaha.store import Row
from tests.simulation.ledger import Ledger
from tests.simulation.stepped_thread import stand
from tests.simulation.timeline import Killed, Timeline

Trouble = Literal["full", "short", "failing", "hiccup"]
STORE: Final = "store.db"
ERRNO: Final = {
    "full": errno.ENOSPC,
    "failing": errno.EIO,
    "short": errno.ENOSPC,
    "hiccup": errno.EINTR,
}


class Handle(Protocol):
    """An open file, or a connection of SQLite's."""

    dead: bool  # its process is

    def close(self) -> None: ...


class Disk:
    def __init__(self, folder: Path, timeline: Timeline, chance: Random) -> None:
        self.folder = folder
        self.ledger = Ledger()
        self.trouble: Trouble | None = None
        self.steps = 0
        self.kill_at: int | None = None  # the step before which the process is killed
        self.refused = ""  # the table of which SQLite takes nothing
        self.damaged: set[str] = set()  # tables of which SQLite has not everything any more
        self.taken_away: set[Path] = set()  # files that are not where their server looks
        self._timeline = timeline
        self._chance = chance
        self._synced: dict[Path, SyncedFile] = {}
        self._open: list[tuple[object, Handle]] = []  # with the loop of the process that has it

    @property
    def store(self) -> Path:
        return self.folder / STORE

    @property
    def now(self) -> float:
        return self._timeline.now

    def step(self) -> None:
        """Something is about to change a file."""
        stand()
        self.steps += 1
        self.check_alive()

    def check_alive(self) -> None:
        """Nothing comes after a kill, though the code that it meets may catch it, as it catches
        whatever a game raises."""
        if self.kill_at is not None and self.steps >= self.kill_at:
            raise Killed

    def in_trouble(self) -> Trouble | None:
        """What goes wrong now. A hiccup goes wrong once."""
        trouble = self.trouble
        if trouble == "hiccup":
            self.trouble = None
        return trouble

    def synced(self, path: Path) -> SyncedFile:
        return self._synced.setdefault(path, SyncedFile())

    def opened(self, handle: Handle) -> None:
        self._open.append((self._timeline.running, handle))

    def fsync(self, number: int) -> None:
        for _, handle in self._open:
            if (
                isinstance(handle, SimulatedFile)
                and not handle.closed
                and handle.fileno() == number
            ):
                handle.sync()

    def process_died(self, loop: object) -> None:
        """Its files are closed, its transactions undone, its locks gone."""
        for whose, handle in self._open:
            if whose is loop:
                handle.dead = True
                handle.close()
        self._open = [each for each in self._open if each[0] is not loop]

    def close(self) -> None:
        """What is left open when a run ends in the middle."""
        for _, handle in self._open:
            handle.close()
        self._open.clear()

    def power_cut(self) -> None:
        for path, synced in self._synced.items():
            if path.exists():
                path.write_bytes(synced.after_power_cut(self._chance))

    def rot(self) -> None:
        """One byte of what the write-ahead log holds is another one. What follows is lost with it,
        in the other file too."""
        for synced in self._synced.values():
            synced.rows.clear()
        for path in self._synced:
            written = bytearray(path.read_bytes()) if path.exists() else bytearray()
            if written:
                at = self._chance.randrange(len(written))
                written[at] ^= 1 << self._chance.randrange(8)
                path.write_bytes(written)
                self._synced[path].replaced(bytes(written))
                return

    def take_away(self) -> None:
        """A file of the write-ahead log is deleted. Its server goes on with what nobody else finds."""
        here = sorted(path for path in self._synced if path.exists())
        if here:
            gone = self._chance.choice(here)
            gone.unlink()
            self.taken_away.add(gone)

    def lose_what_was_taken_away(self) -> None:
        """Its server has died. What follows in the other file is lost with it."""
        for path in self.taken_away:
            self._synced[path].replaced(b"")
        for synced in self._synced.values():
            synced.rows.clear()
        self.taken_away.clear()

    def rename_as_old(self) -> None:
        """The files of the write-ahead log have the names that they had in 0.1.0."""
        for name, old in zip(NAMES, OLD_NAMES, strict=True):
            path, renamed = (self.store.with_name(f"{STORE}-{each}") for each in (name, old))
            if path.exists() and not renamed.exists():
                path.rename(renamed)
                self._synced[renamed] = self._synced.pop(path)


class SyncedFile:
    """What the disk itself has of a file, and what only the system has: in order, writes (bytes)
    and truncations (a length)."""

    def __init__(self) -> None:
        self.rows: list[Row] = []  # that are in it
        self._safe = bytearray()
        self._unsafe: list[bytes | int] = []

    def change(self, change: bytes | int) -> None:
        self._unsafe.append(change)

    def sync(self) -> None:
        for change in self._unsafe:
            self._apply(change)
        self._unsafe.clear()

    def _apply(self, change: bytes | int) -> None:
        if isinstance(change, int):
            del self._safe[change:]
        else:
            self._safe += change

    def replaced(self, content: bytes) -> None:
        self._safe = bytearray(content)
        self._unsafe.clear()

    def after_power_cut(self, chance: Random) -> bytes:
        kept = chance.randint(0, len(self._unsafe))
        torn = self._unsafe[kept : kept + 1]
        for change in self._unsafe[:kept]:
            self._apply(change)
        self._unsafe.clear()
        self.rows.clear()  # who knows; a restart says what it found
        if torn and isinstance(torn[0], bytes):
            length = chance.randrange(len(torn[0]))
            rest = bytes(len(torn[0]) - length) if chance.random() < 0.3 else b""
            self._safe += torn[0][:length] + rest
        return bytes(self._safe)


class SimulatedFile(FileIO):
    """A file of the write-ahead log."""

    def __init__(self, disk: Disk, path: Path, mode: str, opener: Any = None) -> None:
        super().__init__(path, mode, opener=opener)
        self.dead = False
        self._disk = disk
        self._synced = disk.synced(path)
        disk.opened(self)

    def write(self, record: bytes) -> int:  # type: ignore[override]
        self._check()
        written, trouble = record, self._disk.in_trouble()
        if trouble == "short":
            written = record[: len(record) // 2]
        elif trouble is not None:
            raise OSError(ERRNO[trouble], trouble)
        super().write(written)
        self._synced.change(written)
        if trouble is None and not str(self.name).endswith(".refused"):  # a copy for people
            self._synced.rows += self._disk.ledger.wrote_record(record, self._disk.now)
        return len(written)

    def truncate(self, size: int | None = None) -> int:
        self._check()
        assert size is not None
        if self._disk.trouble == "failing":
            raise OSError(errno.EIO, "failing")
        if size == 0:
            self._disk.ledger.cleared(self._synced.rows)
            self._synced.rows.clear()
        self._synced.change(size)
        return super().truncate(size)

    def sync(self) -> None:
        self._check()
        if self._disk.trouble == "failing":
            raise OSError(errno.EIO, "failing")
        self._synced.sync()

    def _check(self) -> None:
        if self.dead:
            raise Killed
        self._disk.step()


class SimulatedOs:
    """`os`, whose fsync is the simulated disk's."""

    def __init__(self, disk: Disk) -> None:
        self.fsync = disk.fsync

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)
