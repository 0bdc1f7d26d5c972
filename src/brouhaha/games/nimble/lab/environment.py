"""nimble for agents. Observation: the piles' top cards, the own top card and the others', each
as frame and circle one-hot; how many cards lie in each deck and discard, as parts of 30. What lay
there before is the agent's own affair to remember. A placement is aimed at the card that the agent
saw: if another seat is quicker in the same tick, it bounces.
"""

from __future__ import annotations

from brouhaha.engine.game import Action
from brouhaha.envs.senses import Senses, Vector, filled, one_hot, others
from brouhaha.games.nimble.cards import COLOURS, Card
from brouhaha.games.nimble.types import (
    PILES,
    Back,
    Flip,
    Place,
    Private,
    Public,
    Recycle,
    SeatView,
)

DECK, MOST_PLAYERS = 30, 4
FLIP, BACK, RECYCLE, PLACE = 1, 2, 3, 4
CARD = 2 * len(COLOURS)


class NimbleSenses(Senses):
    size = CARD * PILES + (CARD + 2) * MOST_PLAYERS
    actions = ("wait", "flip", "back", "recycle", "place on 0", "place on 1", "place on 2")

    def observe(self, public: Public, private: Private, seat: int) -> Vector:
        numbers = [number for card in public.piles for number in self.card(card)]
        for seat_view in (public.seats[seat], *others(seat, public.seats)):
            numbers += [*self.card(seat_view.top), seat_view.deck / DECK, seat_view.discard / DECK]
        return filled(numbers, self.size)

    def card(self, card: Card | None) -> list[float]:
        if card is None:
            return [0.0] * CARD
        places = COLOURS.index(card.frame), COLOURS.index(card.circle)
        return [number for one in places for number in one_hot(one, len(COLOURS))]

    def allowed(self, public: Public, private: Private, seat: int) -> list[int]:
        if public.phase != "play":
            return []
        seat_view: SeatView = public.seats[seat]
        onward = [FLIP if seat_view.deck else RECYCLE]
        return onward if seat_view.top is None else [*onward, BACK, *range(PLACE, PLACE + PILES)]

    def action(self, number: int, public: Public, private: Private, seat: int) -> Action | None:
        if number >= PLACE:
            return Place(number - PLACE, public.piles[number - PLACE])
        return {FLIP: Flip(), BACK: Back(), RECYCLE: Recycle()}[number]
