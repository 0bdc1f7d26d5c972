"""The slate: what was accepted is chalked up at once, and goes into the book when there is time.

One short write to a file a commit: no lock, no other thread, no disk to wait for; and what the
system has taken, kill -9 does not take back. There are two: while one is copied into the store, the
other is written on. They lie beside SQLite's file and belong to one server at a time, which keeps
what is on them in memory too: the files are read only if a server was killed.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from operator import attrgetter
from pathlib import Path
from struct import Struct
from typing import Final
from zlib import crc32

from msgspec import json, msgpack

from brouhaha.store.errors import (
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)
from brouhaha.store.records import Batch, Closing, Finished, Row, pack

HEAD: Final = Struct("<III")  # of a record: which slate in turn, how long, its checksum
MOST_BYTES: Final = 16 << 20  # on one: the store has not taken anything for minutes
TAKEN: Final = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # what systems say of a lock
MEANINGS: Final[dict[int | None, type[StoreError]]] = {
    errno.ENOSPC: StoreFull,
    errno.EDQUOT: StoreFull,
    errno.EFBIG: StoreFull,
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
    errno.EROFS: StoreReadOnly,
}

_unpack: Final = msgpack.Decoder(tuple[list[Row], list[bytes], list[Closing]]).decode
_pack_match: Final = json.Encoder().encode  # its result and log are JSON inside
_unpack_match: Final = json.Decoder(Finished).decode


class Slate:
    """One of the two. Whoever writes on it, reads it or wipes it is alone with it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with _explained():
            self._file = FileIO(path, "a+b", opener=_for_us_alone)
        self._size = 0
        self.number = 0  # of the turn in which it was written on
        self._rows: list[Row] = []
        self._finished: list[Finished] = []
        self._closed: list[Closing] = []

    @property
    def batch(self) -> Batch:
        """All that is on it."""
        return Batch(self._rows, self._finished, self._closed)

    @property
    def clean(self) -> bool:
        return not any(self.batch)

    def read(self) -> None:
        """What a killed server left on it. What it, or a power cut, left by half goes."""
        with _explained():
            self._file.seek(0)
            for number, body in _records(self._file.readall()):
                self.number = number
                rows, finished, closed = _unpack(body)
                self._note(Batch(rows, [_unpack_match(match) for match in finished], closed))
                self._size += HEAD.size + len(body)
            self._file.truncate(self._size)

    def write(self, batch: Batch) -> None:
        """All of it, or nothing and an error."""
        rows, finished, closed = batch
        body = pack((rows, [_pack_match(match) for match in finished], closed))
        record = HEAD.pack(self.number, len(body), crc32(body)) + body
        if self._size + len(record) > MOST_BYTES:
            raise StoreFull(f"{self._path}: the store does not take what is on the slate")
        try:
            if self._file.write(record) != len(record):
                raise OSError(errno.ENOSPC, "no space left", str(self._path))
        except OSError as error:
            self._take_back()
            raise _meaning(error) from error
        self._size += len(record)
        self._note(batch)

    def _note(self, batch: Batch) -> None:
        self._rows += batch.rows
        self._finished += batch.finished
        self._closed += batch.closed

    def _take_back(self) -> None:
        """What is there by half. Nothing goes behind it: nobody would read on."""
        try:
            self._file.truncate(self._size)
        except OSError:
            self._size = MOST_BYTES  # full, until it is wiped

    def sync(self) -> None:
        """To the disk itself, while others write on."""
        with _explained():
            os.fsync(self._file.fileno())

    def wipe(self) -> None:
        with _explained():
            self._file.truncate(0)
        self._size = 0
        self._rows, self._finished, self._closed = [], [], []

    def lock(self) -> None:
        """Until this process ends."""
        try:
            _lock(self._file.fileno())
        except OSError as error:
            if error.errno not in TAKEN:
                raise _meaning(error) from error
            raise StoreLocked(f"{self._path}: another server has this store") from error

    def close(self) -> None:
        """The file stays, if only as what the next server locks."""
        self._file.close()


class Slates:
    """Both of them."""

    def __init__(self, path: Path) -> None:
        """Beside the store's file, for this process alone."""
        self._slates = [Slate(path.with_name(f"{path.name}-slate{each}")) for each in (0, 1)]
        try:
            self._slates[0].lock()
            for slate in self._slates:
                slate.read()
        except StoreError:
            self.close()
            raise

    @property
    def current(self) -> Slate:
        """The one to write on."""
        return self._slates[0]

    def turn(self) -> Slate | None:
        """One to be copied and wiped, while the other one is written on. None: nothing to do."""
        written, other = self._slates
        if not other.clean:
            return other  # last time it did not work
        if written.clean:
            return None
        other.number = written.number + 1
        self._slates.reverse()
        return written

    @property
    def have_matches(self) -> bool:
        return any(slate.batch.finished for slate in self._slates)

    def written(self) -> list[Slate]:
        """Those with something on them, first written first."""
        return sorted((each for each in self._slates if not each.clean), key=attrgetter("number"))

    def close(self) -> None:
        for slate in self._slates:
            slate.close()


def _records(written: bytes) -> Iterator[tuple[int, bytes]]:
    """As far as they are whole: each with the number of its turn."""
    at = 0
    while at + HEAD.size <= len(written):
        number, size, checksum = HEAD.unpack_from(written, at)
        body = written[at + HEAD.size : at + HEAD.size + size]
        if not size or len(body) < size or crc32(body) != checksum:
            return
        yield number, body
        at += HEAD.size + size


def _for_us_alone(path: str, flags: int) -> int:
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
