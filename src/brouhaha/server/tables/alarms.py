"""When a table's time comes, it is woken: one alarm a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from brouhaha.server.clock import Clock

LONGEST: Final = 3600.0  # seconds: one that rings too early is set again


class Alarms:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.set_for: dict[str, float] = {}  # when each table's alarm rings

    def set(self, code: str, at: float, wake: Callable[[str], None]) -> None:
        """Call `wake(code)` at that time, and not at the one that was set before."""
        self.cancel(code)
        self.set_for[code] = at
        seconds = min(self._clock.seconds_until(at), LONGEST)
        self._timers[code] = self._loop.call_later(seconds, self._ring, code, wake)

    def _ring(self, code: str, wake: Callable[[str], None]) -> None:
        self.cancel(code)
        wake(code)

    def cancel(self, code: str) -> None:
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()
            del self.set_for[code]

    def cancel_all(self) -> None:
        for code in list(self._timers):
            self.cancel(code)
