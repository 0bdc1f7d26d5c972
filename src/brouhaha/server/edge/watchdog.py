"""A line that has been silent for too long is dead, and is cut off.

Clients answer pings: a line is silent only if nobody is there. A page that is out of sight may be
asleep, and has longer; so have those who only watch.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.meter import Meter


class Watchdog:
    """Of one connection."""

    __slots__ = ("_cut", "_hidden", "_limits", "_meter", "_next_look", "_plays")

    def __init__(
        self, meter: Meter, limits: Limits, plays: Callable[[], bool], cut: Callable[[], object]
    ) -> None:
        self._meter = meter
        self._limits = limits
        self._plays = plays
        self._cut = cut
        self._hidden = False  # the page has said that it is out of sight
        self._next_look: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Cut it off if it has been silent for too long; else look again when it would be."""
        self.stop()
        left = self._meter.heard_at + self._longest_silence - time.monotonic()
        if left > 0:
            self._next_look = asyncio.get_running_loop().call_later(left, self.look)
        else:
            self._cut()

    def hides(self, hidden: bool) -> bool:
        """The page is out of sight, or is not. Is that news?"""
        if hidden == self._hidden:
            return False
        self._hidden = hidden
        self.look()
        return True

    def stop(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()

    def end(self) -> None:
        """For good. It forgets its connection: they would be garbage in a cycle."""
        self.stop()
        self._plays, self._cut = _never, _never

    @property
    def _longest_silence(self) -> float:
        if self._plays() and not self._hidden:
            return self._limits.silent_seconds
        return self._limits.hidden_silent_seconds


def _never() -> bool:
    return False
