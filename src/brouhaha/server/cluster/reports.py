"""What each process tells all others a few times a second, and what it knows of them by that: how
many tables they have, what each address has had of them, and which feeds are read there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from brouhaha.bus import Bus, Heard
from brouhaha.server.cluster.messages import REPORT, Report, decode_report, encode
from brouhaha.server.cluster.shared_feeds import SharedFeeds
from brouhaha.server.cluster.shared_limits import SharedLimits

EVERY: Final = 0.25  # seconds
REMEMBERED: Final = 2.0  # seconds: who has told nothing for so long is not counted on
FEW: Final = 64  # tables: a difference of so many is no reason to send anybody elsewhere


class Load(NamedTuple):
    tables: int
    room: int  # for so many more
    heard_at: float


class Reports:
    def __init__(
        self,
        bus: Bus,
        me: str,
        limits: SharedLimits,
        feeds: SharedFeeds,
        tables: Callable[[], int],
        room: Callable[[], int],
    ) -> None:
        """`tables`: how many are here; `room`: for how many more there is room."""
        self._bus = bus
        self._me = me
        self._limits = limits
        self._feeds = feeds
        self._tables = tables
        self._room = room
        self._loads: dict[str, Load] = {}

    async def begin(self) -> None:
        await self._bus.listen(REPORT, self._hear)
        self.tell()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        had, sockets = self._limits.had(), self._limits.sockets()
        room, feeds = max(self._room(), 0), self._feeds.read_here()
        told = Report(self._me, self._tables(), room, had, sockets, feeds)
        self._bus.send(REPORT, encode(told))

    def _hear(self, heard: Heard) -> None:
        report = decode_report(heard.payload)
        if report.sender == self._me:
            return
        if report.sender not in self._loads:
            self.tell()  # it is new, and knows nobody
        self._loads[report.sender] = Load(report.tables, report.room, time.monotonic())
        self._limits.hear(report)
        self._feeds.hear(report)

    # Where there is room

    def with_room(self) -> list[str]:
        """The others that have room for a table, those with the fewest tables first."""
        now = time.monotonic()
        self._loads = {
            name: load for name, load in self._loads.items() if now - load.heard_at < REMEMBERED
        }
        found = [(load.tables, name) for name, load in self._loads.items() if load.room > 0]
        return [name for _, name in sorted(found)]

    def room_elsewhere(self) -> int:
        return sum(self._loads[name].room for name in self.with_room())

    def better_than_here(self) -> list[str]:
        """Those where a new table should go instead: there is no room here, or far more."""
        others = self.with_room()
        if self._room() <= 0:
            return others
        return [name for name in others if 2 * self._loads[name].tables + FEW < self._tables()]

    def took(self, name: str) -> None:
        """A table went there, which its next report will tell."""
        load = self._loads.get(name)
        if load is not None:
            self._loads[name] = load._replace(tables=load.tables + 1, room=load.room - 1)
