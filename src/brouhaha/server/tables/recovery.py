"""Back to the log: a table whose commit failed, or that met a fault of ours, is read again.

What is in the log is what happened. Its players reconnect and see that.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from brouhaha.commits import CommitLog
from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.engine.refusals import UNKNOWN_GAME
from brouhaha.server import logs
from brouhaha.server.clock import Clock
from brouhaha.server.metrics import Metrics
from brouhaha.store import Row, Store, StoreDamaged, StoreError
from brouhaha.table import Settings, Table

Change = Callable[[Store], None]

MOST_FAULTS: Final = 5  # of ours at one table: then it stays in the store, for us to look at
TRY_AGAIN: Final = (0.1, 0.5, 2.0, 5.0)  # seconds between attempts to read a table again; then 5


class Recovery:
    def __init__(self, log: CommitLog, clock: Clock, metrics: Metrics, settings: Settings) -> None:
        self._log = log
        self._clock = clock
        self._metrics = metrics
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._faults: Counter[str] = Counter()

    def is_under_way(self, code: str) -> bool:
        return code in self._under_way

    def restored(self, code: str, rows: Iterable[Row]) -> Table | None:
        """A table from its log. A log that cannot be read harms nobody else; one whose game is not
        installed any more stays in the store until it is. A match in which it
        failed twice is given up: perhaps that is what fails."""
        try:
            table = Table.restore(
                code,
                [row.payload for row in rows],
                now=self._clock.now(),
                entropy=secrets.token_bytes,
                settings=self._settings,
                give_up=self._faults[code] > 1,
            )
        except CRASHES as error:
            if isinstance(error, Rejected) and error.refusal is UNKNOWN_GAME:
                game = error.details["game"]
                logs.event("table_waits_for_its_game", logging.WARNING, table=code, game=game)
            else:
                logs.trouble("table_unreadable", error, table=code)
            return None
        if table.dirty and table.state.abandoned is not None:
            why = table.state.abandoned
            logs.event(
                "match_abandoned", logging.WARNING, table=code, reason=why.reason, detail=why.detail
            )
        return table

    def begin(
        self, code: str, adopt: Callable[[Table], None], change: Change | None = None
    ) -> None:
        """Read it again, after its log was changed by `change`, and let `adopt` have it."""
        if code in self._under_way:
            return
        task = self._loop.create_task(self._recover(code, adopt, change))
        self._under_way[code] = task

    async def done(self, code: str) -> None:
        """Until nobody reads this table."""
        while code in self._under_way:
            await asyncio.sleep(0.01)

    async def _recover(
        self, code: str, adopt: Callable[[Table], None], change: Change | None
    ) -> None:
        rows = await self._read(code, change)
        del self._under_way[code]
        table = self.restored(code, rows) if rows else None
        if table is not None:
            self._metrics.add("tables_reloaded")
            adopt(table)

    async def _read(self, code: str, change: Change | None) -> list[Row]:
        def read(store: Store) -> list[Row]:
            if change is not None:
                change(store)
            return store.entries(code)

        attempt = 0
        while True:
            try:
                return await self._log.do(read)
            except StoreDamaged as error:  # and would be so the next time
                logs.trouble("table_unreadable", error, table=code)
                return []
            except StoreError:
                await asyncio.sleep(TRY_AGAIN[min(attempt, len(TRY_AGAIN) - 1)])
                attempt += 1

    def may_try_again(self, code: str, error: BaseException) -> bool:
        """After a fault of ours at this table: yes, unless it happens again and again."""
        self._metrics.add("errors")
        logs.trouble("table_fault", error, table=code)
        self._faults[code] += 1
        if self._faults[code] <= MOST_FAULTS:
            return True
        logs.event("table_given_up", logging.ERROR, table=code)
        return False

    def cancel(self) -> None:
        for task in self._under_way.values():
            task.cancel()


def open_tables(store: Store) -> list[tuple[str, list[Row]]]:
    """In one sweep; if the store is damaged, one by one, so that it costs only what it hit."""
    try:
        return list(store.load_all_open())
    except StoreDamaged:
        return [(code, rows) for code in store.open_tables() if (rows := _entries(store, code))]


def _entries(store: Store, code: str) -> list[Row]:
    try:
        return store.entries(code)
    except StoreDamaged as error:
        logs.trouble("table_unreadable", error, table=code)
        return []
