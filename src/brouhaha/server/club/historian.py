"""Finished matches are counted for the club while play goes on: soon after each, one at a time.

Logs are played again in the reader's thread, rows are written in the writer's (with PostgreSQL, in
one of its own, since play waits for the writer there). What a killed server left uncounted is
counted when the next one starts.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from brouhaha.club.counting import Found, count_found, find_uncounted
from brouhaha.club.recounting import Recounting
from brouhaha.commits import CommitLog, StoreWorker
from brouhaha.server import logs
from brouhaha.server.club.forgetter import Forgetter
from brouhaha.server.metrics import Metrics
from brouhaha.store import Store, StoreError

LOOKS_EVERY: Final = 5.0  # seconds: another process may have left something
REST: Final = 0.002  # seconds between two steps: visitors' questions come in between


class Historian:
    def __init__(
        self,
        log: CommitLog,
        reader: StoreWorker,
        writer: StoreWorker,
        forgetter: Forgetter,
        metrics: Metrics,
    ) -> None:
        self._log = log
        self._reader = reader
        self._writer = writer
        self._forgetter = forgetter
        self._metrics = metrics
        self._recounting = Recounting()
        self._news = asyncio.Event()

    def wake(self) -> None:
        """There is something to count."""
        self._news.set()

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            self._news.clear()
            try:
                await self.catch_up()
            except StoreError:
                self._metrics.add("store_failures")  # the next look is another chance
            except Exception as error:
                self._metrics.add("errors")
                logs.trouble("not_counted", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS_EVERY):
                    await self._news.wait()

    async def catch_up(self) -> None:
        """Until everything is counted, and forgotten what is to be."""
        await self._log.matches_stored()
        while True:
            found = await self._reader.submit(find_uncounted)
            if found.noted:
                counted = await self._writer.submit(partial(_count, found))
                self._metrics.add("matches_counted", counted)
            elif not await self._writer.submit(self._recounting.step):
                break
            await asyncio.sleep(REST)
        await self._forgetter.catch_up()


def _count(found: Found, store: Store) -> int:
    return count_found(store, found)
