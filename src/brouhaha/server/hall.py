"""The hall of tables: what they did is written, then told; when their time comes, they are woken.

One commit is on its way at a time. What tables do meanwhile is gathered for the next one: few
commits under load, no waiting without. A commit that fails takes its tables back to the log: their
clients are told to come again, and what nobody was shown has not happened.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from typing import Final, Protocol

from brouhaha.server import logs
from brouhaha.server.books import Books
from brouhaha.server.clerk import Clerk
from brouhaha.server.clock import Clock
from brouhaha.server.metrics import Metrics
from brouhaha.server.rates import Buckets
from brouhaha.server.settings import Settings
from brouhaha.server.writing import Work, to_write
from brouhaha.store import Fenced, Row, Store, StoreError
from brouhaha.table import Send, Table, TableCommit
from brouhaha.table.wire import Notice

MOST_FAULTS: Final = 5  # of ours at one table: then it stays in the store, for us to look at
TRY_AGAIN: Final = (0.1, 0.5, 2.0, 5.0)  # seconds between attempts to read a table again; then 5


class Hearer(Protocol):
    """Whom a table talks to: a socket, or a request that sat down for somebody."""

    def send(self, frame: bytes) -> None: ...

    def close(self, code: str) -> None: ...

    def notify(self, code: Notice) -> None: ...


class Hall:
    def __init__(self, settings: Settings, clock: Clock, writer: Clerk, metrics: Metrics) -> None:
        limits = settings.limits
        self.settings = settings
        self.clock = clock
        self.metrics = metrics
        self.tables: dict[str, Table] = {}
        self.books = Books(writer, settings.sync, self._not_copied)
        rate = limits.wrong_codes_a_minute
        self.wrong_codes = Buckets(rate / 60, rate, limits.remembered_addresses)
        self._loop = asyncio.get_running_loop()
        self._dirty: dict[str, Table] = {}
        self._first: list[Work] = []  # batches of tables that have just been opened
        self._busy = False  # a commit is on its way
        self._flushes: asyncio.Handle | None = None
        self._flushed_at = 0.0
        self._alarms: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._coming_back: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._faults: Counter[str] = Counter()
        self._hearers: dict[Table, set[Hearer]] = {}  # who has said hello there

    # Tables

    def adopt(self, table: Table, batch: TableCommit) -> asyncio.Future[None]:
        """A table that was opened, with its first batch; done when that is written."""
        written: asyncio.Future[None] = self._loop.create_future()
        self.tables[batch.code] = table
        self._waiting.setdefault(batch.code, []).append(written)
        self._first.append(Work(table, batch))
        self.touched(table)
        self._plan_flush()
        return written

    def restore(self, code: str, rows: Iterable[Row]) -> None:
        """A table from its log, as after a crash. A log that cannot be read harms nobody else."""
        now = self.clock.now()
        payloads = [row.payload for row in rows]
        try:
            table = Table.restore(
                code, payloads, now=now, entropy=secrets.token_bytes, settings=self.settings.table
            )
        except Exception as error:
            logs.trouble("table_unreadable", error, table=code)
            return
        self.tables[code] = table
        self.touched(table)

    def is_coming_back(self, code: str) -> bool:
        return code in self._coming_back

    def enter(self, table: Table, hearer: Hearer) -> None:
        """Whatever the table says to the hello, this one is to be told of trouble."""
        self._hearers.setdefault(table, set()).add(hearer)

    def leave(self, table: Table, hearer: Hearer) -> None:
        hearers = self._hearers.get(table)
        if hearers is not None:
            hearers.discard(hearer)
            if not hearers:
                del self._hearers[table]

    def touched(self, table: Table) -> None:
        """After every call of a table's: write soon, wake in time."""
        code = table.state.code
        if self.tables.get(code) is not table:
            return  # it has gone back to the log; what it does now has not happened
        if table.dirty:
            self._dirty[code] = table
            if self._flushes is None and not self._busy:
                self._plan_flush()
        self._arm(table)

    # Log, then tell

    def _plan_flush(self) -> None:
        if self._busy or self._flushes is not None:
            return
        wait = self._flushed_at + self.settings.gather_ms / 1000 - time.monotonic()
        if wait > 0:
            self._flushes = self._loop.call_later(wait, self._flush)
        else:
            self._flushes = self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushes = None
        self._flushed_at = time.monotonic()
        work = self._gathered()
        batch = to_write(work, self.clock.calendar())
        if batch is None:
            self._tell(work)
            return
        self._busy = True
        self.books.write(batch, lambda error: self._written(work, error))

    def _gathered(self) -> list[Work]:
        """What all tables did since the last time."""
        work, dirty = self._first, self._dirty
        self._first, self._dirty = [], {}
        for table in dirty.values():
            try:
                work.append(Work(table, table.flush()))
            except Exception as error:
                self.fault(table, error)
        return work

    def _written(self, work: list[Work], error: BaseException | None) -> None:
        self._busy = False
        self.metrics.commit.add(time.monotonic() - self._flushed_at)
        if error is None:
            self._tell(work)
        else:
            self._tell(self._without_lost(work, error))
        if self._dirty or self._first:
            self._plan_flush()

    def _tell(self, work: list[Work]) -> None:
        now, counts = self.clock.now(), self.metrics.counts
        for table, batch in work:
            if self.tables.get(batch.code) is not table:
                continue  # it has gone back to the log meanwhile
            counts["entries_written"] += len(batch.entries)
            for effect in table.committed(batch, now):
                hearer: Hearer = effect.conn  # type: ignore[assignment]
                if isinstance(effect, Send):
                    hearer.send(effect.frame)
                else:
                    hearer.close(effect.code)
            for match in batch.finished:
                counts["matches_finished"] += 1
                logs.event("match_finished", table=batch.code, game=match.game)
            if batch.first == 0 and self._waiting:
                for waiter in self._waiting.pop(batch.code, ()):
                    if not waiter.done():
                        waiter.set_result(None)
            if table.closed and not table.dirty:  # else somebody is still to be told
                self._forget(batch.code)

    # Trouble

    def _without_lost(self, work: list[Work], error: BaseException) -> list[Work]:
        """A commit failed: which tables it concerns go back to the log."""
        self.metrics.add("store_failures")
        if isinstance(error, Fenced):
            lost = set(error.tables)
            logs.event("fenced", logging.WARNING, tables=len(lost))
        else:
            lost = {batch.code for _, batch in work if batch.entries or batch.finished}
            logs.trouble("commit_failed", error, tables=len(lost))
        for code in lost:
            self._send_back(code)
        return [each for each in work if each.batch.code not in lost]

    def _not_copied(self, error: BaseException) -> None:
        """What was told is on the slate, and stays there until the store takes it; unless somebody
        else has written in our place."""
        self.metrics.add("store_failures")
        if isinstance(error, Fenced):
            logs.event("fenced", logging.ERROR, tables=len(error.tables))
            for code in error.tables & self.tables.keys():
                self._send_back(code)
        else:
            logs.trouble("slate_failed", error)

    def _send_back(self, code: str) -> None:
        """What is in the log is what happened: everybody comes again to that."""
        table = self.tables.get(code)
        self._forget(code)
        if table is not None:
            for hearer in self._hearers.pop(table, ()):
                hearer.notify("restarting")
        for waiter in self._waiting.pop(code, ()):
            if not waiter.done():
                waiter.set_exception(StoreError("not written"))
        self._coming_back[code] = self._loop.create_task(self._read_again(code))

    async def _read_again(self, code: str) -> None:
        def read(store: Store) -> list[Row]:
            return store.entries(code)

        attempt = 0
        while True:
            try:
                rows = await self.books.do(read)
                break
            except StoreError:
                await asyncio.sleep(TRY_AGAIN[min(attempt, len(TRY_AGAIN) - 1)])
                attempt += 1
        self._coming_back.pop(code, None)
        if rows:
            self.metrics.add("tables_reloaded")
            self.restore(code, rows)

    def _forget(self, code: str) -> None:
        self.tables.pop(code, None)
        self._dirty.pop(code, None)
        alarm = self._alarms.pop(code, None)
        if alarm is not None:
            alarm[1].cancel()

    def fault(self, table: Table, error: BaseException) -> None:
        """A fault of ours at one table: back to the log, unless it happens again and again."""
        code = table.state.code
        self.metrics.add("errors")
        logs.trouble("table_fault", error, table=code)
        self._faults[code] += 1
        self._send_back(code)
        if self._faults[code] > MOST_FAULTS:
            logs.event("table_given_up", logging.ERROR, table=code)
            self._coming_back.pop(code).cancel()

    # Time

    def _arm(self, table: Table) -> None:
        """An alarm that rings too early is set again when it rings: most are never moved."""
        code, at = table.state.code, table.wakes_at
        if at is None:
            return
        alarm = self._alarms.get(code)
        if alarm is not None:
            if alarm[0] <= at:
                return
            alarm[1].cancel()
        ring = self._loop.call_later(self.clock.seconds_until(at), self._ring, code)
        self._alarms[code] = at, ring

    def _ring(self, code: str) -> None:
        self._alarms.pop(code, None)
        table = self.tables.get(code)
        if table is None:
            return
        now = self.clock.now()
        if table.wakes_at is not None and now >= table.wakes_at:
            try:
                table.wake(now)
            except Exception as error:
                self.fault(table, error)
                return
        self.touched(table)

    # The end

    async def close(self) -> None:
        """Write what is still to be written. Who was here has been told."""
        for task in self._coming_back.values():
            task.cancel()
        for _, alarm in self._alarms.values():
            alarm.cancel()
        while self._busy or self._dirty or self._first:
            self._plan_flush()
            await asyncio.sleep(0.002)
        await self.books.close()
