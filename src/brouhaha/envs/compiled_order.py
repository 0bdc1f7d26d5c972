"""`order.py` compiled: who is first within a tick."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brouhaha.envs import order
from brouhaha.lab.compiled import rule

Words = NDArray[np.uint64]

SEATS = order.SEATS
GOLDEN = np.uint64(order.GOLDEN)
FIRST, SECOND = np.uint64(order.FIRST), np.uint64(order.SECOND)
S27, S30, S31 = np.uint64(27), np.uint64(30), np.uint64(31)


@rule
def priority(beginning: Any, tick: int, seat: int) -> Any:
    """order.py: priority"""
    x = beginning + np.uint64(SEATS * tick + seat + 1) * GOLDEN
    x = (x ^ (x >> S30)) * FIRST
    x = (x ^ (x >> S27)) * SECOND
    return x ^ (x >> S31)


@rule
def first_of(seats: int, players: int, beginning: Any, tick: int) -> int:
    """Of a set of seats, as bits, the one that acts first."""
    if seats & (seats - 1) == 0:  # one alone
        first = 0
        while seats >> first & 1 == 0:
            first += 1
        return first
    first, lowest = -1, np.uint64(0)
    for seat in range(players):
        if seats >> seat & 1:
            mine = priority(beginning, tick, seat)
            if first < 0 or mine < lowest:
                first, lowest = seat, mine
    return first
