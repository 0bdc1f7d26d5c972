"""A party: several matches at one table, also of different games, with a running total.

A match gives a seat one point for each rival that it leaves behind: games of three and of eight
players, won or nearly won, add up. Equals get nothing from each other. Silvano is a rival too.
`wins` counts matches won, alone or shared, and tells equal totals apart.
"""

from __future__ import annotations

from typing import Any


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
