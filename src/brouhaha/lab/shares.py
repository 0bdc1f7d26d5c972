"""A share of wins, and how far chance may have moved it."""

from __future__ import annotations

from math import sqrt
from typing import Final

import msgspec

NORMAL_95: Final = 1.959964


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with Wilson's interval at 95 %."""

    label: str
    won: float
    of: int
    share: float
    low: float
    high: float
    fair: float | None = None  # what it would be if all were equal

    def told(self) -> str:
        return f"{100 * self.share:5.1f} %  ({100 * self.low:.1f} to {100 * self.high:.1f})"


def share_of(label: str, won: float, of: int, fair: float | None = None) -> Share:
    """A shared win counts as its part; the interval then errs on the wide side."""
    low, high = wilson(won / of, of)
    return Share(label, round(won, 4), of, won / of, low, high, fair)


def wilson(share: float, count: int, z: float = NORMAL_95) -> tuple[float, float]:
    scale = 1 + z * z / count
    centre = (share + z * z / (2 * count)) / scale
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / scale
    return max(0.0, centre - reach), min(1.0, centre + reach)
