"""Quick chance for rollouts, compiled: Marsaglia's xorshift of 64 bits, whose state is an array of
one word that is not 0. What it deals is not what a match's seed does (`compiled_chance.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brouhaha.lab.compiled import rule

Words = NDArray[np.uint64]

BITS = np.uint64(59)  # of a word; times 32 it still fits into 64
FRACTION = np.uint64((1 << 59) - 1)
CARDS_A_WORD = 8  # a permutation's chance is off by less than one in 2 ** 19
LEAST = 2.0**-53


def new_chance(seed: int) -> Words:
    return np.array([(seed * 2 + 1) * 0x9E3779B97F4A7C15 % 2**64], np.uint64)


@rule
def word(chance: Words) -> np.uint64:
    x: np.uint64 = chance[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    chance[0] = x
    return x


@rule
def below(most: int, chance: Words) -> int:
    """A whole number, at least 0."""
    return int((word(chance) >> np.uint64(32)) * np.uint64(most) >> np.uint64(32))


@rule
def uniform(chance: Words) -> float:
    """At least 0, below 1."""
    return (word(chance) >> np.uint64(11)) * LEAST


@rule
def shuffle(cards: NDArray[np.integer], count: int, chance: Words) -> None:
    """Any order."""
    fraction = np.uint64(0)
    for end in range(count - 1, 0, -1):
        if (count - 1 - end) % CARDS_A_WORD == 0:
            fraction = word(chance) >> np.uint64(5)
        fraction = swap(cards, end, fraction)


@rule
def shuffle_four(rows: NDArray[np.integer], first: int, count: int, chance: Words) -> None:
    """The same for four rows from the first: while one waits for its number, the others move."""
    a = b = c = d = np.uint64(0)
    for end in range(count - 1, 0, -1):
        if (count - 1 - end) % CARDS_A_WORD == 0:
            a, b = word(chance) >> np.uint64(5), word(chance) >> np.uint64(5)
            c, d = word(chance) >> np.uint64(5), word(chance) >> np.uint64(5)
        a, b = swap(rows[first], end, a), swap(rows[first + 1], end, b)
        c, d = swap(rows[first + 2], end, c), swap(rows[first + 3], end, d)


@rule
def swap(cards: NDArray[np.integer], end: int, fraction: np.uint64) -> np.uint64:
    """The last card and any up to it. Times n, a fraction of 1 has a number below n as its whole
    part, and what is left is the fraction for the next."""
    product = fraction * np.uint64(end + 1)
    place = product >> BITS
    cards[end], cards[place] = cards[place], cards[end]
    return product & FRACTION
