"""The words Trillium is told in: options, deal, actions, events, views, state, result."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from brouhaha.engine.common import Ended, Seconds, TappingSeconds, Went
from trillium.cards import Card, Number

Phase = Literal["countdown", "play", "end"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks in seconds; 0 switches one off."""

    countdown: Seconds = 3.0
    time: TappingSeconds = 240.0
    deck: Literal["short", "full"] = "full"
    penalty: Annotated[int, msgspec.Meta(ge=0, le=3)] = 1
    freeze: Seconds = 4.0


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the cards, the first to be laid first."""

    cards: Annotated[list[Number], msgspec.Meta(min_length=3, max_length=81)]


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """These three, by their numbers, are a trio!"""

    cards: Annotated[list[Number], msgspec.Meta(min_length=3, max_length=3)]


Action = Claim


class Claimed(msgspec.Struct, frozen=True, tag="claimed"):
    """A trio was found, and goes to this seat."""

    seat: int
    cards: tuple[Card, ...]


class Missed(msgspec.Struct, frozen=True, tag="missed"):
    """These three are no trio."""

    seat: int
    cards: tuple[Card, ...]


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """New cards lie in the meadow; `more` says that there was no trio in it."""

    cards: tuple[Card, ...]
    more: bool


Event = Went | Claimed | Missed | Laid | Ended


class SeatView(msgspec.Struct):
    """`frozen_until` is there after a wrong claim, until somebody finds a trio."""

    name: str
    score: int = 0
    trios: int = 0
    misses: int = 0
    last: tuple[Card, ...] = ()  # the trio found last
    frozen_until: int | None = None


class Public(msgspec.Struct):
    """The meadow. `deadline` is when the phase ends, in ms since the match began."""

    phase: Phase
    seats: list[SeatView]
    meadow: list[Card]
    cards_left: int
    freeze: int  # ms that a wrong claim costs
    scene: int = 0
    deadline: int | None = None


class Private(msgspec.Struct):
    """There is nothing that one player alone knows."""


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    trios: list[int]
    misses: list[int]


class State(msgspec.Struct):
    """What lies open, and the cards to come, the next one last."""

    options: Options
    public: Public
    private: list[Private]
    deck: list[Card]
    found: list[Card] = []
    result: Result | None = None
