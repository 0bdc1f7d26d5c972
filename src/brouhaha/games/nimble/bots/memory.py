"""What a player remembers: the own cards in their order, the last ones handled and no others.

The hands keep the order by themselves; the mind holds `span` cards, and the oldest fades first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from brouhaha.games.nimble.cards import Card
from brouhaha.games.nimble.types import SeatView

NOWHERE: Final = 99  # further away than any card


class Memory:
    def __init__(self, span: int) -> None:
        self.span = span
        self.deck: list[Card | None] = []  # next last; None was never seen
        self.discard: list[Card | None] = []  # top last
        self.in_mind: list[Card] = []  # oldest first

    def follow(self, seat_view: SeatView) -> None:
        """What the hands have done since the last look, told from the two heights."""
        deck, discard = self.deck, self.discard
        change = seat_view.deck - len(deck), seat_view.discard - len(discard)
        if change == (-1, 1):
            discard.append(deck.pop())
        elif change == (1, -1):
            deck.append(discard.pop())
        elif change == (0, -1):
            discard.pop()
        elif not deck and seat_view.deck == len(discard) and not seat_view.discard:
            self.deck, self.discard = discard[::-1], deck
        elif change != (0, 0):
            self.begin_anew(seat_view)
        if seat_view.top is not None:
            self.see(seat_view.top)

    def begin_anew(self, seat_view: SeatView) -> None:
        """New cards, or a seat taken over in mid-play."""
        self.deck = [None] * seat_view.deck
        self.discard = [None] * seat_view.discard
        self.in_mind = []

    def see(self, card: Card) -> None:
        self.discard[-1] = card
        if card in self.in_mind:
            self.in_mind.remove(card)
        self.in_mind.append(card)
        if len(self.in_mind) > self.span:
            del self.in_mind[0]

    def behind(self, frames: Collection[str]) -> int:
        """How many cards to put back until one is on top that has such a frame."""
        for depth, card in enumerate(reversed(self.discard[:-1]), start=1):
            if card is not None and card.frame in frames and card in self.in_mind:
                return depth
        return NOWHERE

    def ahead(self, frames: Collection[str]) -> int:
        """How many cards to flip for the same, the discard turned over after the deck."""
        flips = self.flips(reversed(self.deck), frames)
        if flips == NOWHERE:
            flips = len(self.deck) + 1 + self.flips(self.discard, frames)
        return min(flips, NOWHERE)

    def flips(self, cards: Iterable[Card | None], frames: Collection[str]) -> int:
        """A card that is not in mind may do; if not, the next."""
        for number, card in enumerate(cards, start=1):
            if card is None or card not in self.in_mind:
                return number + 1
            if card.frame in frames:
                return number
        return NOWHERE
