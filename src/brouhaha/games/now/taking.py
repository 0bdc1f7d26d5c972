"""Who takes what: a Target the highest card that does not exceed it, Refresh the only Perfect."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.types import SeatView, State


def closest_card(lowest_first: Sequence[int], target: TargetCard) -> int | None:
    """Of these cards, the one that takes the Target; None: all are above it."""
    not_above = bisect_right(lowest_first, target.value)
    return lowest_first[not_above - 1] if not_above else None


def take(place: SeatView, target: TargetCard) -> None:
    """The Target lies in front of its owner, red, blue and both apart."""
    place.won.append(target)
    if target.colour == "red":
        place.red += target.points
    elif target.colour == "blue":
        place.blue += target.points
    else:
        place.both += target.points


def perfect_seats(state: State, cards: Sequence[int]) -> list[int]:
    """Who shows a card that equals a Target: one on the table, or any (option `perfect`)."""
    values = state.perfects
    if values is None:
        values = {target.value for target in state.public.targets}
    return [seat for seat, card in enumerate(cards) if card in values]
