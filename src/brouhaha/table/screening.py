"""What a big screen and whoever watches do not see: the coarse words of names and answers.

Players are told everything as it was written; for the others it is masked before it is sent. The
host decides how much (`TablePolicy.filter`). Which texts players write is each game's to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from brouhaha.engine.game import AnyGame, Event, Mask, PublicView
from brouhaha.table.wire import Filter, OtherTable, SeatView
from brouhaha.words import coarse


def seats(views: Sequence[SeatView], grade: Filter) -> list[SeatView]:
    return [replace(seat, name=coarse.mask(seat.name, grade)) for seat in views]


def other(table: OtherTable | None, grade: Filter) -> OtherTable | None:
    """The party's other table, too."""
    if table is None:
        return None
    masked = [replace(seat, name=coarse.mask(seat.name, grade)) for seat in table.seats]
    return replace(table, seats=masked)


def mask_of(grade: Filter) -> Mask:
    def mask(text: str, language: str | None = None) -> str:
        return coarse.mask(text, grade, language)

    return mask


def match(
    game: AnyGame, public: PublicView, events: Sequence[Event], grade: Filter
) -> tuple[PublicView, list[Event]]:
    """The public view, and what happened."""
    mask = mask_of(grade)
    return game.masked(public, mask), [game.masked_event(public, one, mask) for one in events]
