"""The four levels of NOW!: gentle, steady, sharp, merciless. Each a class, each at its own pace."""

from __future__ import annotations

from abc import abstractmethod
from math import ceil
from typing import ClassVar, Final

from brouhaha.engine.game import Bot, Thought
from brouhaha.games.now.bots.odds import PLAIN, Judgement, unseen, value_of_draws, worth
from brouhaha.games.now.bots.simple import (
    DISCARD,
    NOW,
    READY,
    go_if_asked,
    keeps,
    may_play,
    nearest_above,
)
from brouhaha.games.now.types import Private, Public

LOOK_AT_RESULT: Final = 2500  # before saying that one has seen it


class LevelBot(Bot):
    """Thinks for a time of its level, then keeps or discards."""

    pace: ClassVar[int]  # the median time for a decision, in ms
    quickest: ClassVar[int] = 450  # people do not see, decide and tap in less

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase == "resolution":
            return None if seat_view.ready else Thought(LOOK_AT_RESULT, READY)
        idle = seat_view.said_now or private.active is None or not may_play(public, self.seat)
        if public.phase != "action" or idle:
            return go_if_asked(public, self.seat)
        assert private.active is not None
        kept = seat_view.cards_left == 1 or self.keeps(public, private.active)
        return Thought(self.thinking_time(), NOW if kept else DISCARD)

    def thinking_time(self) -> int:
        """Spread as people's times are: many near the median, a few much longer."""
        return max(self.quickest, round(self.pace * self.random.lognormvariate(0, 0.35)))

    @abstractmethod
    def keeps(self, public: Public, card: int) -> bool: ...


class Gentle(LevelBot):
    """Likes any card that is not far below some Target, whatever its colour."""

    pace = 2400

    def keeps(self, public: Public, card: int) -> bool:
        aim = nearest_above(public.targets, card)
        near = aim is not None and aim.value - card <= 30
        return near if self.random.random() < 0.8 else not near


class Steady(LevelBot):
    """Wants Targets that help, close by, and makes its cards last."""

    pace = 1700

    def keeps(self, public: Public, card: int) -> bool:
        return keeps(public, public.seats[self.seat], card)


class Sharp(LevelBot):
    """Weighs what opponents can still hold against what its own deck can still bring."""

    pace = 1100
    doubt: ClassVar[float] = 0.5  # how much it misjudges, in points
    judgement: ClassVar[Judgement] = PLAIN

    def keeps(self, public: Public, card: int) -> bool:
        hands = [unseen(p) for s, p in enumerate(public.seats) if s != self.seat]
        own = [other for other in unseen(public.seats[self.seat]) if other != card]
        judgement = self.judgement
        worths = [worth(other, public, self.seat, hands, judgement) for other in own]
        hope = judgement.hope * value_of_draws(worths, self.draws(public))
        slip = self.random.gauss(0, self.doubt) if self.doubt else 0.0
        mine = worth(card, public, self.seat, hands, judgement)
        return mine + slip >= hope - judgement.margin

    def draws(self, public: Public) -> int:
        """How many cards this round may cost: those left, shared out over the rounds they serve."""
        seat_view, judgement = public.seats[self.seat], self.judgement
        last = judgement.refresh_round if public.refresh == "to_come" else public.rounds
        rounds = max(1, last - public.round + 1)
        return max(1, ceil(judgement.spend * (seat_view.cards_left - 1) / rounds))


class Merciless(Sharp):
    """Misjudges nothing, knows that the last player has one card more, and beats people's pace."""

    pace = 380
    quickest = 200
    doubt = 0.0

    def draws(self, public: Public) -> int:
        if public.last_player == self.seat:
            return 1
        return super().draws(public)
