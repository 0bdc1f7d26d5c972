"""Where to look for a card that fits, among those that one remembers.

Each direction, back through the discard or on through the deck, is a row of cards with a chance to
fit when one gets there: whoever plays beside changes the piles meanwhile. The sooner, the better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final

import msgspec

from brouhaha.games.nimble.bots.memory import Memory
from brouhaha.games.nimble.cards import Card

FARTHEST: Final = 16  # cards: what lies beyond changes nothing
TURNING: Final = "turning"  # a step that shows no card: the discard is turned over

Step = Card | str | None


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures in `data/learned.json` were found by training (`lab/training.py`)."""

    eagerness: float = 0.9  # what a card is worth one step farther away
    persistence: float = 0.85  # how likely the piles show the same circles one step later
    fortune: float = 0.35  # how likely a card fits of which nothing is known

    def turns_back(self, memory: Memory, circles: Collection[str]) -> bool:
        return self.promise(behind(memory), circles) > self.promise(ahead(memory), circles)

    def promise(self, steps: Iterable[Step], circles: Collection[str]) -> float:
        """How much may be hoped for in this direction."""
        value, still_open, weight, stays = 0.0, 1.0, 1.0, 1.0
        for step in islice(steps, FARTHEST):
            weight *= self.eagerness
            stays *= self.persistence
            if step is TURNING:
                continue
            chance = self.fortune
            if isinstance(step, Card):
                chance = (1 - stays) * self.fortune + (stays if step.frame in circles else 0.0)
            value += still_open * weight * chance
            still_open *= 1 - chance
        return value


def behind(memory: Memory) -> Iterable[Step]:
    """What lies on top after each card that is put back."""
    return (known(memory, card) for card in reversed(memory.discard[:-1]))


def ahead(memory: Memory) -> Iterable[Step]:
    """What lies on top after each card that is flipped, the discard turned over after the deck."""
    yield from (known(memory, card) for card in reversed(memory.deck))
    yield TURNING
    yield from (known(memory, card) for card in memory.discard)


def known(memory: Memory, card: Card | None) -> Card | None:
    return card if card in memory.in_mind else None
