"""The two bots of the lab: one that does anything, and one sound greedy one.

They let the clock end a resolution, so that a simulation has nothing to ask them there.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec import UNSET

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.types import Discard, Now, Private, Public, Ready, SeatView

DISCARD, NOW, READY = Discard(), Now(), Ready()
BEFORE_GO: Final = 800  # ms: a look at the new Targets

TOP_VALUE: Final = 128
ROUND_OF_REFRESH: Final = 6  # about: it lies in the middle third


class RandomBot(Bot):
    """Does anything that is allowed, at any moment."""

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase != "action" or seat_view.said_now or not may_play(public, self.seat):
            return go_if_asked(public, self.seat)
        keeps = seat_view.cards_left == 1 or self.random.random() < 0.4
        return Thought(int(self.random.random() * 3000), NOW if keeps else DISCARD)


class GreedyBot(Bot):
    """Keeps a card close below a Target that it wants, and makes its cards last."""

    def __init__(self, seat: int, random: Random) -> None:
        super().__init__(seat, random)
        self.pace = 500 + random.randrange(500)

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase != "action" or seat_view.said_now or not may_play(public, self.seat):
            return go_if_asked(public, self.seat)
        assert private.active is not None
        return Thought(self.pace, NOW if keeps(public, seat_view, private.active) else DISCARD)


def may_play(public: Public, seat: int) -> bool:
    """Where one plays after the other: is it this one's turn?"""
    return public.turn in (UNSET, seat)


def go_if_asked(public: Public, seat: int) -> Thought | None:
    """Go!, where everybody says it, or whose turn it is."""
    says_go = public.phase == "signal" and not public.seats[seat].ready
    takes_turn = public.phase == "pass" and public.turn == seat
    return Thought(BEFORE_GO, READY) if says_go or takes_turn else None


def keeps(public: Public, seat_view: SeatView, card: int) -> bool:
    """Is some Target that helps within reach above this card, and none that hurts before it?"""
    if seat_view.cards_left == 1:
        return True
    aim = nearest_above(public.targets, card)
    if aim is None:
        return False
    return aim.value - card <= reach(public, seat_view.cards_left) and gain(seat_view, aim) > 0


def nearest_above(targets: list[TargetCard], card: int) -> TargetCard | None:
    """The first Target that this card would take, if nobody has a closer one."""
    aim = None
    for target in targets:
        if target.value >= card and (aim is None or target.value < aim.value):
            aim = target
    return aim


def reach(public: Public, cards_left: int) -> int:
    """How far below a Target is close enough: less, the more cards may be spent in a round."""
    last = ROUND_OF_REFRESH if public.refresh == "to_come" else public.rounds
    rounds = last - public.round + 1 if public.round <= last else 1
    tries = (cards_left - 1) // rounds + 1
    return TOP_VALUE // (len(public.targets) * tries)


def gain(seat_view: SeatView, target: TargetCard) -> int:
    """What taking this Target does to the own score."""
    if target.colour == "both":
        return target.points
    lead = seat_view.red - seat_view.blue
    towards = target.points if target.colour == "red" else -target.points
    return abs(lead + towards) - abs(lead)
