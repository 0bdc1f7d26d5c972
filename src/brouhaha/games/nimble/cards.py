"""The cards of nimble: a frame and a circle of two different colours out of six.

A deck has every such pair once, thirty in all; the four decks differ in their backs only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final, Literal, get_args

import msgspec

from brouhaha.engine.errors import Words

Colour = Literal["blue", "orange", "mauve", "red", "yellow", "green"]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)


class Card(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """In JSON `["blue", "orange"]`: the frame, then the circle."""

    frame: Colour
    circle: Colour


DECK: Final[tuple[Card, ...]] = tuple(Card(*pair) for pair in permutations(COLOURS, 2))


def fault_in_deck(cards: Sequence[Card]) -> Words | None:
    """What keeps these from being cards of one deck; there may be fewer than thirty."""
    seen: set[Card] = set()
    for card in cards:
        if card.frame == card.circle:
            return Words(
                "the frame and the circle of a card have two different colours",
                "le cadre et le cercle d’une carte ont deux couleurs différentes",
            )
        if card in seen:
            return Words("a deck has a card twice", "un paquet a deux fois la même carte")
        seen.add(card)
    return None


def rest_of_deck(cards: Sequence[Card]) -> list[Card]:
    """The cards of a whole deck that are not among these."""
    return [card for card in DECK if card not in cards]
