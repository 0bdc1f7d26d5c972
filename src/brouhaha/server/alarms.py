"""When a table's time comes, it is woken: one alarm a table.

An alarm that rings too early is set again when it rings, so most are never moved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from brouhaha.server.clock import Clock


class Alarms:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._alarms: dict[str, tuple[float, asyncio.TimerHandle]] = {}

    def set(self, code: str, at: float, wake: Callable[[str], None]) -> None:
        """Call `wake(code)` at that time or earlier."""
        alarm = self._alarms.get(code)
        if alarm is not None:
            if alarm[0] <= at:
                return
            alarm[1].cancel()
        rings = self._loop.call_later(self._clock.seconds_until(at), self._ring, code, wake)
        self._alarms[code] = at, rings

    def _ring(self, code: str, wake: Callable[[str], None]) -> None:
        del self._alarms[code]
        wake(code)

    def cancel(self, code: str) -> None:
        alarm = self._alarms.pop(code, None)
        if alarm is not None:
            alarm[1].cancel()

    def cancel_all(self) -> None:
        for code in list(self._alarms):
            self.cancel(code)
