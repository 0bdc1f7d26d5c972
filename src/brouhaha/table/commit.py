"""What comes out of a table: entries to write, and then, only then, frames to send."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from msgspec import Raw, Struct

Conn = Hashable  # the server's name for a connection


class Send(Struct, frozen=True, gc=False):
    """Give this text frame to this connection."""

    conn: Conn
    frame: bytes


class Close(Struct, frozen=True, gc=False):
    """Close this connection once what was sent before is on its way; `code` says why."""

    conn: Conn
    code: str


Effect = Send | Close


class FinishedMatch(NamedTuple):
    """A match that came to its end, for the archive."""

    replay: str  # its id, for a link
    number: int  # which match of the table, from 1
    game: str
    names: list[str]  # by seat
    bots: list[str | None]  # by seat: the bot's level
    lasted: int  # ms, pauses apart
    result: Raw  # JSON
    log: Raw  # JSON: for `brouhaha.replay`


class TableCommit(Struct, frozen=True, gc=False):
    """All that one table did since the last flush."""

    code: str
    first: int  # the number of the first entry, counted from 0
    entries: list[bytes]
    finished: list[FinishedMatch]
    closes: bool  # the table
    seq: int | None  # of the update that it tells, if it tells one
    effects: list[Effect]  # not to be carried out before the commit: `Table.committed` gives them
