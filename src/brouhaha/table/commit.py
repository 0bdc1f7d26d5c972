"""What comes out of a table: entries to write, and then, only then, frames to send.

What names a connection can be part of a cycle, since a connection knows its table: unlike most
structs, these are looked at by the collector.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from brouhaha.table.finished import FinishedMatch

Conn = Hashable  # the server's name for a connection


class Send(Struct, frozen=True):
    """Give this text frame to this connection."""

    conn: Conn
    frame: bytes


class Close(Struct, frozen=True):
    """Close this connection once what was sent before is on its way; `code` says why."""

    conn: Conn
    code: str


class Measure(Struct, frozen=True):
    """Find out how far away this connection is, soon: it is in a race."""

    conn: Conn


class Later(Struct, frozen=True):
    """Carry this out at that moment on the table's line, after what came before it."""

    at: float
    effect: Send | Close

    @property
    def conn(self) -> Conn:
        return self.effect.conn


Effect = Send | Close | Measure | Later


class TableCommit(Struct, frozen=True):
    """All that one table did since the last flush."""

    code: str
    first: int  # the number of the first entry, counted from 0
    entries: list[bytes]
    finished: list[FinishedMatch]
    closes: bool  # the table
    written_with: tuple[str, ...]  # tables whose parts must be in the same commit: all, or none
    seq: int | None  # of the update that it tells, if it tells one
    effects: list[Effect]  # not to be carried out before the commit: `Table.committed` gives them
    crashes: list[BaseException]  # of the game's own code, for whoever runs the server
