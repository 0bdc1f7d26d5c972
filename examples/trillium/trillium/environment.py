"""Trillium for agents. Observation: for each place of the meadow, the four features of its card,
each one-hot; then the own score and the cards left. An agent claims with the card of a place: a
trio that it belongs to, if there is one; else it is a mistake. A frozen agent is refused.
"""

from __future__ import annotations

from typing import get_args

from brouhaha.engine.game import Action
from brouhaha.envs.senses import Senses, Vector, filled, one_hot
from trillium.bots import claim
from trillium.cards import Card, Colour, Leaf, Petals, trios
from trillium.types import Private, Public

PLACES = 21  # with more cards there is always a trio
CARD = 12


class TrilliumSenses(Senses):
    size = CARD * PLACES + 2
    actions = ("wait", *(f"claim with card {place}" for place in range(PLACES)))

    def observe(self, public: Public, private: Private, seat: int) -> Vector:
        numbers = [number for place in range(PLACES) for number in card_at(public, place)]
        return filled([*numbers, public.seats[seat].score / 27, public.cards_left / 81], self.size)

    def allowed(self, public: Public, private: Private, seat: int) -> list[int]:
        if public.phase != "play":
            return []
        return list(range(1, min(PLACES, len(public.meadow)) + 1))

    def action(self, number: int, public: Public, private: Private, seat: int) -> Action | None:
        """A trio with this card, if there is one; else the card with two others: a mistake."""
        card = public.meadow[number - 1]
        for trio in trios(public.meadow):
            if card in trio:
                return claim(trio)
        return claim((card, *[other for other in public.meadow if other != card][:2]))


def card_at(public: Public, place: int) -> list[float]:
    if place >= len(public.meadow):
        return [0.0] * CARD
    card: Card = public.meadow[place]
    kinds = (card.count - 1, *map(_place, (Colour, Petals, Leaf), card.features[1:]))
    return [number for kind in kinds for number in one_hot(kind, 3)]


def _place(kind: object, value: object) -> int:
    return get_args(kind).index(value)
