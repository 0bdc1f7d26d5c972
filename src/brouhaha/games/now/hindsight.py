"""The best card that a player held in a round, now that everybody's cards lie open.

It is for that player alone, and comes when nothing can be changed any more. What a card is worth is
what it would have done to the player's score against the cards that the others showed.
"""

from __future__ import annotations

from collections.abc import Sequence

from brouhaha.games.now.scoring import score_seat
from brouhaha.games.now.taking import closest_card, perfect_seats, take
from brouhaha.games.now.types import BestCard, SeatView, State


def tell_best_cards(state: State, cards: Sequence[int]) -> None:
    """To everybody who had a choice. The Targets are not handed out yet: all are still there."""
    for seat, hand in enumerate(state.private):
        let_go = state.public.seats[seat].discards[state.discards_at_go[seat] :]
        hand.best = best_card(state, cards, seat, [cards[seat], *let_go]) if let_go else None


def best_card(state: State, cards: Sequence[int], seat: int, held: Sequence[int]) -> BestCard:
    """Of equals the first: the one that was kept."""
    return max(
        (with_card(state, cards, seat, value) for value in held),
        key=lambda card: (card.gain, sum(target.points for target in card.targets)),
    )


def with_card(state: State, cards: Sequence[int], seat: int, value: int) -> BestCard:
    """What this card would have brought, or has."""
    shown = [*cards[:seat], value, *cards[seat + 1 :]]
    lowest_first = sorted(shown)
    targets = [
        target
        for target in state.public.targets
        if not target.refresh and closest_card(lowest_first, target) == value
    ]
    refresh = state.public.refresh == "in_play" and perfect_seats(state, shown) == [seat]
    before = state.public.seats[seat]
    after = SeatView(
        before.name, before.colour, 0, red=before.red, blue=before.blue, both=before.both
    )
    after.refresh = before.refresh or refresh
    for target in targets:
        take(after, target)
    points = state.options.refresh_points
    gain = score_seat(after, points).score - score_seat(before, points).score
    return BestCard(value, tuple(targets), refresh, gain)
