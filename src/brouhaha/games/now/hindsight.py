"""The best card that a player held in a round, now that everybody's cards lie open.

It is for that player alone, and comes when nothing can be changed any more. What a card is worth is
what it would have done to the player's score against the cards that the others showed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.scoring import score_of
from brouhaha.games.now.taking import Contest, Perfects, points_with
from brouhaha.games.now.types import BestCard, SeatView, State

Brings = tuple[int, int]  # what the score would change by, and the points of the Targets
NOTHING: Final[Brings] = (0, 0)


def tell_best_cards(
    state: State, cards: list[int], contests: list[Contest], perfects: Perfects
) -> None:
    """To everybody who had a choice. The Targets are not handed out yet: all are still there."""
    for seat, hand in enumerate(state.private):
        place = state.public.seats[seat]
        if let_go := place.discards[state.discards_at_go[seat] :]:
            alone = perfects.values if perfects.seats in ([], [seat]) else ()
            held = [cards[seat], *let_go]
            hand.best = best_card(place, held, contests, alone, state.options.refresh_points)


def best_card(
    place: SeatView,
    held: Sequence[int],
    contests: list[Contest],
    perfects: Collection[int],
    refresh_points: int,
) -> BestCard:
    """Of equals the first: the one that was kept, which is the first of those held."""
    takes = what_they_take(held, contests)
    best, most = held[0], None
    for card in held:
        brings = what_they_bring(place, takes[card]) if card in takes else NOTHING
        if card in perfects:
            brings = brings[0] + refresh_points, brings[1]
        if most is None or brings > most:
            best, most = card, brings
    assert most is not None
    return BestCard(best, tuple(takes.get(best, ())), best in perfects, most[0])


def what_they_take(held: Sequence[int], contests: list[Contest]) -> dict[int, list[TargetCard]]:
    """By card, the Targets that would have gone to it: no other seat's card is closer."""
    shown = held[0]
    takes: dict[int, list[TargetCard]] = {}
    for target, closest, second in contests:
        beside, value = second if closest == shown else closest, target.value
        for card in held:
            if beside < card <= value:
                takes.setdefault(card, []).append(target)
    return takes


def what_they_bring(place: SeatView, targets: list[TargetCard]) -> Brings:
    red, blue, both = place.red, place.blue, place.both
    before, points = score_of(red, blue, both), 0
    for target in targets:
        red, blue, both = points_with(red, blue, both, target)
        points += target.points
    return score_of(red, blue, both) - before, points
