"""Two times: the tables' line, which never goes back, and the calendar, which the store keeps.

`haste` lets the tables' time run faster than the world's, for tests and for a look at bots: a
match of ten minutes takes six seconds at 100. Nobody sees a difference but the impatient.
"""

from __future__ import annotations

import time
from math import ceil


class Clock:
    def __init__(self, haste: float = 1.0) -> None:
        self._haste = haste
        self._a_second = 1000 * haste  # of the world, in ms

    def now(self) -> float:
        """Milliseconds on the tables' line, with decimals."""
        return time.monotonic() * self._a_second

    def at(self, seconds: float) -> float:
        """The same for a moment of `time.monotonic()`."""
        return seconds * self._a_second

    def seconds_until(self, moment: float) -> float:
        """How long to sleep until that moment of the tables' line; 0 if it has passed.

        Whole milliseconds, as event loops count: less than one too late, and never too early.
        """
        return max(0.0, ceil((moment - self.now()) / self._haste) / 1000)

    def scaled(self, milliseconds: float) -> float:
        """A stretch of the world's time on the tables' line."""
        return milliseconds * self._haste

    def calendar(self) -> int:
        """Whole milliseconds since 1970."""
        return time.time_ns() // 1_000_000
