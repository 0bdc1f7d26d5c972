"""What is written down of NoNo, and what the sheet shows."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from brouhaha.games.nono.cards import Count, Die, Face, Letter, Multiplier, Roll
from brouhaha.games.nono.judging import Handicap, Lang
from brouhaha.games.nono.types import CardView, Names, State, Verdict

Phase = Literal["card", "dice", "search", "answer", "vote", "end"]
Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]
Thumbs = Annotated[int, msgspec.Meta(ge=0, le=7)]


class TurnCard(msgspec.Struct, frozen=True, tag="card", forbid_unknown_fields=True):
    """The card that was turned. Without a category the sheet draws one of those left; without dice
    and multiplier they are those of the sheet's box."""

    category: str | None = None
    dice: Annotated[list[Die], msgspec.Meta(min_length=1, max_length=4)] | None = None
    multiplier: Multiplier | None = None


class Dice(msgspec.Struct, frozen=True, tag="dice", forbid_unknown_fields=True):
    """The dice as they lie."""

    order: Annotated[list[Face], msgspec.Meta(max_length=2)] = []
    ban: Letter | None = None
    syllables: Count | None = None


class Throw(msgspec.Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """The sheet throws the dice of the card."""


class CallStop(msgspec.Struct, frozen=True, tag="stop", forbid_unknown_fields=True):
    seat: Seat


class Nobody(msgspec.Struct, frozen=True, tag="nobody", forbid_unknown_fields=True):
    """Nobody finds a word."""


class SaidWord(msgspec.Struct, frozen=True, tag="word", forbid_unknown_fields=True):
    """What was said; nothing: Stop! without a word."""

    word: str


class CountThumbs(msgspec.Struct, frozen=True, tag="thumbs", forbid_unknown_fields=True):
    """How many of the others say that it is typical, how many that it is not, and how many of these
    that it is no answer at all. `syllables_up` and `syllables_down`: where they are asked."""

    up: Thumbs
    down: Thumbs
    no_answer: Thumbs = 0
    syllables_up: Thumbs = 0
    syllables_down: Thumbs = 0


Entry = TurnCard | Dice | Throw | CallStop | Nobody | SaidWord | CountThumbs


class Place(msgspec.Struct, frozen=True):
    name: str
    handicap: Handicap | None
    score: int


class Line(msgspec.Struct, frozen=True):
    """A card that is over; without a verdict nobody found a word."""

    card: CardView
    dice: Roll
    verdict: Verdict | None
    scores: tuple[int, ...]  # of all, after it
    would_fit: tuple[str, ...]


class BoxCard(msgspec.Struct, frozen=True):
    """A card of the sheet's box that has not been played."""

    category: str
    names: Names
    dice: tuple[Die, ...]
    multiplier: int


class Faces(msgspec.Struct, frozen=True):
    """What the dice of the sheet's box show."""

    order_1: list[Face]
    order_2: list[Face]
    ban: list[Letter]
    syllables: list[Count]


class View(msgspec.Struct):
    """The sheet, and the card in play with all that is known of it. `lines` has the last one's
    verdict; ranking and winners are of what is written down so far."""

    phase: Phase
    language: Lang
    turn: int
    turns: int
    search: float  # seconds on the clock; 0: none
    seats: list[Place]
    own_box: bool
    cards: list[BoxCard]
    faces: Faces
    lines: list[Line]
    ranking: list[list[int]]
    over: bool
    card: CardView | None = None
    dice: Roll | None = None
    stopper: int | None = None
    word: str | None = None
    cut: str | None = None
    asks_syllables: bool = False


class Sheet(msgspec.Struct):
    """`state` is the referee's, one turn after another."""

    state: State
    turns: int
    search: float
    lines: list[Line] = []
    phase: Phase = "card"
