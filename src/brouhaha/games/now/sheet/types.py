"""What is written down of NOW!, and what the sheet shows."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from brouhaha.games.now.cards import Colour, TargetCard, Value
from brouhaha.games.now.types import Result, ScoreLine, State

Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]
Sum = Annotated[int, msgspec.Meta(ge=0, le=400)]  # of points: 32 Targets of 12 at most
Refresh = Literal["to_come", "in_play", "won", "gone"]


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """The three cards that are turned up; a Target as it is printed, or Refresh."""

    targets: Annotated[list[TargetCard], msgspec.Meta(max_length=33)]


class TurnSilvano(msgspec.Struct, frozen=True, tag="silvano", forbid_unknown_fields=True):
    """With two players: the sheet turns Silvano's next card."""


class Won(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The Target of this value goes to this seat; Silvano's is the one after the players'."""

    value: Value
    seat: Seat


class Settle(msgspec.Struct, frozen=True, tag="settle", forbid_unknown_fields=True):
    """The round is resolved: by the active cards that all show (`cards`, by seat), or as the table
    itself settled it (`won`; the other Targets stay). `refresh`: whoever took it, or `gone`."""

    cards: Annotated[list[Value], msgspec.Meta(max_length=9)] | None = None
    won: Annotated[list[Won], msgspec.Meta(max_length=40)] = []
    refresh: Seat | Literal["gone"] | None = None


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What lies in front of a player at the end, in points."""

    red: Sum = 0
    blue: Sum = 0
    both: Sum = 0
    refresh: bool = False


class Piles(msgspec.Struct, frozen=True, tag="piles", forbid_unknown_fields=True):
    """Only the final piles, by seat; with two players Silvano's comes last."""

    piles: Annotated[list[Pile], msgspec.Meta(max_length=9)]


Entry = Reveal | TurnSilvano | Settle | Piles


class Place(msgspec.Struct):
    """What lies in front of one player."""

    name: str
    colour: Colour
    won: list[TargetCard]
    refresh: bool


class RoundLine(msgspec.Struct, frozen=True):
    """A round that is over: the cards shown, if they are known, who took what, what stayed."""

    round: int
    cards: list[int] | None
    taken: list[tuple[TargetCard, int]]
    refresh: int | Literal["gone"] | None
    left: list[TargetCard]


class View(msgspec.Struct):
    """The sheet. `choice` are the Targets that have not come yet, as far as the cards are known."""

    phase: Literal["reveal", "action", "end"]
    round: int
    rounds: int
    seats: list[Place]
    targets: list[TargetCard]  # on the table
    refresh: Refresh
    silvano: bool
    silvanos_card: int | None
    own_box: bool  # the cards were typed in: what is not among them cannot be
    choice: list[TargetCard]
    lines: list[RoundLine]
    sheet: list[ScoreLine]
    standing: Result
    result: Result | None


class Sheet(msgspec.Struct):
    """`state` is the referee's, of which only what lies on a real table is used."""

    state: State
    lines: list[RoundLine] = []
    seen: list[TargetCard] = []
    over: bool = False
