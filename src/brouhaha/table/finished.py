"""A match that came to its end, as it goes to the archive."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Raw, field

from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch
from brouhaha.table.state import TableState
from brouhaha.table.wire import Reckoning, encode


class RacedLog(Log, frozen=True, omit_defaults=True):
    """A match's log, and how its races were decided: by the number of the winner's entry."""

    races: dict[int, Reckoning] = field(default_factory=dict)


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


def finished(state: TableState, match: AnyMatch, races: dict[int, Reckoning]) -> FinishedMatch:
    """As it was played; names and bots are those that its seats have at the end."""
    seats = state.seats[: match.seats]
    return FinishedMatch(
        replay=str(state.replay),
        number=state.matches,
        game=match.game.id,
        names=[seat.name for seat in seats],
        bots=[seat.bot for seat in seats],
        lasted=match.now,
        result=Raw(encode(match.result)),
        log=Raw(encode(RacedLog(match.header, match.entries, match.now, races))),
    )
