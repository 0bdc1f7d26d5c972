"""What goes into a store and comes out of it. All times are whole milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec


class Row(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """One accepted input of one table. Entry 0 opens the table; the others follow without gaps."""

    table: str
    entry: int
    payload: bytes
    at: int


Closing = tuple[str, int]  # a table, and when it was closed

pack: Final = msgspec.msgpack.Encoder().encode  # rows that lie in the database as one value
unpack: Final = msgspec.msgpack.Decoder(list[Row]).decode


class MatchSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match without its log. `id` is the link to its replay: not to be guessed."""

    id: str
    table: str
    game: str
    players: list[str]
    bots: list[str | None] | None = None  # by seat: a bot's level; None: not known
    result: msgspec.Raw  # JSON
    started: int
    ended: int


class ArchivedMatch(MatchSummary, frozen=True, kw_only=True):
    """A finished match. Its JSON is a line of an export."""

    log: msgspec.Raw  # JSON, as `brouhaha.replay` takes it


class Commit(msgspec.Struct, frozen=True):
    """What is written together: entries, the matches that they ended, the tables they closed.
    `together`: pairs of tables that stand or fall together, whatever the store refuses."""

    rows: Sequence[Row] = ()
    finished: Sequence[ArchivedMatch] = ()
    closed: Sequence[Closing] = ()
    together: Sequence[tuple[str, str]] = ()

    def of(self, *tables: str) -> Commit:
        """What is in it of these tables."""
        wanted = frozenset(tables)
        return Commit(
            [row for row in self.rows if row.table in wanted],
            [match for match in self.finished if match.table in wanted],
            [closing for closing in self.closed if closing[0] in wanted],
            [pair for pair in self.together if wanted.issuperset(pair)],
        )

    def tables(self) -> list[str]:
        named = [row.table for row in self.rows], [match.table for match in self.finished]
        return sorted({*named[0], *named[1], *(table for table, _ in self.closed)})

    def units(self) -> list[tuple[str, ...]]:
        """The tables in groups that can be written apart from each other."""
        group = {table: {table} for table in self.tables()}
        for one, other in self.together:
            if one in group and other in group and group[one] is not group[other]:
                group[one] |= group[other]
                group |= dict.fromkeys(group[one], group[one])
        return sorted({tuple(sorted(tables)) for tables in group.values()})


class Played(NamedTuple):
    """A match in which somebody of that name played, and the seat."""

    seat: int
    match: MatchSummary


class Expired(NamedTuple):
    """How many of each a call of `expire` took away."""

    tables: int
    matches: int


class Stats(NamedTuple):
    """Gauges of what lies in the store, counters of what this `Store` wrote."""

    open_tables: int
    tables: int
    matches: int
    disk_bytes: int
    rows_appended: int
    bytes_appended: int
    commits: int
