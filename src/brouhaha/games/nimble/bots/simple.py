"""Three that do not think: any action, any placement, any right placement."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from brouhaha.engine.game import Action, Bot, Thought
from brouhaha.games.nimble.types import (
    PILES,
    Back,
    Flip,
    Place,
    Private,
    Public,
    Ready,
    Recycle,
    SeatView,
)

BEFORE_SIGNAL: Final = 2000  # ms: the others look at the piles
READY, FLIP, BACK, RECYCLE = Ready(), Flip(), Back(), Recycle()


def signal_if_asked(public: Public, seat: int) -> Thought | None:
    """The bot that is to give the signal gives it."""
    waits = public.phase == "signal" and public.signal_by == seat
    return Thought(BEFORE_SIGNAL, READY) if waits else None


class SimpleBot(Bot):
    """Takes its time to flip, and no time to think: it places at once what it has flipped."""

    flipping = 1000  # ms, at most
    placing = 100

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase == "play":
            action = self.choose(public, seat_view)
            most = self.placing if type(action) is Place else self.flipping
            return Thought(int(self.random.random() * most), action)
        if public.phase == "check" and not seat_view.ready:
            return Thought(self.flipping, READY)
        return signal_if_asked(public, self.seat)

    @abstractmethod
    def choose(self, public: Public, seat_view: SeatView) -> Action: ...


class RandomBot(SimpleBot):
    """Does anything that is allowed: each pile, flip or recycle, and back are as likely."""

    def choose(self, public: Public, seat_view: SeatView) -> Action:
        onward = FLIP if seat_view.deck else RECYCLE
        if seat_view.top is None:
            return onward
        choice = int(self.random.random() * (PILES + 2))
        if choice < PILES:
            return Place(choice, public.piles[choice])
        return onward if choice == PILES else BACK


class RecklessBot(SimpleBot):
    """Wrong on purpose: rid of every card at once, it is Queen of Hearts before anybody else."""

    flipping = 400

    def choose(self, public: Public, seat_view: SeatView) -> Action:
        if seat_view.top is None:
            return FLIP
        pile = int(self.random.random() * PILES)
        return Place(pile, public.piles[pile])


class GreedyBot(SimpleBot):
    """Places its top card where it fits; otherwise it flips the next."""

    def choose(self, public: Public, seat_view: SeatView) -> Action:
        top = seat_view.top
        if top is not None:
            frame = top.frame
            for pile, card in enumerate(public.piles):
                if card.circle == frame:
                    return Place(pile, card)
        return FLIP if seat_view.deck else RECYCLE
