"""The best card that a player held in a round, now that everybody's cards lie open.

It is for that player alone, and comes when nothing can be changed any more. What a card is worth is
what it would have done to the player's score against the cards that the others showed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.scoring import score_of
from brouhaha.games.now.taking import Contest, Perfects
from brouhaha.games.now.types import BestCard, SeatView, State

GAIN: Final = 1_000  # a point of the score weighs more than all points of Targets together
LEAST: Final = -GAIN * GAIN  # less than any card brings


def tell_best_cards(
    state: State, cards: list[int], contests: list[Contest], perfects: Perfects
) -> None:
    """To everybody who had a choice. The Targets are not handed out yet: all are still there."""
    places, begun = state.public.seats, state.discards_at_go
    for seat, hand in enumerate(state.private):
        seat_view = places[seat]
        if let_go := seat_view.discards[begun[seat] :]:
            held, takes = [cards[seat], *let_go], what_they_take(cards[seat], let_go, contests)
            if perfects.values and perfects.seats in ([], [seat]):
                bonus = state.options.refresh_points * GAIN
                hand.best = best_card(seat_view, held, takes, perfects.values, bonus)
            elif takes:
                hand.best = best_card(seat_view, held, takes)
            else:
                hand.best = BestCard(cards[seat], (), False, 0)


def what_they_take(
    kept: int, let_go: list[int], contests: list[Contest]
) -> dict[int, list[TargetCard]]:
    """By card, the Targets that would have gone to it: no other seat's card is closer."""
    takes: dict[int, list[TargetCard]] = {}
    for target, value, closest, second in contests:
        rival = closest
        if closest == kept:
            rival = second
            if kept in takes:
                takes[kept].append(target)
            else:
                takes[kept] = [target]
        for card in let_go:
            if card <= value and card > rival:
                if card in takes:
                    takes[card].append(target)
                else:
                    takes[card] = [target]
    return takes


def best_card(
    seat_view: SeatView,
    held: list[int],
    takes: dict[int, list[TargetCard]],
    perfects: Collection[int] = (),
    bonus: int = 0,
) -> BestCard:
    """Of equals the first: the one that was kept, which is the first of those held."""
    best, most = held[0], LEAST
    for card in held:
        brings = what_they_bring(seat_view, takes[card]) if card in takes else 0
        if card in perfects:
            brings += bonus
        if brings > most:
            best, most = card, brings
    return BestCard(best, tuple(takes.get(best, ())), best in perfects, most // GAIN)


def what_they_bring(seat_view: SeatView, targets: list[TargetCard]) -> int:
    """What the score would change by, in `GAIN`, and the points of these Targets."""
    won = {"red": seat_view.red, "blue": seat_view.blue, "both": seat_view.both}
    points = 0
    for target in targets:
        won[target.colour] += target.points
        points += target.points
    gain = score_of(**won) - score_of(seat_view.red, seat_view.blue, seat_view.both)
    return gain * GAIN + points
