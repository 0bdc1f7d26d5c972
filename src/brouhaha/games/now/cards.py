"""The cards of NOW!: 32 Targets and Refresh, and eight coloured decks of 16. They are data.

`data/cards.json` is the default set, made by `tools/now_cards.py`. Whoever owns a box may type in
the true cards in the same form and play with them (option `cards`). No value may stand on two
player cards, so that "closest" never ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, get_args

import msgspec

from brouhaha.engine.errors import Rejected, Words
from brouhaha.games.now.refusals import BAD_CARDS

Colour = Literal["yellow", "blue", "green", "pink", "orange", "purple", "teal", "brown"]
Value = Annotated[int, msgspec.Meta(ge=1, le=128)]
Points = Annotated[int, msgspec.Meta(ge=1, le=12)]
BoxName = Annotated[str, msgspec.Meta(max_length=40)]

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
MOST: Final = 200  # cards that are read at all of what somebody sends
TARGETS: Final = 32
DECK: Final = 16
SLOTS: Final = TARGETS + 1  # Refresh takes one of the 11 × 3
OF_COLOUR: Final = {"red": 12, "blue": 12, "both": 8}  # Targets in a box, by their colour


class TargetCard(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """A Target with its value, colour and points, or the Refresh card, which has none of them."""

    value: Value = 0
    colour: Literal["red", "blue", "both", ""] = ""
    points: Points = 0
    refresh: bool = False


REFRESH: Final = TargetCard(refresh=True)


class CardSet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole box: the Targets, and each colour's deck; and what its owner calls it."""

    targets: Annotated[list[TargetCard], msgspec.Meta(max_length=MOST)]
    decks: dict[Colour, Annotated[list[Value], msgspec.Meta(max_length=MOST)]]
    name: BoxName = ""


@cache
def default_cards() -> CardSet:
    text = files("brouhaha.games.now").joinpath("data/cards.json").read_bytes()
    return checked(msgspec.json.decode(text, type=CardSet))


def checked(cards: CardSet) -> CardSet:
    """The same set, or `Rejected` with what is wrong in it."""
    if fault := next(faults(cards), None):
        raise Rejected(BAD_CARDS, reason=fault)
    return cards


def faults(cards: CardSet) -> Iterator[Words]:
    """What keeps these from being played with."""
    yield from filter(None, [fault_in_targets([*cards.targets, REFRESH])])
    if len(cards.decks) != len(COLOURS):
        yield Words(
            f"there are {len(cards.decks)} decks instead of {len(COLOURS)}",
            f"il y a {len(cards.decks)} paquets au lieu de {len(COLOURS)}",
        )
    yield from filter(None, [fault_in_decks(list(cards.decks.values()))])


def fault_in_targets(cards: Sequence[TargetCard]) -> Words | None:
    """What keeps these from being 32 different Targets and one Refresh."""
    if len(cards) != SLOTS:
        return Words(
            f"there are {len(cards)} cards in the Target deck instead of {SLOTS}",
            f"il y a {len(cards)} cartes dans le paquet de Cibles au lieu de {SLOTS}",
        )
    if sum(card.refresh for card in cards) != 1:
        return Words("there must be exactly one Refresh", "il faut une seule carte Reset")
    targets = [card for card in cards if not card.refresh]
    if REFRESH not in cards or not all(t.value and t.colour and t.points for t in targets):
        return Words(
            "a Target has a value, a colour and points; Refresh has none",
            "une Cible a une valeur, une couleur et des points ; Reset n’en a pas",
        )
    if double := _double(card.value for card in targets):
        return Words(f"two Targets are worth {double}", f"deux Cibles valent {double}")
    return None


def fault_in_decks(decks: Sequence[Sequence[int]]) -> Words | None:
    """What keeps these from being decks of 16 in which no value comes twice."""
    for deck in decks:
        if len(deck) != DECK:
            return Words(
                f"there are {len(deck)} cards in a deck instead of {DECK}",
                f"il y a {len(deck)} cartes dans un paquet au lieu de {DECK}",
            )
    if double := _double(value for deck in decks for value in deck):
        return Words(f"two player cards are worth {double}", f"deux cartes joueur valent {double}")
    return None


def _double(values: Iterable[int]) -> int | None:
    seen: set[int] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None
