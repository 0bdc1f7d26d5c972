"""Time and order: whatever happens is an event on one timeline, and none happens at the same time.

`Timeline` is everybody's time: people, wires, disks. `SimulatedLoop` is the event loop of one
server process on it: callbacks in the order in which they were asked for, as asyncio promises, each
of which takes a little time, so that messages pile up as they do before a busy server. Several
processes take turns; one that is frozen does nothing until it thaws.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from heapq import heappop, heappush
from typing import Any, Final, cast

STEP_SECONDS: Final = 20e-6  # what a callback of the server takes
BEGINS: Final = 1_000.0  # seconds: no clock of a machine that has just started
CALENDAR: Final = 1_700_000_000_000  # ms since 1970, when the timeline begins


class Killed(SystemExit):
    """The server's process is gone, in the middle of whatever it was doing.

    asyncio lets this one through, wherever it is raised.
    """


class Call:
    """What a loop is asked to call. (asyncio's own would keep a context for each; the server has none.)"""

    __slots__ = ("args", "callback", "loop")

    def __init__(
        self, loop: SimulatedLoop, callback: Callable[..., object], args: tuple[Any, ...]
    ) -> None:
        self.loop = loop
        self.callback: Callable[..., object] | None = callback  # None: it was cancelled
        self.args = args

    def cancel(self) -> None:
        self.callback = None

    def cancelled(self) -> bool:
        return self.callback is None


class TimedCall(Call):
    __slots__ = ("_when",)

    def __init__(
        self,
        loop: SimulatedLoop,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        when: float,
    ) -> None:
        super().__init__(loop, callback, args)
        self._when = when

    def when(self) -> float:
        return self._when


class Timeline:
    def __init__(self) -> None:
        self.now = BEGINS
        self.steps = 0
        self.ready: deque[Call] = deque()  # of the servers that are running
        self.running: SimulatedLoop | None = None  # whose callback was called last
        self._events: list[tuple[float, int, Callable[..., object], tuple[Any, ...]]] = []
        self._order = 0

    def monotonic(self) -> float:
        return self.now

    def calendar_ns(self) -> int:
        return CALENDAR * 1_000_000 + int((self.now - BEGINS) * 1e9)

    def after(self, seconds: float, call: Callable[..., object], *args: Any) -> None:
        self._order += 1
        heappush(self._events, (self.now + seconds, self._order, call, args))

    def drop(self, loop: SimulatedLoop) -> None:
        """Its process has died."""
        self.ready = deque(each for each in self.ready if each.loop is not loop)
        self.running = None

    def step(self) -> None:
        """The next thing that happens; the server's own callbacks before what is yet to come."""
        self.steps += 1
        if self.ready:
            self._run(self.ready.popleft())
            events = self._events
            while events and events[0][0] <= self.now:
                self._happen()
        else:
            self._happen()

    def _run(self, call: Call) -> None:
        loop, callback = call.loop, call.callback
        if loop.frozen:
            loop.held.append(call)
            return
        if loop is not self.running:
            self.running = loop
            asyncio._set_running_loop(loop)  # type: ignore[arg-type]
        if callback is not None:
            try:
                callback(*call.args)
            except Exception as error:
                loop.call_exception_handler({"message": f"in {callback!r}", "exception": error})
        self.now += STEP_SECONDS

    def _happen(self) -> None:
        when, _, call, args = heappop(self._events)
        if when > self.now:
            self.now = when
        call(*args)


class SimulatedLoop:
    """One process's loop, as far as the server uses it. After its death nothing happens any more."""

    def __init__(self, timeline: Timeline, unhandled: Callable[[dict[str, Any]], None]) -> None:
        self._timeline = timeline
        self._unhandled = unhandled
        self._tasks: list[asyncio.Task[Any]] = []
        self.alive = True
        self.frozen = False
        self.held: list[Call] = []  # what would have happened while it was
        self._loop: Any = self  # as asyncio's own classes want it

    def time(self) -> float:
        return self._timeline.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self.alive

    def is_closed(self) -> bool:
        return not self.alive

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: object = None
    ) -> Call:
        call = Call(self, callback, args)
        if self.alive:
            self._timeline.ready.append(call)
        return call

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: object = None
    ) -> TimedCall:
        call = TimedCall(self, callback, args, self._timeline.now + delay)
        self._timeline.after(delay, self._ring, call)
        return call

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: object = None
    ) -> TimedCall:
        return self.call_later(when - self._timeline.now, callback, *args)

    def _ring(self, call: TimedCall) -> None:
        if self.alive and call.callback is not None:
            self._timeline.ready.append(call)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self._loop)

    def create_task(
        self, coro: Coroutine[Any, Any, Any], *, name: object = None, context: Any = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self._loop, context=context)
        self._tasks.append(task)
        return task

    def run_in_executor(
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Other threads do nothing: they only warm games up, and wait for the store's thread."""
        done = self.create_future()
        done.set_result(None)
        return done

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if self.alive:
            self._unhandled(context)

    def thaw(self) -> None:
        self.frozen = False
        self._timeline.ready += self.held
        self.held.clear()

    def die(self) -> None:
        """What waits is dropped where it stands. (Its `finally` blocks run as Python sweeps it up;
        the disk and the wires of a dead process take nothing any more.)"""
        self.alive = False
        self._timeline.drop(self)
        for task in self._tasks:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                coroutine = cast("Coroutine[Any, Any, Any]", task.get_coro())
                with suppress(Exception, Killed):
                    coroutine.close()
        self._tasks.clear()
