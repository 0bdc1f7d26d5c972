"""What is written down of nimble, and what the sheet shows."""

from __future__ import annotations

from typing import Annotated

import msgspec

from brouhaha.games.nimble.types import Outcome, Result, SeatNumber, State

Count = Annotated[int, msgspec.Meta(ge=0, le=120)]  # cards: there are no more
BySeat = Annotated[list[Count], msgspec.Meta(min_length=2, max_length=4)]
ByPile = Annotated[list[Count], msgspec.Meta(min_length=3, max_length=3)]


class Round(msgspec.Struct, frozen=True, tag="round", forbid_unknown_fields=True):
    """How a round ended: who went out (nobody: no card could be placed any more), how many cards
    each had left, and whose errors were found.

    `first`: of players with equally many cards left, who got down to that number first comes first.
    `pile_cards` and `pile_errors`: the same counted pile by pile, for a check on the sums.
    """

    cards_left: BySeat
    errors: BySeat
    out: SeatNumber | None = None
    first: Annotated[list[SeatNumber], msgspec.Meta(max_length=4)] = []
    pile_cards: ByPile | None = None
    pile_errors: ByPile | None = None


Entry = Round


class View(msgspec.Struct):
    """The sheet. `gives`: how many cards each gives in the round that is played now; None: it is
    over. `on_piles`: how many cards lie on the common piles if nobody has any left."""

    names: list[str]
    round: int
    rounds: int
    cards: int  # in a deck
    last: int  # a player with so many cards left ends the round
    gives: list[int] | None
    outcomes: list[Outcome]
    result: Result | None
    standing: Result | None  # of the rounds so far


class Sheet(msgspec.Struct):
    state: State
    gives: list[int]
    over: bool = False
