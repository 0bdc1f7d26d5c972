"""A small game that keeps every law, to plant faults in.

Everybody holds a card that only they see, and bids on how many cards of the deck are turned up; bids
are sealed until all have bid. Four rounds; the highest card plus a hidden bonus decides.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import ranking
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.game import Bot, Event, Game, Kinds, Legal, Thought

ROUNDS = 4
CARDS = tuple(range(1, 31))
ALREADY_BID = Refusal("already_bid", "You have bid {hint}.", "Tu as déjà misé {hint}.")
DECK_EMPTY = Refusal("deck_empty", "There is no card left.", "Il ne reste aucune carte.")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=6)] = ROUNDS
    order: Literal["up", "down"] = "up"


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True): ...


class Turn(msgspec.Struct, frozen=True, tag="turn", forbid_unknown_fields=True):
    """Turn the next card of the deck up."""


class Bid(msgspec.Struct, frozen=True, tag="bid", forbid_unknown_fields=True):
    amount: Annotated[int, msgspec.Meta(ge=0, le=9)]


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    card: int


class HasBid(msgspec.Struct, frozen=True, tag="has_bid"):
    seat: int


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    bids: tuple[int, ...]


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """For faults: an honest game never says it."""

    value: int


class Seat(msgspec.Struct):
    name: str
    has_bid: bool = False
    score: int = 0


class Public(msgspec.Struct):
    phase: Literal["bidding", "end"]
    seats: list[Seat]
    table: list[int] = []
    cards_left: int = 0
    scene: int = 0
    deadline: int | None = 5000
    hint: Any = None  # for faults


class Private(msgspec.Struct):
    card: int
    bid: int | None = None
    hint: Any = None  # for faults


class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]


class State(msgspec.Struct):
    options: Options
    public: Public
    private: list[Private]
    deck: list[int]
    bonus: list[int]  # one for each seat, told at the end
    jackpot: int
    result: Result | None = None


def turn(state: State, seat: int, action: Turn, at: int, chance: Chance) -> list[Event]:
    if len(state.deck) < 2:
        raise Rejected(DECK_EMPTY)
    card = state.deck.pop()
    state.public.table.append(card)
    state.public.cards_left -= 1
    return [Turned(card)]


def bid(state: State, seat: int, action: Bid, at: int, chance: Chance) -> list[Event]:
    hand = state.private[seat]
    if hand.bid is not None:
        raise Rejected(ALREADY_BID, hint=hand.bid)
    hand.bid = action.amount
    state.public.seats[seat].has_bid = True
    if all(place.has_bid for place in state.public.seats):
        return [HasBid(seat), *show(state, at)]
    return [HasBid(seat)]


def show(state: State, at: int) -> list[Event]:
    """All bids are known now: they leave the hands."""
    bids = tuple(hand.bid or 0 for hand in state.private)
    for hand, place in zip(state.private, state.public.seats, strict=True):
        hand.bid, place.has_bid = None, False
        place.score += bids[0]
    state.public.scene += 1
    state.public.deadline = at + 5000
    if state.public.scene >= state.options.rounds:
        end(state)
    return [Shown(bids)]


def end(state: State) -> None:
    scores = [
        hand.card + bonus + state.jackpot
        for hand, bonus in zip(state.private, state.bonus, strict=True)
    ]
    for place, score in zip(state.public.seats, scores, strict=True):
        place.score = score
    ranked = ranking(len(scores), lambda seat: (-scores[seat],))
    state.result = Result(ranked[0], ranked, scores)
    state.public.phase, state.public.deadline = "end", None


class Bidder(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        if public.phase == "end" or public.seats[self.seat].has_bid:
            return None
        after = self.random.randrange(100, 2000)
        if self.random.random() < 0.4 and public.cards_left > 1:
            return Thought(after, Turn())
        return Thought(after, Bid(self.random.randrange(10)))


LEGAL: Legal[State] = {"bidding": {Turn: turn, Bid: bid}}


class HonestGame(Game[State, Options, Deal]):
    id, version, players = "honest", 1, range(2, 5)
    kinds = Kinds(
        Options, Deal, State, Turn | Bid, Turned | HasBid | Shown | Hint, Public, Private, Result
    )
    refusals = (ALREADY_BID, DECK_EMPTY)
    legal = LEGAL
    bots = {"random": Bidder}  # noqa: RUF012

    def setup(
        self, players: list[str], options: Options, deal: Deal | None, chance: Chance
    ) -> State:
        deck = chance.shuffled("deck", CARDS)
        private = [Private(deck.pop()) for _ in players]
        return State(
            options,
            Public("bidding", [Seat(name) for name in players], cards_left=len(deck)),
            private,
            deck,
            [chance.below(f"bonus/{seat}", 6) for seat in range(len(players))],
            chance.below("jackpot", 9),
        )

    def expire(self, state: State, at: int, chance: Chance) -> list[Event]:
        return show(state, at)

    def contested(self, state: State, seat: int, action: Any) -> bool:
        return isinstance(action, Turn)

    def inventory(self, state: State) -> list[int]:
        return [*state.deck, *state.public.table, *(hand.card for hand in state.private)]
