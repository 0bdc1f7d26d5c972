"""The levels: one player whose eyes, hands and memory differ. A level is a class of figures; the
last one also looks for cards in another way, which was trained.

Between two actions it looks (and only then decides, by what lies there at that moment) and then
moves a hand, which takes its time: a pile that changes meanwhile is a race lost.
"""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import ClassVar

import msgspec

from brouhaha.engine.game import Action, Bot, Thought
from brouhaha.games.nimble.bots.memory import Memory
from brouhaha.games.nimble.bots.search import Search
from brouhaha.games.nimble.bots.simple import BACK, FLIP, READY, RECYCLE, signal_if_asked
from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import PILES, Place, Private, Public, SeatView


class Level(Bot):
    look: ClassVar[int]  # ms, the median, to see what lies there
    move: ClassVar[int]  # ms, the median, to flip, place or put back a card
    quickest: ClassVar[int]  # ms, for either
    misses: ClassVar[float]  # how often a card that fits is not noticed
    slips: ClassVar[float]  # how often one that does not fit is placed
    span: ClassVar[int]  # cards in mind
    spread: ClassVar[float] = 0.25  # of the times, which are log-normal

    def __init__(self, seat: int, random: Random) -> None:
        super().__init__(seat, random)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Between rounds there is nothing to remember."""
        self.memory = Memory(self.span)
        self.has_looked = False

    def think(self, public: Public, private: Private) -> Thought | None:
        seat_view = public.seats[self.seat]
        if public.phase == "play":
            return self.look_or_move(public, seat_view)
        self.begin_anew()
        if public.phase == "check" and not seat_view.ready:
            return Thought(self.time(4 * self.look), READY)
        return signal_if_asked(public, self.seat)

    def look_or_move(self, public: Public, seat_view: SeatView) -> Thought:
        self.has_looked = not self.has_looked
        if self.has_looked:
            return Thought(self.time(self.look), None)
        self.memory.follow(seat_view)
        return Thought(self.time(self.move), self.choose(public.piles, seat_view))

    def time(self, median: int) -> int:
        return max(self.quickest, int(median * self.random.lognormvariate(0, self.spread)))

    def choose(self, piles: list[Card], seat_view: SeatView) -> Action:
        """Place the top card if it fits; else go where the next that fits is known to be."""
        if seat_view.top is not None:
            fitting = self.find(piles, seat_view.top)
            if fitting is not None:
                return fitting
        if self.turns_back({card.circle for card in piles}):
            return BACK
        return FLIP if seat_view.deck else RECYCLE

    def turns_back(self, circles: set[str]) -> bool:
        """Is a card that fits nearer in the discard than in the deck?"""
        return self.memory.behind(circles) < self.memory.ahead(circles)

    def find(self, piles: list[Card], top: Card) -> Place | None:
        """Where the top card fits, or seems to."""
        for pile, card in enumerate(piles):
            if card.circle == top.frame:
                return None if self.random.random() < self.misses else Place(pile, card)
        if self.random.random() < self.slips:
            pile = int(self.random.random() * PILES)
            return Place(pile, piles[pile])
        return None


class Gentle(Level):
    """Looks around, overlooks a thing or two, and remembers the last card."""

    look, move, quickest = 700, 500, 200
    misses, slips, span = 0.15, 0.03, 2


class Steady(Level):
    """An attentive player."""

    look, move, quickest = 520, 420, 200
    misses, slips, span = 0.07, 0.015, 5


class Sharp(Level):
    """As good as people get."""

    look, move, quickest = 380, 320, 180
    misses, slips, span = 0.02, 0.005, 12


class Merciless(Level):
    """Quicker than people, never wrong, forgets nothing."""

    look, move, quickest = 220, 220, 100
    misses, slips, span = 0.0, 0.0, 30


class Learned(Merciless):
    """Merciless, but that it knows better where to look for a card that fits."""

    search: ClassVar[Search] = msgspec.json.decode(
        files("brouhaha.games.nimble").joinpath("data/learned.json").read_bytes(), type=Search
    )

    def turns_back(self, circles: set[str]) -> bool:
        return self.search.turns_back(self.memory, circles)
