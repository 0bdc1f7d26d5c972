"""The server's process: the real `Server`, on the simulated loop, disk and wires.

It can be killed at any step and started again from the disk. What of Python is put in its place for
that is listed in `Process.replaced`, and nothing else of the server is.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch
from zlib import crc32

from aiohttp import web

from brouhaha.commits import StoreWorker, wal_file, worker
from brouhaha.engine.errors import Rejected
from brouhaha.server import app, logs, opening, sockets
from brouhaha.server.connection import Connection
from brouhaha.server.http_types import NewTable, OpenedTable
from brouhaha.server.settings import Settings
from brouhaha.store import StoreError
from brouhaha.store import opening as store_opening
from brouhaha.table import Table
from tests.simulation.disk import Disk, SimulatedFile, SimulatedOs
from tests.simulation.sqlite_disk import SimulatedDatabase
from tests.simulation.stepped_thread import SteppedThread
from tests.simulation.timeline import Killed, SimulatedLoop, Timeline
from tests.simulation.violation import Violation
from tests.simulation.wires import SimulatedRequest, SimulatedSocket, Wire

OURS: Final = ("table_fault", "table_unreadable")  # what the server logs of faults of its own
NO_FAULTS = "the server meets no fault of its own"


class SimulatedWorker(StoreWorker):
    """The store's thread: one job after another, each of which takes a while."""

    process: Process
    _busy = False
    _thread_of_job: SteppedThread | None = None

    def submit(self, job: Any) -> asyncio.Future[Any]:
        result = self._loop.create_future()
        self._jobs.put((job, result))
        if not self._busy:
            self._busy = True
            self._loop.call_later(self.process.seconds_of_a_job(), self._next)
        return result

    def _next(self) -> None:
        submitted = self._jobs.get()
        assert submitted is not None
        if self.process.takes_turns:
            self._thread_of_job = SteppedThread(partial(self._do, *submitted))
            self._go_on(self._thread_of_job)
        else:
            self._do(*submitted)
            self._done()

    def _go_on(self, thread: SteppedThread) -> None:
        """To the next change of a file; then the event loop has its turn."""
        thread.go_on()
        if thread.done:
            self._done()
        else:
            self._loop.call_later(self.process.seconds_of_a_turn(), self._go_on, thread)

    def _done(self) -> None:
        self._thread_of_job = None
        self._busy = not self._jobs.empty()
        if self._busy:
            self._loop.call_later(self.process.seconds_of_a_job(), self._next)

    def die(self) -> None:
        if self._thread_of_job is not None:
            self._thread_of_job.abandon()

    async def close(self, within: float) -> bool:
        while self._busy:
            await asyncio.sleep(0.01)
        self._drop_store()
        return True


