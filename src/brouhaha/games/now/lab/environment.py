"""NOW! for agents. Observation: the round, Refresh, what is to come; 16 Targets in play, lowest
first (value, red, blue, both points); the own card, cards left, lead, last player; the own
discards by value; six figures for each other seat. Values are parts of 128, points of 12 or 32.
"""

from __future__ import annotations

from brouhaha.engine.game import Action
from brouhaha.envs.senses import Senses, Vector, filled, others
from brouhaha.games.now.types import Discard, Now, Private, Public

TARGETS, TOP_VALUE, DECK, MOST_OTHERS = 16, 128, 16, 7
DISCARD, NOW = 1, 2


class NowSenses(Senses):
    size = 4 + 4 * TARGETS + 7 + TOP_VALUE + 6 * MOST_OTHERS
    actions = ("wait", "discard", "now")

    def observe(self, public: Public, private: Private, seat: int) -> Vector:
        seat_view = public.seats[seat]
        numbers = [
            public.round / public.rounds,
            float(public.refresh == "to_come"),
            float(public.refresh == "in_play"),
            public.targets_left / 33,
            *self.targets(public),
            (private.active or 0) / TOP_VALUE,
            seat_view.cards_left / DECK,
            float(seat_view.said_now),
            (seat_view.red - seat_view.blue) / 32,
            seat_view.both / 12,
            float(seat_view.refresh),
            float(public.last_player == seat),
        ]
        gone = set(seat_view.discards)
        numbers += [float(value in gone) for value in range(1, TOP_VALUE + 1)]
        for other in others(seat, public.seats):
            numbers += [other.cards_left / DECK, float(other.said_now), other.red / 32]
            numbers += [other.blue / 32, other.both / 12, float(other.refresh)]
        return filled(numbers, self.size)

    def targets(self, public: Public) -> list[float]:
        in_play = sorted((t for t in public.targets if not t.refresh), key=lambda t: t.value)
        numbers = []
        for target in in_play[:TARGETS]:
            numbers.append(target.value / TOP_VALUE)
            numbers += [target.points / 12 * (target.colour == c) for c in ("red", "blue", "both")]
        return numbers + [0.0] * (4 * TARGETS - len(numbers))

    def allowed(self, public: Public, private: Private, seat: int) -> list[int]:
        seat_view = public.seats[seat]
        if public.phase != "action" or seat_view.said_now:
            return []
        return [DISCARD, NOW] if seat_view.cards_left > 1 else [NOW]

    def action(self, number: int, public: Public, private: Private, seat: int) -> Action | None:
        return Discard() if number == DISCARD else Now()
