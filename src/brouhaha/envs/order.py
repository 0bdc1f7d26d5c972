"""Who is first within a tick: a number for each seat, from the match's chance, in every tick anew.

The lowest number acts first. It is a function of where one stands, as all chance is: nothing is
kept, so a match plays the same alone and among thousands of others. (Steele's SplitMix64.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.chance import Chance

LABEL: Final = "ticks"
SEATS: Final = 8  # that a tick has numbers for
GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
MASK: Final = 2**64 - 1


def beginning(chance: Chance) -> int:
    low, high = chance.words(LABEL, 2)
    return low | high << 32


def priority(beginning: int, tick: int, seat: int) -> int:
    x = beginning + (SEATS * tick + seat + 1) * GOLDEN & MASK
    x = (x ^ x >> 30) * FIRST & MASK
    x = (x ^ x >> 27) * SECOND & MASK
    return x ^ x >> 31


def in_order(seats: Sequence[int], beginning: int, tick: int) -> list[int]:
    return sorted(seats, key=lambda seat: priority(beginning, tick, seat))
