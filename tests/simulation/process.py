"""A server's process: the real `Server`, on the simulated loop, disk and wires.

It can be killed at any step and started again from the disk. What of Python is put in its place for
that is listed in `fleet`, and nothing else of the server is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected
from brouhaha.server.http.types import NewTable, OpenedTable
from brouhaha.server.server import ClusterTrouble, Server
from brouhaha.server.settings import Settings
from brouhaha.server.tables import opening
from brouhaha.store import StoreError
from tests.simulation.disk import Disk
from tests.simulation.nats import SimulatedBus
from tests.simulation.stepped_thread import SteppedThread
from tests.simulation.timeline import Killed, SimulatedLoop, Timeline
from tests.simulation.violation import Violation
from tests.simulation.wires import SimulatedRequest, Wire

NO_FAULTS: Final = "the server meets no fault of its own"


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
            self._loop.call_later(self.process.store.seconds_of_a_job(), self._next)
        return result

    def _next(self) -> None:
        submitted = self._jobs.get()
        assert submitted is not None
        if self.process.store.takes_turns:
            self._thread_of_job = SteppedThread(partial(self._do, *submitted))
            self._go_on(self._thread_of_job)
        else:
            self._do(*submitted)
            self._done()

    def _tried(self, job: Any) -> Any:
        """Whatever a job raises is its outcome, but for what ends the process or the run."""
        stops: list[BaseException] = []

        def watched(store: Any) -> Any:
            try:
                return job(store)
            except (Killed, Violation) as stop:
                stops.append(stop)
                raise

        outcome = super()._tried(watched)
        if stops:
            raise stops[0]
        return outcome

    def _go_on(self, thread: SteppedThread) -> None:
        """To the next change of a file; then the event loop has its turn."""
        thread.go_on()
        if thread.dead:
            self._done()
        else:
            self._loop.call_later(self.process.store.seconds_of_a_turn(), self._go_on, thread)

    def _done(self) -> None:
        self._thread_of_job = None
        self._busy = not self._jobs.empty()
        if self._busy:
            self._loop.call_later(self.process.store.seconds_of_a_job(), self._next)

    def die(self) -> None:
        if self._thread_of_job is not None:
            self._thread_of_job.abandon()

    async def close(self, within: float) -> bool:
        while self._busy:
            await asyncio.sleep(0.01)
        self._drop_store()
        return True


class StorePace:
    """How long the store takes for what it is asked, in whichever process."""

    def __init__(self, chance: Random, *, takes_turns: bool) -> None:
        """`takes_turns`: the store's thread and the loop do, in the middle of the store's jobs."""
        self.takes_turns = takes_turns
        self.slow = 0.0  # seconds that a job takes at least
        self._chance = chance

    def seconds_of_a_job(self) -> float:
        return self.slow + self._chance.random() ** 3 * 0.05

    def seconds_of_a_turn(self) -> float:
        return self._chance.random() ** 4 * 0.05


class Process:
    def __init__(
        self,
        settings: Settings,
        timeline: Timeline,
        disk: Disk,
        store: StorePace,
        began: Callable[[Process], None],
    ) -> None:
        """`began` is called whenever the server is up."""
        self.disk = disk
        self.store = store
        self.server: Server | None = None  # None: it is down
        self.lives = 0
        self.stopping = False
        self.loop: SimulatedLoop | None = None
        self._began = began
        self._settings = settings
        self._timeline = timeline
        self._workers: list[SimulatedWorker] = []

    def new_worker(self, name: str, url: str, read_only: bool) -> SimulatedWorker:
        made = SimulatedWorker(name, url, read_only=read_only)
        made.process = self
        self._workers.append(made)
        return made

    @property
    def bus(self) -> SimulatedBus | None:
        if self.server is None or self.server.cluster is None:
            return None
        return self.server.cluster.bus  # type: ignore[return-value]

    def _unhandled(self, context: dict[str, Any]) -> None:
        raise Violation(NO_FAULTS, f"{context}") from context.get("exception")

    # A life

    def start(self) -> None:
        self.lives += 1
        self.stopping = False
        self.loop = self._timeline.running = SimulatedLoop(self._timeline, self._unhandled)
        asyncio._set_running_loop(self.loop)  # type: ignore[arg-type]
        self._begin = self.loop.create_task(self._begin_server(Server(self._settings)))

    async def _begin_server(self, server: Server) -> None:
        try:
            await server.begin()
        except (
            StoreError,
            ClusterTrouble,
        ):  # it says so and exits; whoever minds it starts it again
            raise Killed from None
        except Exception as error:
            raise Violation(NO_FAULTS, f"it does not start: {error!r}") from error
        self.server = server
        self._began(self)

    def stop(self) -> asyncio.Task[None]:
        """As SIGTERM does."""
        assert self.server is not None
        assert self.loop is not None
        server, self.server = self.server, None
        self.stopping = True
        return self.loop.create_task(server.end())

    def die(self) -> None:
        """Nothing of it is left but what is on the disk."""
        if self.loop is not None:
            self.disk.process_died(self.loop)
            for each in self._workers:
                each.die()
            self._workers.clear()
            self.loop.die()
            self.loop = self.server = None
            asyncio._set_running_loop(None)

    def freeze(self) -> None:
        """As SIGSTOP does: nothing of it moves, and its sockets stay open."""
        if self.loop is not None:
            self.loop.frozen = True

    def thaw(self) -> None:
        if self.loop is not None and self.loop.frozen:
            self.loop.thaw()

    @property
    def takes_visitors(self) -> bool:
        """As a balancer sees it."""
        return self.server is not None and self.loop is not None and not self.loop.frozen

    # Who comes

    def connect(self, wire: Wire) -> None:
        """A handshake arrives."""
        if self.server is None or self.loop is None:
            wire.cut()
            return
        wire.process = self
        self.loop.create_task(self._come_in(self.server, wire))

    async def _come_in(self, server: Server, wire: Wire) -> None:
        try:
            await server.sockets.come_in(SimulatedRequest(wire))  # type: ignore[arg-type]
        except Rejected:
            wire.close()
        except Exception as error:
            raise Violation(NO_FAULTS, f"at a handshake: {error!r}") from error

    def open_table(self, wanted: NewTable, opened: Callable[[OpenedTable | None], None]) -> None:
        """What POST /api/tables does, without HTTP."""
        if self.server is None or self.loop is None:
            opened(None)
            return
        self.loop.create_task(self._open_table(self.server, wanted, opened))

    async def _open_table(
        self,
        server: Server,
        wanted: NewTable,
        opened: Callable[[OpenedTable | None], None],
    ) -> None:
        try:
            table = await opening.open_table(server.committer, wanted)
        except Rejected:
            opened(None)
        else:
            opened(table)
