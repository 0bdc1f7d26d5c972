"""What a card is worth, as far as a player at the table can tell.

Everybody knows the eight decks (the box's, by colour) and sees all discards. So what an opponent
can still hold is known, though not which of it is active; and so is what the own deck can bring.
"""

from __future__ import annotations

from typing import Final

from brouhaha.games.now.bots.simple import gain
from brouhaha.games.now.cards import CardSet, default_cards
from brouhaha.games.now.types import Public, SeatView

# An opponent's card is no random one: it was kept. A Target is that much likelier to be taken by
# a card between, than if cards lay at random. Found by tournaments.
CHOOSINESS: Final = 2.0
PERFECT: Final = 3  # what Refresh is worth by default


def unseen(place: SeatView, cards: CardSet | None = None) -> list[int]:
    """The cards of this seat's deck that are not in its discards."""
    gone = set(place.discards)
    return [card for card in (cards or default_cards()).decks[place.colour] if card not in gone]


def held_between(card: int, target: int, hand: list[int]) -> float:
    """How likely an opponent with these unseen cards ends closer to the Target than this card."""
    closer = sum(card < other <= target for other in hand)
    return min(CHOOSINESS * closer / len(hand), 0.95)


def worth(card: int, public: Public, seat: int, hands: list[list[int]]) -> float:
    """The points this card may be expected to bring if it is kept; bad Targets count against it."""
    place = public.seats[seat]
    total = 0.0
    for target in sorted(public.targets, key=lambda target: target.value):
        if target.refresh or target.value < card:
            continue
        chance = 1.0
        for hand in hands:
            chance *= 1 - held_between(card, target.value, hand)
        total += chance * gain(place, target)
        if target.value == card and public.refresh == "in_play":
            total += PERFECT * 0.7
    return total


def value_of_draws(worths: list[float], draws: int) -> float:
    """What one may hope for with so many more cards, each of which may be the one to keep."""
    if not worths or draws < 1:
        return float("-inf")
    best = sum(worths) / len(worths)
    for _ in range(draws - 1):
        best = sum(max(worth, best) for worth in worths) / len(worths)
    return best
