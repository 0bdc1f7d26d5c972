"""A record of the write-ahead log: one commit, which is whole or does not count.

It is a head (turn, length, checksum) and a body: msgpack of the rows, the finished matches (each as
its JSON), the closed tables, and which tables stand or fall together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from struct import Struct as Format
from typing import Final
from zlib import crc32

from msgspec import Struct, json, msgpack

from brouhaha.store import ArchivedMatch, Closing, Commit, Row

HEAD: Final = Format("<III")  # of a record: its file's turn, its body's length and checksum
BODY: Final = re.compile(rb"[\x93\x94]")  # how one begins: a list of three parts, or four
MOST_BYTES: Final = 16 << 20  # in one file, and in memory


class Record(Struct, array_like=True, frozen=True):
    """A commit in the file. What came later in its life has a default: older files lack it."""

    rows: Sequence[Row]
    finished: Sequence[bytes]
    closed: Sequence[Closing]
    together: Sequence[tuple[str, str]] = ()


pack: Final = msgpack.Encoder().encode
_unpack: Final = msgpack.Decoder(Record).decode
pack_match: Final = json.Encoder().encode  # its result and log are JSON, and are copied
_unpack_match: Final = json.Decoder(ArchivedMatch).decode


def unpacked(body: bytes) -> Commit:
    record = _unpack(body)
    matches = [_unpack_match(match) for match in record.finished]
    return Commit(record.rows, matches, record.closed, record.together)


def records(written: bytes) -> Iterator[tuple[int, bytes]]:
    """As far as they are whole: each with the number of its turn."""
    at = 0
    while at + HEAD.size <= len(written):
        number, size, checksum = HEAD.unpack_from(written, at)
        body = written[at + HEAD.size : at + HEAD.size + size]
        if not size or len(body) < size or crc32(body) != checksum:
            return
        yield number, body
        at += HEAD.size + size


def is_damaged(rest: bytes, turn: int | None) -> bool:
    """More than the last record, cut short: by a kill, or as zeros or ones by a power cut."""
    if not rest.strip(b"\0") or not rest.strip(b"\xff") or len(rest) < HEAD.size:
        return False
    number, size, _ = HEAD.unpack_from(rest)
    written = size <= MOST_BYTES and turn in (None, number)  # by us: its head is as it was
    cut_short = written and HEAD.size + size > len(rest)
    return not cut_short or records_behind(rest) > 0


def records_behind(rest: bytes) -> int:
    """How many whole records lie behind something that cannot be read."""
    found = end = 0
    for body in BODY.finditer(rest, HEAD.size + 1):
        at = body.start() - HEAD.size
        if at >= end and HEAD.unpack_from(rest, at)[1] <= len(rest):
            for _, record in records(rest[at:]):
                found, at = found + 1, at + HEAD.size + len(record)
                end = at
    return found