class Process:
    def __init__(
        self,
        settings: Settings,
        timeline: Timeline,
        disk: Disk,
        chance: Random,
        began: Callable[[], None],
        *,
        takes_turns: bool,
    ) -> None:
        """`began` is called whenever the server is up. `takes_turns`: the store's thread and the
        loop do, in the middle of the store's jobs."""
        self.takes_turns = takes_turns
        self._workers: list[SimulatedWorker] = []
        self.disk = disk
        self._began = began
        self.slow = 0.0  # seconds that a job of the store takes at least
        self.server: app.Server | None = None  # None: it is down
        self.lives = 0
        self.stopping = False
        self.excused_faults = 0  # that are planned, and not logged yet
        self._settings = settings
        self._timeline = timeline
        self._chance = chance
        self._loop: SimulatedLoop | None = None
        self._beginning: asyncio.Task[None] | None = None

    @contextmanager
    def replaced(self) -> Iterator[None]:
        """For as long as the run lasts: time, chance, threads, files and sockets."""
        disk, quiet = self.disk, SimpleNamespace(start=lambda: None)
        simulated_web = SimpleNamespace(
            WebSocketResponse=SimulatedSocket, Request=web.Request, StreamResponse=object
        )
        with ExitStack() as stack:
            for where, name, what in (
                (time, "monotonic", self._timeline.monotonic),
                (time, "time_ns", self._timeline.calendar_ns),
                (secrets, "token_bytes", self._chance.randbytes),
                (wal_file, "FileIO", partial(SimulatedFile, disk)),
                (wal_file, "os", SimulatedOs(disk)),
                (store_opening, "SqliteDatabase", partial(SimulatedDatabase, disk)),
                (worker, "Thread", lambda **_: quiet),
                (app, "StoreWorker", self._worker),
                (app, "SECONDS_TO_CHECKPOINT", 4),  # runs are short: a checkpoint belongs to each
                (sockets, "web", simulated_web),
                (logs, "trouble", self._trouble),
                (logs, "event", lambda *_, **__: None),
                # sets of these are iterated: not in the order of addresses in memory
                (Table, "__hash__", lambda table: crc32(table.state.code.encode())),
                (Connection, "__hash__", lambda conn: crc32(conn._visitor.host.encode())),
            ):
                stack.enter_context(patch.object(where, name, what))
            yield

    def _worker(self, name: str, url: str, *, read_only: bool = False) -> SimulatedWorker:
        made = SimulatedWorker(name, url, read_only=read_only)
        made.process = self
        self._workers.append(made)
        return made

    def seconds_of_a_job(self) -> float:
        return self.slow + self._chance.random() ** 3 * 0.05

    def seconds_of_a_turn(self) -> float:
        return self._chance.random() ** 4 * 0.05

    def _trouble(self, name: str, error: BaseException, **fields: object) -> None:
        if name in OURS and self.excused_faults:
            self.excused_faults -= 1
        elif name in OURS:
            raise Violation(NO_FAULTS, f"{name} {fields}: {error!r}") from error

    def _unhandled(self, context: dict[str, Any]) -> None:
        raise Violation(NO_FAULTS, f"{context}") from context.get("exception")

    # A life

    def start(self) -> None:
        self.lives += 1
        self.stopping = False
        self._loop = SimulatedLoop(self._timeline, self._unhandled)
        asyncio._set_running_loop(self._loop)  # type: ignore[arg-type]
        self._begin = self._loop.create_task(self._begin_server(app.Server(self._settings)))

    async def _begin_server(self, server: app.Server) -> None:
        try:
            await server.begin()
        except StoreError:  # it says so and exits; whoever minds it starts it again
            raise Killed from None
        except Exception as error:
            raise Violation(NO_FAULTS, f"it does not start: {error!r}") from error
        self.server = server
        self._began()

    def stop(self) -> asyncio.Task[None]:
        """As SIGTERM does."""
        assert self.server is not None
        assert self._loop is not None
        server, self.server = self.server, None
        self.stopping = True
        return self._loop.create_task(server.end())

    def die(self) -> None:
        """Nothing of it is left but what is on the disk."""
        if self._loop is not None:
            self.disk.process_died()
            for each in self._workers:
                each.die()
            self._workers.clear()
            self._loop.die()
            self._loop = self.server = None
            asyncio._set_running_loop(None)

    # Who comes

    def connect(self, wire: Wire) -> None:
        """A handshake arrives."""
        if self.server is None or self._loop is None:
            wire.cut()
            return
        self._loop.create_task(self._come_in(self.server, wire))

    async def _come_in(self, server: app.Server, wire: Wire) -> None:
        try:
            await server.sockets.come_in(SimulatedRequest(wire))  # type: ignore[arg-type]
        except Rejected:
            pass
        except Exception as error:
            raise Violation(NO_FAULTS, f"at a handshake: {error!r}") from error
        wire.close()

    def open_table(self, wanted: NewTable, opened: Callable[[OpenedTable | None], None]) -> None:
        """What POST /api/tables does, without HTTP."""
        if self.server is None or self._loop is None:
            opened(None)
            return
        self._loop.create_task(self._open_table(self.server, wanted, opened))

    async def _open_table(
        self,
        server: app.Server,
        wanted: NewTable,
        opened: Callable[[OpenedTable | None], None],
    ) -> None:
        try:
            table = await opening.open_table(server.committer, wanted)
        except Rejected:
            opened(None)
        else:
            opened(table)
