"""Players by rule: one that claims anything, and three who see trios, each at their own pace."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from brouhaha.engine.game import Bot, Thought
from trillium.cards import Card, trios
from trillium.types import Claim, Private, Public


def claim(cards: tuple[Card, ...]) -> Claim:
    return Claim([card.number for card in cards])


class RandomBot(Bot):
    """Claims a trio now and then, and any three cards else."""

    def think(self, public: Public, private: Private) -> Thought | None:
        if public.phase != "play":
            return None
        after = 200 + self.random.randrange(3000) + wait(public, self.seat)
        if self.random.random() < 0.6:
            return Thought(after, claim(self.random.choice(trios(public.meadow))))
        return Thought(after, claim(tuple(self.random.sample(public.meadow, 3))))


def wait(public: Public, seat: int) -> int:
    """A seat that is frozen waits: it may claim again when the time is over, or the meadow new."""
    return public.freeze if public.seats[seat].frozen_until is not None else 0


class Finder(Bot):
    """Looks at three cards after the other until they are a trio; the more trios, the sooner."""

    pace: ClassVar[float]  # ms to find the only trio of twelve cards, in the mean
    slip: ClassVar[float]  # how often it takes three cards for a trio that are none

    def __init__(self, seat: int, random: Random) -> None:
        super().__init__(seat, random)
        self.own_pace = self.pace * random.uniform(0.9, 1.1)

    def think(self, public: Public, private: Private) -> Thought | None:
        if public.phase != "play":
            return None
        found = trios(public.meadow)
        looking = self.random.expovariate(len(found) / self.own_pace)
        after = 700 + int(looking) + wait(public, self.seat)
        if self.random.random() < self.slip:
            return Thought(after, claim(self.almost(public, self.random.choice(found))))
        return Thought(after, claim(self.random.choice(found)))

    def almost(self, public: Public, trio: tuple[Card, ...]) -> tuple[Card, ...]:
        """Two cards of a trio, and one that is not the third."""
        others = [card for card in public.meadow if card not in trio]
        return (*trio[:2], self.random.choice(others)) if others else trio


class Gentle(Finder):
    pace, slip = 30_000, 0.15


class Steady(Finder):
    pace, slip = 15_000, 0.06


class Sharp(Finder):
    pace, slip = 7_000, 0.02


BOTS = {"random": RandomBot, "gentle": Gentle, "steady": Steady, "sharp": Sharp}
