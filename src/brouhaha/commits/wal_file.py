"""One file of the write-ahead log: records that are whole or do not count (`wal_record`).

A commit is one short `write`: no lock, no other thread, no disk to wait for. What the operating
system has taken, kill -9 does not take back.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from brouhaha.commits.wal_record import (
    HEAD,
    MOST_BYTES,
    Record,
    is_damaged,
    pack,
    pack_match,
    records,
    records_behind,
    unpacked,
)
from brouhaha.store import (
    Commit,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)

TAKEN: Final = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # what systems say of a lock
MEANINGS: Final[dict[int | None, type[StoreError]]] = {
    errno.ENOSPC: StoreFull,
    errno.EDQUOT: StoreFull,
    errno.EFBIG: StoreFull,
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
    errno.EROFS: StoreReadOnly,
}


class WalFull(StoreFull):
    """No room in the file: this goes straight into the store, with all that is in the file."""


class Damage(NamedTuple):
    """What could not be read of a file that was left, and where its copy is."""

    copy: Path
    bytes_lost: int
    records_lost: int  # the damaged one, and those behind it


class WalFile:
    """Whoever writes, reads or clears it is alone with it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _explained():
            self._file = FileIO(path, "a+b", opener=_for_us_alone)
        self.size = 0  # in bytes
        self.turn = 0  # which of the two files was written first
        self.rows = 0
        self._commits: list[Commit] = []
        self.holds_matches = False

    @property
    def commit(self) -> Commit:
        """All that is in it, as one."""
        return Commit(
            [row for commit in self._commits for row in commit.rows],
            [match for commit in self._commits for match in commit.finished],
            [closing for commit in self._commits for closing in commit.closed],
            [pair for commit in self._commits for pair in commit.together],
        )

    @property
    def empty(self) -> bool:
        """Nothing is in it, not even an incomplete record that is still to be cleared away."""
        return not self.size

    @property
    def in_place(self) -> bool:
        """It is where it was made: not deleted, not replaced."""
        return inode_of(self.path) == os.fstat(self._file.fileno()).st_ino

    def read(self) -> Damage | None:
        """What a killed server left in it. A last record that it, or a power cut, left incomplete
        is dropped: nobody was told of it. Of anything else that cannot be read a copy is kept."""
        with _explained():
            self._file.seek(0)
            written = self._file.readall()
            for turn, body in records(written):
                self.turn = turn
                commit = unpacked(body)
                self._commits.append(commit)
                self.holds_matches |= bool(commit.finished)
                self.rows += len(commit.rows)
                self.size += HEAD.size + len(body)
            damaged = is_damaged(written[self.size :], self.turn if self._commits else None)
            damage = self._keep_damaged(written) if damaged else None
            self._file.truncate(self.size)
        return damage

    def _keep_damaged(self, written: bytes) -> Damage:
        rest = written[self.size :]
        return Damage(keep_copy(self.path, written), len(rest), 1 + records_behind(rest))

    def keep_refused(self, tables: Iterable[str]) -> None:
        """What these tables wrote, in a file beside, for whoever looks into it."""
        kept = WalFile(self.path.with_name(f"{self.path.name}.refused"))
        kept.write(self.commit.of(*tables))
        kept.close()

    def write(self, commit: Commit) -> None:
        """All of it, or nothing and an error."""
        matches = list(map(pack_match, commit.finished))
        body = pack(Record(commit.rows, matches, commit.closed, commit.together))
        record = HEAD.pack(self.turn, len(body), crc32(body)) + body
        if self.size + len(record) > MOST_BYTES:
            raise WalFull(f"{self.path}: the store does not take what is in the write-ahead log")
        try:
            if self._file.write(record) != len(record):
                raise OSError(errno.ENOSPC, "no space left", str(self.path))
        except OSError as error:
            self._undo()
            raise _meaning(error) from error
        self.size += len(record)
        self._commits.append(commit)
        self.holds_matches |= bool(commit.finished)
        self.rows += len(commit.rows)

    def _undo(self) -> None:
        """Cut an incomplete record off. If that fails nothing may follow it: nobody would read
        on."""
        try:
            self._file.truncate(self.size)
        except OSError:
            self.size = MOST_BYTES  # full, until it is cleared

    def sync(self) -> None:
        """To the disk itself, while others write on."""
        with _explained():
            os.fsync(self._file.fileno())

    def clear(self) -> None:
        with _explained():
            self._file.truncate(0)
        self.size = self.rows = 0
        self._commits, self.holds_matches = [], False

    def lock(self) -> None:
        """Until this process ends."""
        try:
            _lock(self._file.fileno())
        except OSError as error:
            if error.errno not in TAKEN:
                raise _meaning(error) from error
            raise StoreLocked(f"{self.path}: another server has this store") from error

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink(missing_ok=True)


def keep_copy(path: Path, written: bytes) -> Path:
    """Of a damaged file, beside it."""
    copy = path.with_name(f"{path.name}.damaged")
    with open(copy, "wb", opener=_for_us_alone) as file:
        file.write(written)
    return copy


def inode_of(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:
        return None


def _for_us_alone(path: str | Path, flags: int) -> int:
    """It holds what only one seat may know."""
    return os.open(path, flags, 0o600)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, MOST_BYTES, os.SEEK_SET)  # a byte that is never written
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _meaning(error) from error


def _meaning(error: OSError) -> StoreError:
    return MEANINGS.get(error.errno, StoreUnreachable)(str(error))
