"""The load: tables of four seats whose moves are timed until all four seats have heard them.

`saturate` lets the next seat move as soon as the last move has reached everybody: as many moves on
their way as there are tables. `together`, all four move at once, and again when everybody has heard
of all four. `at_rate` starts each table's moves by a timetable; a move that must wait for the one
before it is timed from when it was due, so a slow server cannot hide behind it.
"""

from __future__ import annotations

import asyncio
import time
from operator import itemgetter
from random import Random
from typing import Final

from bench.server_bench.client import Client

SEATS: Final = 4
STUCK: Final = 30.0  # seconds without an answer: something is wrong, not slow


class Seat(Client):
    """One player. `move` makes the next move; every update that is heard is counted."""

    def __init__(self, table: Table, number: int) -> None:
        super().__init__()
        self.table = table
        self.number = number

    def move(self) -> bytes:
        """The frame of this seat's next move."""
        raise NotImplementedError

    def waits(self) -> bool:
        """Is the move just made one that the server holds back on purpose?"""
        return False


class Table:
    """Four seats whose moves follow each other."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.seats: list[Seat] = []
        self.awaited = 0  # how many seats have still to hear of how many moves
        self.due: list[float] = []  # moves that should have begun
        self._turn = 0
        self._movers: list[Seat] = []
        self._began = 0.0

    def move(self, due: float) -> None:
        if self.load.together:
            self._movers = self.seats
        else:
            self._movers = [self.seats[self._turn]]
            self._turn = (self._turn + 1) % SEATS
        self._began = due
        self.awaited = SEATS * len(self._movers)
        for mover in self._movers:
            mover.transport.write(mover.move())

    def updated(self, moves: int = 1) -> None:
        """One more seat has heard of so many moves."""
        self.awaited -= moves
        if self.awaited == 0:
            self.load.moves += len(self._movers)
            self.load.moved(self, time.perf_counter() - self._began, self._movers[0].waits())


class Load:
    """All tables, and what was measured."""

    def __init__(self, chance: Random) -> None:
        self.tables: list[Table] = []
        self._chance = chance
        self._saturating = False
        self.together = False
        self.moves = 0
        self.took: list[float] = []  # seconds a move
        self.took_waiting: list[float] = []  # the same for those that wait on purpose

    def moved(self, table: Table, took: float, waited: bool) -> None:
        (self.took_waiting if waited else self.took).append(took)
        if waited:  # what stood behind it has waited for a rival, not for the server
            table.due = [time.perf_counter() for _ in table.due]
        if self._saturating:
            table.move(time.perf_counter())
        elif table.due:
            table.move(table.due.pop(0))

    async def saturate(self, seconds: float, *, together: bool = False) -> None:
        self._forget()
        self._saturating, self.together = True, together
        for table in self.tables:
            table.move(time.perf_counter())
        await asyncio.sleep(seconds)
        self._saturating = False

    async def at_rate(self, moves_a_second: float, seconds: float) -> None:
        """Each table moves once in each of its turns, at a moment drawn by chance.

        Whoever sleeps is woken when a timer or the host pleases: so this does not sleep."""
        self._forget()
        self.together = False
        every, begins = len(self.tables) / moves_a_second, time.perf_counter() + 0.01
        timetable = [
            (begins + (number + self._chance.random()) * every, table)
            for table in self.tables
            for number in range(int(seconds / every))
        ]
        for due, table in sorted(timetable, key=itemgetter(0)):
            while time.perf_counter() < due:
                await asyncio.sleep(0)
            if table.awaited:
                table.due.append(due)
            else:
                table.move(due)
        await self.drain()

    async def drain(self) -> None:
        """Until nothing is on its way."""
        until = time.monotonic() + STUCK
        while any(table.awaited or table.due for table in self.tables):
            if time.monotonic() > until:
                stuck = sum(table.awaited > 0 for table in self.tables)
                raise RuntimeError(f"no answer at {stuck} of {len(self.tables)} tables")
            await asyncio.sleep(0.01)

    def _forget(self) -> None:
        self.moves, self.took, self.took_waiting = 0, [], []
