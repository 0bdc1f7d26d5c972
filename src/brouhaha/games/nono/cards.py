"""The box of NoNo: four dice and 75 cards, one set for each language. They are data.

`data/box.fr.json` and `data/box.en.json` are the default boxes, made by `tools/nono_box.py`.
Whoever owns a box may type in its true faces and cards in the same form and play with them
(option `box`). Each card rolls at least one order die and never all four dice, and brings at
most 12 points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, get_args

import msgspec

from brouhaha.engine.errors import Rejected, Words
from brouhaha.games.nono.judging import Category, Lang, category_ids, house_category
from brouhaha.games.nono.own_categories import (
    MOST_BYTES,
    OwnCategory,
    category_of,
    faults_in_categories,
    find,
    shown,
)
from brouhaha.games.nono.refusals import BAD_BOX

Letter = Annotated[str, msgspec.Meta(pattern="^[A-Z]$", min_length=1, max_length=1)]
Points = Annotated[int, msgspec.Meta(ge=1, le=12)]
Count = Annotated[int, msgspec.Meta(ge=1, le=9)]
BoxName = Annotated[str, msgspec.Meta(max_length=40)]
Multiplier = Annotated[int, msgspec.Meta(ge=1, le=3)]
Die = Literal["order_1", "order_2", "ban", "syllables"]

ORDER_DICE: Final[tuple[Die, Die]] = ("order_1", "order_2")
MOST_POINTS: Final = 12
MOST_FACES: Final = 20  # far above any die; keeps a log's header small
MOST_CARDS: Final = 200


class Face(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """One face of an order die: a letter that must be in the word, and its points."""

    letter: Letter
    points: Points


class Roll(msgspec.Struct, frozen=True):
    """The dice as they lie; a die that the card does not roll shows nothing."""

    order: tuple[Face, ...]
    ban: Letter | None = None
    syllables: Count | None = None

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(face.letter for face in self.order)

    @property
    def points(self) -> int:
        return sum(face.points for face in self.order)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A category, the dice to roll, and what their points are multiplied by."""

    category: str
    dice: tuple[Die, ...]
    multiplier: Multiplier


class Box(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All parts: the faces of each die, and the cards; what its owner calls it, and which
    categories are not the house's."""

    order_1: list[Face]
    order_2: list[Face]
    ban: list[Letter]
    syllables: list[Count]
    cards: list[Card]
    name: BoxName = ""
    categories: list[OwnCategory] = []


@cache
def default_box(language: Lang) -> Box:
    text = files("brouhaha.games.nono").joinpath(f"data/box.{language}.json").read_bytes()
    return checked(msgspec.json.decode(text, type=Box))


def checked(box: Box) -> Box:
    """The same box, or `Rejected` with what is wrong in it."""
    if fault := next(faults(box), None):
        raise Rejected(BAD_BOX, reason=fault)
    return box


def faults(box: Box) -> Iterator[Words]:
    """What keeps it from being played with."""
    yield from faults_in_categories(box.categories)
    yield from faults_in_dice(box)
    yield from faults_in_cards(box)
    if box.categories and (size := len(msgspec.json.encode(box))) > MOST_BYTES:
        yield Words(
            f"it is {size} bytes long, and {MOST_BYTES} at most can be: leave some words out",
            f"il y a {size} octets, et {MOST_BYTES} au plus sont possibles\u00a0: enlève des mots",
        )


def faults_in_dice(box: Box) -> Iterator[Words]:
    dice = (box.order_1, box.order_2, box.ban, box.syllables)
    if not all(1 <= len(die) <= MOST_FACES for die in dice):
        yield Words(f"a die has 1 to {MOST_FACES} faces", f"un dé a de 1 à {MOST_FACES} faces")


def faults_in_cards(box: Box) -> Iterator[Words]:
    if not 1 <= len(box.cards) <= MOST_CARDS:
        yield Words(f"there are 1 to {MOST_CARDS} cards", f"il y a de 1 à {MOST_CARDS} cartes")
    times = Counter(card.category for card in box.cards)
    for double in (name for name, count in times.items() if count > 1):
        yield Words(
            f"two cards have the category “{shown(double)}”",
            f"deux cartes ont la catégorie «\u00a0{shown(double)}\u00a0»",
        )
    for card in box.cards:
        if fault := fault_in_card(card, most_points(box, card), box):
            yield fault


def most_points(box: Box, card: Card) -> int:
    """What the card brings with the best roll."""
    dice = {"order_1": box.order_1, "order_2": box.order_2}
    best = (
        max((face.points for face in faces), default=0)
        for die, faces in dice.items()
        if die in card.dice
    )
    return card.multiplier * sum(best)


def fault_in_card(card: Card, most: int, box: Box | None) -> Words | None:
    """What keeps it from being a card of NoNo, by its category, its dice or its points."""
    if len(set(card.dice)) != len(card.dice):
        return Words("a card rolls a die once only", "une carte ne lance un dé qu’une fois")
    fault = fault_in_category(card.category, box) or fault_in_dice_rolled(card.dice)
    return fault or fault_in_points(most)


def category_in(box: Box | None, id: str) -> Category:
    """The box's own, or the house's."""
    own = find(box.categories, id) if box is not None else None
    return category_of(own) if own is not None else house_category(id)


def fault_in_category(category: str, box: Box | None) -> Words | None:
    if category in category_ids() or (box is not None and find(box.categories, category)):
        return None
    name = shown(category)
    return Words(f"there is no category “{name}”", f"il n’y a pas de catégorie « {name} »")


def fault_in_dice_rolled(dice: Iterable[Die]) -> Words | None:
    rolled = set(dice)
    if not rolled.intersection(ORDER_DICE):
        return Words("each card rolls an order die", "chaque carte lance un dé Ordre")
    return fault_in_number(rolled)


def fault_in_number(dice: Collection[Die]) -> Words | None:
    if len(dice) < len(get_args(Die)):
        return None
    return Words("no card rolls all four dice", "aucune carte ne lance les quatre dés")


def fault_in_points(most: int) -> Words | None:
    if most <= MOST_POINTS:
        return None
    return Words(
        f"a card brings at most {MOST_POINTS} points",
        f"une carte rapporte {MOST_POINTS} points au plus",
    )
