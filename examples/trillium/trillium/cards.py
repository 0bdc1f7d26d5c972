"""The flowers: 81 cards, each with one of three of everything. A trio is alike or apart in each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Annotated, Final, Literal, get_args

import msgspec

Colour = Literal["coral", "gold", "violet"]
Petals = Literal["round", "pointed", "curled"]
Leaf = Literal["bare", "striped", "full"]
Count = Annotated[int, msgspec.Meta(ge=1, le=3)]
Number = Annotated[int, msgspec.Meta(ge=1, le=81)]


class Card(msgspec.Struct, frozen=True):
    """So many flowers of one colour and one kind, on one kind of leaf. The number names it."""

    number: int
    count: Count
    colour: Colour
    petals: Petals
    leaf: Leaf

    @property
    def features(self) -> tuple[object, ...]:
        return self.count, self.colour, self.petals, self.leaf


CARDS: Final = tuple(
    Card(number, *features)
    for number, features in enumerate(
        product((1, 2, 3), get_args(Colour), get_args(Petals), get_args(Leaf)), start=1
    )
)
SHORT_DECK: Final = tuple(card for card in CARDS if card.leaf == "full")

Trio = tuple[Card, Card, Card]


def is_trio(cards: Sequence[Card]) -> bool:
    """In each feature all three are alike, or all three are apart: two of a kind spoil it."""
    return all(len(set(feature)) != 2 for feature in zip(*(c.features for c in cards), strict=True))


@cache
def third(one: int, two: int) -> int:
    """The number of the only card that makes a trio of these two."""
    first, second = CARDS[one - 1], CARDS[two - 1]
    rest = (card for card in CARDS if card.number not in (one, two))
    return next(card.number for card in rest if is_trio((first, second, card)))


def trios(cards: Sequence[Card]) -> list[Trio]:
    """Each once: the two that lie first in it, and the third behind them."""
    places = {card.number: place for place, card in enumerate(cards)}
    found = []
    for (_, one), (place, two) in combinations(enumerate(cards), 2):
        last = places.get(third(one.number, two.number), -1)
        if last > place:
            found.append((one, two, cards[last]))
    return found


def has_trio(cards: Sequence[Card]) -> bool:
    numbers = {card.number for card in cards}
    return any(third(one, two) in numbers for one, two in combinations(numbers, 2))
