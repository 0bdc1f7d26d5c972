"""One's own box of NOW!: what the books say that it holds, mistake by mistake.

12 red, 12 blue and 8 two-colour Targets; eight decks of 16, each of them with 4 Perfects; and no
value on two player cards (the referee needs that), so that with 128 of them none is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from brouhaha.engine.box import BoxKind
from brouhaha.engine.errors import Words
from brouhaha.games.now.cards import (
    COLOURS,
    DECK,
    OF_COLOUR,
    CardSet,
    Colour,
    default_cards,
    faults,
)
from brouhaha.games.now.presentation import PRESENTATION

PERFECTS: Final = 4  # of a deck
VALUES: Final = range(1, DECK * len(COLOURS) + 1)
MEAN_SUM: Final = sum(VALUES) // len(COLOURS)
FAR: Final = MEAN_SUM // 10  # decks of one strength do not differ by more
KINDS: Final = {
    "red": Words("red", "rouges"),
    "blue": Words("blue", "bleues"),
    "both": Words("two-colour", "bicolores"),
}


class NowBox(BoxKind):
    option = "cards"
    kind = CardSet

    def mistakes(self, box: CardSet) -> list[Words]:
        found = [*faults(box), *wrong_colours(box), *doubles(box), *missing(box), *perfects(box)]
        return list(dict.fromkeys(found))

    def doubts(self, box: CardSet) -> list[Words]:
        return list(uneven(box))

    def example(self, language: str) -> CardSet:
        return default_cards()


BOX: Final = NowBox()


def deck_name(colour: Colour) -> Words:
    texts = PRESENTATION.options["colours"].values[colour]
    return Words(texts["en"], texts["fr"])


def wrong_colours(box: CardSet) -> Iterator[Words]:
    """12, 12 and 8."""
    counted: Counter[str] = Counter(target.colour for target in box.targets)
    for colour, kind in KINDS.items():
        most = OF_COLOUR[colour]
        if counted[colour] != most:
            yield Words(
                f"there are {counted[colour]} {kind.en} Targets instead of {most}",
                f"il y a {counted[colour]} Cibles {kind.fr} au lieu de {most}",
            )


def doubles(box: CardSet) -> Iterator[Words]:
    """Every value that stands on two cards, and in which decks."""
    times = Counter(target.value for target in box.targets)
    for value in sorted(value for value, count in times.items() if count > 1):
        yield Words(f"two Targets are worth {value}", f"deux Cibles valent {value}")
    for value in VALUES:
        among = [colour for colour, deck in box.decks.items() for one in deck if one == value]
        if len(among) > 1:
            decks = [deck_name(colour) for colour in among]
            yield Words(
                f"{value} is there twice: {' and '.join(deck.en for deck in decks)}",
                f"{value} y est deux fois\u00a0: {' et '.join(deck.fr for deck in decks)}",
            )


def missing(box: CardSet) -> Iterator[Words]:
    """Only where every deck is full: before that, most are."""
    if any(len(box.decks.get(colour, ())) < DECK for colour in COLOURS):
        return
    there = {value for deck in box.decks.values() for value in deck}
    lost = ", ".join(str(value) for value in VALUES if value not in there)
    if lost:
        yield Words(f"no card is worth {lost}", f"aucune carte ne vaut {lost}")


def perfects(box: CardSet) -> Iterator[Words]:
    """Each deck has as many cards that equal a Target as every other."""
    targets = {target.value for target in box.targets}
    for colour, deck in box.decks.items():
        own = sum(value in targets for value in deck)
        if own != PERFECTS and len(deck) == DECK:
            name = deck_name(colour)
            yield Words(
                f"the {name.en} deck has {own} Perfects instead of {PERFECTS}",
                f"le paquet {name.fr} a {own} Parfaites au lieu de {PERFECTS}",
            )


def uneven(box: CardSet) -> Iterator[Words]:
    """The decks are told to be equally strong."""
    for colour, deck in box.decks.items():
        if len(deck) == DECK and abs(sum(deck) - MEAN_SUM) > FAR:
            name = deck_name(colour)
            yield Words(
                f"the {name.en} deck adds up to {sum(deck)}, and about {MEAN_SUM} is usual",
                f"le paquet {name.fr} fait {sum(deck)} en tout, et {MEAN_SUM} environ est normal",
            )
