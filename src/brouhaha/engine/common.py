"""What most games have in common: clocks in seconds, looking on until all are ready, a ranking.

A game takes from here what it needs; its own words are in its own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Annotated, Literal, Protocol

import msgspec

from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.refusals import ALREADY_READY, BAD_OPTION, CLOCK_TOO_SHORT

# Clocks among the options. 0 switches one off; else it leaves the time for what people do with it.
Seconds = Annotated[float, msgspec.Meta(ge=0, le=3600, extra_json_schema={"shortest": 0.05})]
TappingSeconds = Annotated[float, msgspec.Meta(ge=0, le=3600, extra_json_schema={"shortest": 1})]
ThinkingSeconds = Annotated[float, msgspec.Meta(ge=0, le=3600, extra_json_schema={"shortest": 3})]


@cache
def shortest_clocks(options: type[msgspec.Struct]) -> dict[str, float]:
    """The least seconds of each clock among a game's options."""
    fields = msgspec.structs.fields(options)
    schema = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    clocks = {field.name: schema[field.encode_name].get("shortest") for field in fields}
    return {name: least for name, least in clocks.items() if least is not None}


def check_clocks(options: msgspec.Struct) -> None:
    """A clock that runs out before anybody can do anything is refused."""
    for name, least in shortest_clocks(type(options)).items():
        if 0 < getattr(options, name) < least:
            raise Rejected(CLOCK_TOO_SHORT, option=name, least=least)


def deadline(at: int, seconds: float) -> int | None:
    """When a clock that starts now runs out; None if it is switched off."""
    return at + round(seconds * 1000) if seconds else None


# Longer clocks for a seat: children, a tired hand. A game says which of its clocks wait for whom.
ExtraSeconds = Literal[5, 10, 20, 30, 60]


def check_extra_time(extra: Sequence[ExtraSeconds | None] | None, players: int) -> None:
    if extra and len(extra) > players:
        reason = Words(
            f"there are {len(extra)} longer clocks for {players} players",
            f"il y a {len(extra)} horloges rallongées pour {players} joueurs",
        )
        raise Rejected(BAD_OPTION, reason=reason)


def extra_time(extra: Sequence[ExtraSeconds | None] | None, seat: int) -> int:
    """How many seconds more this seat has; 0: none."""
    return (extra[seat] or 0) if extra and seat < len(extra) else 0


def lengthened(
    seconds: float, extra: Sequence[ExtraSeconds | None] | None, seats: Iterable[int]
) -> float:
    """A clock that waits for these seats: as long as the one with the most time has. A clock that
    is switched off stays off."""
    if not extra or not seconds:
        return seconds
    return seconds + max((extra_time(extra, seat) for seat in seats), default=0)


# What players do, and what everybody hears


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True, gc=False):
    """I have seen what is shown: go on."""


class Went(msgspec.Struct, frozen=True, tag="go", gc=False):
    """The signal: from now on all play at once."""

    round: int


class SaidReady(msgspec.Struct, frozen=True, tag="said_ready", gc=False):
    seat: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    winners: tuple[int, ...]


# Rules


class Looker(Protocol):
    """A seat's view that says whether its player has seen enough."""

    ready: bool


def say_ready(lookers: Sequence[Looker], seat: int) -> bool:
    """This player has seen it, or is refused for having said so before. Is everybody ready?"""
    if lookers[seat].ready:
        raise Rejected(ALREADY_READY)
    lookers[seat].ready = True
    return all(looker.ready for looker in lookers)


def ranking(seats: int, standing: Callable[[int], tuple[int, ...]]) -> list[list[int]]:
    """All seats, the lowest standing first; equals share their place."""
    best_first = sorted(range(seats), key=standing)
    return [list(equals) for _, equals in groupby(best_first, key=standing)]
