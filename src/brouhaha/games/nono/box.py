"""One's own box of NoNo: what the book says that it holds, mistake by mistake.

75 cards, one for each category; four dice of six faces. With categories of one's own it is no real
box any more, and has as many cards as its owner likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast, get_args

from brouhaha.engine.box import BoxKind
from brouhaha.engine.errors import Words
from brouhaha.games.nono.cards import (
    Box,
    category_in,
    default_box,
    fault_in_card,
    fault_in_category,
    faults,
    most_points,
)
from brouhaha.games.nono.judging import Lang, category_ids, category_name
from brouhaha.games.nono.own_categories import shown

FACES: Final = 6
DICE: Final = {
    "order_1": Words("the first order die", "le premier dé Ordre"),
    "order_2": Words("the second order die", "le second dé Ordre"),
    "ban": Words("the ban die", "le dé Interdiction"),
    "syllables": Words("the syllable die", "le dé Syllabe"),
}


class NonoBox(BoxKind):
    option = "box"
    kind = Box

    def mistakes(self, box: Box) -> list[Words]:
        unnamed = {fault_in_card(card, most_points(box, card), box) for card in box.cards}
        of_box = [fault for fault in faults(box) if fault not in unnamed]
        number = [] if box.categories else wrong_number(box)
        return [*of_box, *wrong_faces(box), *number, *wrong_cards(box)]

    def doubts(self, box: Box) -> list[Words]:
        on_cards = {card.category for card in box.cards}
        return [
            Words(
                f"no card is “{shown(own.en or own.fr)}”",
                f"aucune carte n’est «\u00a0{shown(own.fr or own.en)}\u00a0»",
            )
            for own in box.categories
            if own.id not in on_cards
        ]

    def example(self, language: str) -> Box:
        return default_box(cast("Lang", language if language in get_args(Lang) else "en"))

    def names(self) -> dict[str, Words]:
        return {category: house_name(category) for category in category_ids()}


BOX: Final = NonoBox()


def wrong_faces(box: Box) -> Iterator[Words]:
    for die, name in DICE.items():
        faces = len(getattr(box, die))
        if faces != FACES:
            yield Words(
                f"{name.en} has {faces} faces instead of {FACES}",
                f"{name.fr} a {faces} faces au lieu de {FACES}",
            )


def wrong_number(box: Box) -> Iterator[Words]:
    """One for each category; which are missing is told where only a few are."""
    wanted, there = category_ids(), {card.category for card in box.cards}
    if len(box.cards) != len(wanted):
        yield Words(
            f"there are {len(box.cards)} cards instead of {len(wanted)}",
            f"il y a {len(box.cards)} cartes au lieu de {len(wanted)}",
        )
    for category in wanted:
        if category not in there:
            name = house_name(category)
            yield Words(f"no card is “{name.en}”", f"aucune carte n’est «\u00a0{name.fr}\u00a0»")


def wrong_cards(box: Box) -> Iterator[Words]:
    """Each by its name."""
    for card in box.cards:
        fault = fault_in_card(card, most_points(box, card), box)
        if fault is not None:
            name = card_name(box, card.category)
            yield Words(f"“{name.en}”: {fault.en}", f"«\u00a0{name.fr}\u00a0»\u00a0: {fault.fr}")


def house_name(category: str) -> Words:
    return Words(category_name(category, "en"), category_name(category, "fr"))


def card_name(box: Box, category: str) -> Words:
    if fault_in_category(category, box) is not None:
        return Words(shown(category), shown(category))
    found = category_in(box, category)
    return Words(shown(found.en), shown(found.fr))
