"""Log, then tell: what tables do is gathered, committed, and only then sent to their players.

`run` is the only way in which the server calls a table. One commit is under way at a time; what
tables do meanwhile goes into the next one: few commits under load, no waiting without. A table
whose commit fails goes back to the log (`recovery`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Protocol, TypeVarTuple

from brouhaha.commits import CommitLog, Part, StoreWorker, commit_of
from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.server import logs
from brouhaha.server.clock import Clock
from brouhaha.server.http.refusals import STORE_FAILED
from brouhaha.server.metrics import Metrics
from brouhaha.server.settings import Settings
from brouhaha.server.tables.alarms import Alarms
from brouhaha.server.tables.bot_turns import BotTurns
from brouhaha.server.tables.free_codes import FreeCodes
from brouhaha.server.tables.recovery import Change, Recovery
from brouhaha.server.tables.registry import Recipient, Registry
from brouhaha.store import Fenced, StoreError, TablesRefused
from brouhaha.table import Close, Effect, Later, Measure, Send, Table, TableCommit
from brouhaha.table.commit import Conn

Ts = TypeVarTuple("Ts")


class Neighbours(Protocol):
    """Other processes, which may have the tables that this one does not."""

    def adopted(self, code: str) -> None:
        """The table is here."""

    def dropped(self, code: str) -> None:
        """It is not here any more."""

    def compare(self, table: Table) -> None:
        """The other table of its party is not here: each is to hear how the other stands."""


class Committer:
    def __init__(
        self, settings: Settings, clock: Clock, worker: StoreWorker, metrics: Metrics
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = metrics
        self.registry = Registry()
        self._tables = self.registry.tables
        self.log = CommitLog(worker, settings.sync, self._checkpoint_failed)
        self.free_codes = FreeCodes(self.log, self.is_open)
        self.recovery = Recovery(self.log, clock, metrics, settings.table)
        self._alarms, self.bot_turns = Alarms(clock), BotTurns(self._tables)
        self._loop = asyncio.get_running_loop()
        self._dirty: dict[str, Table] = {}
        self._planned: asyncio.Handle | None = None
        self._under_way = False
        self._being_written: list[Part] = []
        self._began = 0.0  # the last commit
        self._gather_seconds = settings.gather_ms / 1000  # between two commits, at least
        self.neighbours: Neighbours | None = None  # there are none
        self.finished: Callable[[], None] = lambda: None  # hears when a match has been written
        # Somebody who wants to know what was written and told, if there is one.
        self.hears: Callable[[Table, TableCommit], None] | None = None
        self._opened: dict[str, asyncio.Future[None]] = {}  # tables that nobody was told of yet
        self._later: dict[Conn, deque[Effect]] = {}  # what is put off, in order

    # Tables

    def open(self, table: Table) -> asyncio.Future[None]:
        """A new table; done when it is written."""
        written = self._opened[table.state.code] = self._loop.create_future()
        self.adopt(table)
        return written

    def adopt(self, table: Table) -> None:
        """A table that is new, or was read from its log."""
        self._tables[table.state.code] = table
        if self.neighbours is not None:
            self.neighbours.adopted(table.state.code)
        self._follow_up(table)
        for each in (table, self._tables.get(table.state.other or "")):
            if each is not None:
                self._tell_other(each)

    def is_open(self, code: str) -> bool:
        """Is there a table with this code, or will there be again?"""
        return code in self._tables or self.recovery.is_under_way(code)

    def run(self, table: Table, call: Callable[[*Ts], None], *args: *Ts) -> None:
        """Call a method of a table. A fault there does not become the other tables'."""
        try:
            call(*args)
        except CRASHES as error:
            self._fault(table, error)
        else:
            self._follow_up(table)

    def run_together(self, tables: list[Table], call: Callable[[*Ts], None], *args: *Ts) -> None:
        """The same for what changes several tables: all of them, in one commit, or none. What it
        refuses (`Rejected`) has changed nothing."""
        if any(self._tables.get(table.state.code) is not table for table in tables):
            raise Rejected(STORE_FAILED)  # it was dropped: whoever is still connected comes again
        try:
            call(*args)
        except Rejected:
            raise
        except CRASHES as error:
            for table in tables:
                self._fault(table, error)
        else:
            for table in tables:
                self._follow_up(table)

    def _follow_up(self, table: Table) -> None:
        """After every call: commit soon, wake in time."""
        code, wakes_at = table.state.code, table.wakes_at
        if self._tables.get(code) is not table:
            return  # it was dropped: what it does now has not happened
        if table.outbox.dirty:
            self._dirty[code] = table
            if self._planned is None:
                self._plan()
        # An alarm that rings too early is set again when it rings, so most are never moved.
        if wakes_at is not None and wakes_at < self._alarms.set_for.get(code, inf):
            self._alarms.set(code, wakes_at, self._wake)

    def _wake(self, code: str) -> None:
        table, now = self._tables[code], self.clock.now()
        if table.has_bots and self.bot_turns.has_to_wait(table, self._wake):
            return
        if table.wakes_at is not None and now >= table.wakes_at:
            self.run(table, table.wake, now)
        else:  # it was put off meanwhile
            self._follow_up(table)

    # The other table of a party

    def _tell_other(self, table: Table) -> None:
        """The party's other table shows how this one stands; what is not written yet, later."""
        other = self._tables.get(table.state.other or "")
        if other is None and self.neighbours is not None and not table.dirty and table.state.other:
            self.neighbours.compare(table)
        elif other is not None and other.state.other == table.state.code and not table.dirty:
            self.run(other, other.hear_other, table.as_other(), self.clock.now())

    # Log, then tell

    def _plan(self) -> None:
        """The next commit: as soon as the loop has read what has come in by now."""
        if self._under_way or self._planned is not None:
            return
        if not self._gather_seconds:
            self._planned = self._loop.call_soon(self._commit)
            return
        wait = max(0.0, self._began + self._gather_seconds - time.monotonic())
        self._planned = self._loop.call_later(wait, self._commit)

    def tells_soon(self) -> bool:
        """The next commit has its turn."""
        return self._planned is not None

    def _commit(self) -> None:
        self._planned = None
        self._began = time.monotonic()
        parts = self._gather()
        commit = commit_of(parts, self.clock.calendar())
        if commit is None:
            self._tell(parts)
            return
        try:
            pending = self.log.write(commit)
        except Exception as error:  # whatever it is, these tables go back to the log
            self._committed(parts, error)
            return
        if pending is None:
            self._committed(parts, None)
            return
        self._under_way = True
        self._being_written = parts
        pending.add_done_callback(lambda done: self._committed(parts, done.exception()))

    def _gather(self) -> list[Part]:
        """What all tables did since the last commit."""
        parts, failed, dirty = [], set(), self._dirty
        self._dirty = {}
        for table in dirty.values():
            try:
                parts.append(Part(table, table.flush()))
            except CRASHES as error:
                self._fault(table, error)
                failed.add(table.state.code)
        return self._without_parted(parts, failed) if failed else parts

    def _without_parted(self, parts: list[Part], failed: set[str]) -> list[Part]:
        """Without what was to be written with a table that has failed, or with one that goes back
        for that: it goes back to the log."""
        parted, more = set[str](), failed
        while more:
            parted |= more
            more = {
                part.commit.code for part in parts if not more.isdisjoint(part.commit.written_with)
            } - parted
        for code in sorted(parted - failed):
            self._send_back(code)
        return [part for part in parts if part.commit.code not in parted]

    def _committed(self, parts: list[Part], error: BaseException | None) -> None:
        self._under_way = False
        self._being_written = []
        self.metrics.commit.add(time.monotonic() - self._began)
        self._tell(parts if error is None else self._without_lost(parts, error))
        if self._dirty:
            self._plan()

    def _tell(self, parts: list[Part]) -> None:
        now, counts, later = self.clock.now(), self.metrics.counts, self._later
        for each in parts:
            table, part = each.table, each.commit
            if self._tables.get(part.code) is not table:
                continue  # it was dropped meanwhile
            counts["entries_written"] += len(part.entries)
            for effect in table.committed(part, now):
                if type(effect) is Send and not later:  # most are
                    effect.conn.send(effect.frame)  # type: ignore[attr-defined]
                else:
                    self._carry_out(effect)
            if part.finished or part.code in self._opened or part.crashes:
                self._note(part, table.state.game)
            if self.hears is not None:
                self.hears(table, part)
            if table.state.other is not None:
                self._tell_other(table)
            if table.state.closed and not table.dirty:  # else somebody is still to be told
                self._drop(part.code)

    def _carry_out(self, effect: Effect) -> None:
        """In the order of its connection: behind what is put off there."""
        if type(effect) is Later:
            self._later.setdefault(effect.conn, deque()).append(effect)
            seconds = self.clock.seconds_until(effect.at)
            self._loop.call_later(seconds, self._carry_out_next, effect.conn)
        elif effect.conn in self._later:
            self._later[effect.conn].append(effect)
        else:
            _carry_out_now(effect)

    def _carry_out_next(self, conn: Conn) -> None:
        """What was put off first (two timers for the same moment may ring in any order), and what
        came after it and need not wait."""
        waiting = self._later[conn]
        _carry_out_now(waiting.popleft())
        while waiting and type(waiting[0]) is not Later:
            _carry_out_now(waiting.popleft())
        if not waiting:
            del self._later[conn]

    def _note(self, part: TableCommit, game: str) -> None:
        """What happens rarely: a table was opened, a match ended, or a game's code failed."""
        for error in part.crashes:
            self.metrics.add("game_failures")
            logs.trouble("game_failed", error, table=part.code, game=game)
        for match in part.finished:
            self.metrics.add("matches_finished")
            logs.event("match_finished", table=part.code, game=match.game)
            self.finished()
        waiter = self._opened.pop(part.code, None)
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    # Trouble

    def _without_lost(self, parts: list[Part], error: BaseException) -> list[Part]:
        """A commit failed: the tables that it concerns go back to the log."""
        self.metrics.add("store_failures")
        if isinstance(error, TablesRefused):
            lost = set(error.tables)
            _log_refused(error, logging.WARNING)
        else:
            lost = {part.commit.code for part in parts if part.commit.entries}
            logs.trouble("commit_failed", error, tables=len(lost))
        for code in sorted(lost):
            self._send_back(code)
        return [part for part in parts if part.commit.code not in lost]

    def _checkpoint_failed(self, error: Exception) -> None:
        """What was told is in the write-ahead log, and stays there until the store takes it; unless
        it refuses what some tables wrote, or another server has written in their place."""
        self.metrics.add("store_failures")
        if isinstance(error, TablesRefused):
            _log_refused(error, logging.ERROR)
            for code in sorted(code for code in error.tables if code in self._tables):
                self._send_back(code)
        else:
            logs.trouble("checkpoint_failed", error)

    def _fault(self, table: Table, error: BaseException) -> None:
        code = table.state.code
        may_try_again = self.recovery.may_try_again(code, error)
        if self._tables.get(code) is table:
            self._disconnect(code)
            if may_try_again and self.neighbours is None:
                self.recovery.begin(code, self.adopt)

    def _send_back(self, code: str, change: Change | None = None) -> None:
        self._disconnect(code)
        if self.neighbours is None:  # else whoever is asked for it next reads it
            self.recovery.begin(code, self.adopt, change)

    async def read_again(self, code: str, change: Change) -> None:
        """Its log is changed by `change`, and then it is read again. Its players reconnect."""
        await self.recovery.done(code)  # it may have read the log as it was
        if self.neighbours is None and code in self._tables:
            self._send_back(code, change)
            await self.recovery.done(code)
        else:
            self._disconnect(code)
            await self.log.do(change)

    def let_go(self, code: str) -> None:
        """Another process has it, or will. Who is connected is told to come again."""
        self._disconnect(code)

    async def settled(self, table: Table) -> None:
        """Until what it did is written, for a second at most."""
        give_up = time.monotonic() + 1.0
        while self._has_to_write(table) and time.monotonic() < give_up:
            await asyncio.sleep(0.002)

    def _has_to_write(self, table: Table) -> bool:
        return table.dirty or any(part.table is table for part in self._being_written)

    def _disconnect(self, code: str) -> None:
        """Nobody goes on with this table as it is now, nor with one that was to be written with
        what it did last."""
        table = self._tables.get(code)
        self._drop(code)
        for parted, each in list(self._dirty.items()):
            if code in each.outbox.written_with and parted in self._dirty:
                self._send_back(parted)
        if table is not None:
            self.registry.ask_to_reconnect(table)
        waiter = self._opened.pop(code, None)
        if waiter is not None and not waiter.done():
            waiter.set_exception(StoreError("not written"))

    def _drop(self, code: str) -> None:
        table = self._tables.get(code)
        self.registry.drop(code)
        if table is not None and self.neighbours is not None:
            self.neighbours.dropped(code)
        other = self._tables.get(table.state.other or "") if table is not None else None
        if other is not None and other.state.other == code:
            self.run(other, other.hear_other, None, self.clock.now())
        self._dirty.pop(code, None)
        self._alarms.cancel(code)
        self.bot_turns.forget(code)

    # The end

    async def close(self, within: float) -> bool:
        """Write what is still to be written. Everybody has been told. False: the store did not take
        it in so many seconds; what is lost was shown to nobody."""
        self.recovery.cancel()
        self.free_codes.close()
        self._alarms.cancel_all()
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self._under_way or self._dirty:
                    self._plan()
                    await asyncio.sleep(0.002)
                self._under_way = True  # for good: whatever a table does now has not happened
                await self.log.close()
                return True
        return False


def _carry_out_now(effect: Effect) -> None:
    recipient: Recipient = effect.conn  # type: ignore[assignment]
    if type(effect) is Send:
        recipient.send(effect.frame)
    elif type(effect) is Close:
        recipient.close(effect.code)
    elif type(effect) is Measure:
        recipient.measure()
    elif type(effect) is Later:
        _carry_out_now(effect.effect)


def _log_refused(error: TablesRefused, level: int) -> None:
    if isinstance(error, Fenced):
        logs.event("fenced", level, tables=len(error.tables))
    else:
        why = str(error.__cause__ or "")
        logs.event("tables_refused", level, tables=len(error.tables), reason=why)
