"""A party: several matches at one table, also of different games, with a running total.

A match gives a seat one point for each rival that it leaves behind: games of three and of eight
players, won or nearly won, add up. Equals get nothing from each other. Silvano is a rival too.
`wins` counts matches won, alone or shared, and tells equal totals apart.

If there are more people than seats, some sit out: `arrangement`.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from brouhaha.table.state import Seat, TableState


def award(result: Any, players: int) -> tuple[list[int], list[int]]:
    """Points and wins of one match by seat, from its `ranking` and `winners`."""
    points, wins = [0] * players, [0] * players
    behind = 0
    for equals in reversed(result.ranking):
        for seat in equals:
            if seat < players:
                points[seat] = behind
        behind += len(equals)
    for seat in result.winners:
        if seat < players:
            wins[seat] = 1
    return points, wins


def arrangement(state: TableState, here: Container[int], most: int) -> list[int]:
    """The seats of the next match, by number, and then those who wait, the next one first.

    Nobody moves who need not. Bots make way for people if the host lets them, and never wait.
    `here`: the persons who are not away; who is away does not keep one of them out.
    """
    numbers = [number for number, seat in enumerate(state.seats) if not seat.gone]
    if len(numbers) <= most:
        return numbers
    winner_stays = state.policy.rotation == "winner_stays"

    def claim(number: int) -> tuple[int, bool, int, int, int]:
        """Who has the least comes first: those who have waited longest, then who played least."""
        seat = state.seats[number]
        rank = _rank(seat, here, bots_make_way=state.policy.bots_make_way)
        loser = not (winner_stays and seat.won)
        return rank, loser, -seat.waited, seat.played, number

    claims = sorted(numbers, key=claim)
    waiting = [number for number in claims[most:] if state.seats[number].bot is None]
    return sorted(claims[:most]) + waiting


def _rank(seat: Seat, here: Container[int], *, bots_make_way: bool) -> int:
    """People who are here, people who are away, bots; or bots first, if they do not make way."""
    if seat.bot is not None:
        return 3 if bots_make_way else 0
    return 1 if seat.person in here else 2
