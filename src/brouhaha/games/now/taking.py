"""Who takes what: a Target the highest card that does not exceed it, Refresh the only Perfect."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.types import SeatView, State

NO_CARD: Final = 0  # below every card

# A Target, its value, the card that takes it, and the one that would if that were not there
Contest = tuple[TargetCard, int, int, int]


def contests_for(targets: Sequence[TargetCard], cards: Sequence[int]) -> list[Contest]:
    """The two closest of these cards that do not exceed each Target; `NO_CARD`: all are above."""
    lowest_first = [NO_CARD, NO_CARD, *sorted(cards)]
    contests = []
    for target in targets:
        value = target.value
        above = bisect_right(lowest_first, value)
        contests.append((target, value, lowest_first[above - 1], lowest_first[above - 2]))
    return contests


def take(seat_view: SeatView, target: TargetCard) -> None:
    """The Target lies in front of its owner, red, blue and both apart."""
    seat_view.won.append(target)
    if target.colour == "red":
        seat_view.red += target.points
    elif target.colour == "blue":
        seat_view.blue += target.points
    else:
        seat_view.both += target.points


class Perfects(NamedTuple):
    """The cards that would be a Perfect, and the seats that show one."""

    values: set[int] | frozenset[int]
    seats: list[int]


NO_PERFECTS: Final = Perfects(frozenset(), [])


def perfects_among(state: State, cards: Sequence[int]) -> Perfects:
    """A Perfect equals a Target on the table, or any (option `perfect`); it counts while Refresh
    is in play."""
    if state.public.refresh != "in_play":
        return NO_PERFECTS
    values = state.perfects
    if values is None:
        values = {target.value for target in state.public.targets}
    return Perfects(values, [seat for seat, card in enumerate(cards) if card in values])
