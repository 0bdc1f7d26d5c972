"""Tournaments in the store: read on from where they were read last, and written record by record.

All processes write the same logs. Whoever writes must have read what is there; of two, the second
reads again and decides again. What is kept in memory belongs to the reader's thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected
from brouhaha.server.edge.limits import Limits
from brouhaha.server.tables.store_questions import patiently
from brouhaha.store import Store
from brouhaha.table.screening import mask_of
from brouhaha.tournaments import Tournament, pages, read
from brouhaha.tournaments.page_types import TournamentPage
from brouhaha.tournaments.records import Record, decode, encode
from brouhaha.tournaments.refusals import NO_SUCH_TOURNAMENT, TOURNAMENT_BUSY
from brouhaha.tournaments.tournament import apply

T = TypeVar("T")
Decide = Callable[[Tournament], Record | None]

KEPT: Final = 64  # tournaments in memory
TRIES: Final = 20  # against other processes; those of this one wait in line


class Known:
    """A tournament as far as it was read, and its page."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._page: tuple[int, TournamentPage] | None = None

    def page(self, code: str) -> TournamentPage:
        number = self.tournament.records
        if self._page is None or self._page[0] != number:
            self._page = number, pages.page(code, self.tournament, mask_of("mild"))
        return self._page[1]


class TournamentBook:
    def __init__(self, reader: StoreWorker, writer: StoreWorker, limits: Limits) -> None:
        self._reader = reader
        self._writer = writer
        self._limits = limits
        self._known: dict[str, Known] = {}
        self._lines: dict[str, asyncio.Lock] = {}
        self.written: Callable[[str, Record], None] = lambda code, record: None  # who hears of it

    async def open(self, code: str, created: Record, now: int) -> bool:
        payload = encode(created)
        opened = await self._write(lambda store: store.tournaments.open(code, payload, now))
        if opened:
            self.written(code, created)
        return opened

    async def look(self, code: str, look: Callable[[Known], T]) -> T | None:
        """In the reader's thread; None: there is no such tournament."""

        def read_on(store: Store) -> T | None:
            known = self._read_on(store, code)
            return None if known is None else look(known)

        return await patiently(self._reader.submit(read_on), self._limits.read_seconds)

    async def change(self, code: str, now: int, decide: Decide) -> bool:
        """Write what `decide` says of the tournament as it stands; False: it said nothing."""
        line = self._lines.setdefault(code, asyncio.Lock())
        try:
            async with line:
                return await self._decide(code, now, decide)
        finally:
            if not line.locked():
                self._lines.pop(code, None)

    async def _decide(self, code: str, now: int, decide: Decide) -> bool:
        for _ in range(TRIES):
            found = await self.look(code, lambda known: _decided(known.tournament, decide))
            if found is None:
                raise Rejected(NO_SUCH_TOURNAMENT, code=code)
            number, record = found
            if record is None:
                return False
            if await self._append(code, number, record, now):
                self.written(code, record)
                return True
        raise Rejected(TOURNAMENT_BUSY)

    async def _append(self, code: str, number: int, record: Record, now: int) -> bool:
        payload = encode(record)
        return await self._write(lambda store: store.tournaments.write(code, number, payload, now))

    async def _write(self, write: Callable[[Store], bool]) -> bool:
        return await patiently(self._writer.submit(write), self._limits.write_seconds)

    def _read_on(self, store: Store, code: str) -> Known | None:
        known = self._known.pop(code, None)
        first = 0 if known is None else known.tournament.records
        log = [decode(record.payload) for record in store.tournaments.records(code, first)]
        if known is None:
            if not log:
                return None
            known = Known(read(log))
        else:
            for record in log:
                apply(known.tournament, record)
        self._known[code] = known  # behind those that were asked for before
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return known

    async def forget(self) -> None:
        """Read everything again: names have left the logs."""

        def clear(_: Store) -> None:
            self._known.clear()

        await self._reader.submit(clear)


def _decided(tournament: Tournament, decide: Decide) -> tuple[int, Record | None]:
    return tournament.records, decide(tournament)
