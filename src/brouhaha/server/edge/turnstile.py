"""What strangers ask for goes through a turnstile: a slice of a turn of the event loop, no more.

The loop reads all that has come before it does anything else. Hundreds of requests that come in one
moment would be read and answered before the next move is heard. So all that strangers cause is done
here, in processor time that is measured as it is used:

- in one turn of the loop only a slice of it, whatever it consists of, and less where the turn is
  long by itself: what was let in is written and told in the turns that follow. The rest waits for
  the next turns, and of those who wait the address that has used the least of its share is first;
- of one address no more than its share of a core. Beyond that it waits until its share has caught
  up, and all that it sends meanwhile waits behind it.

A move over a socket does not wait here, unless its address brings a heap of them in one moment
(`inflow`), nor does a table that wakes, unless bots play there (`Committer`).
`bench/strangers.md` has what that comes to.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, Final, Generic, TypeVar

from brouhaha.server.edge.budgets import Account, Budgets, core_rate, generosity
from brouhaha.server.edge.limits import Limits

SLICE: Final = 0.00025  # seconds of one turn: a move waits for two of them at most
LEAST: Final = 1e-9  # of a turn that is long by itself: one is let in all the same
FOLLOWS: Final = SLICE  # that whoever was let in uses a moment later, in the next turn
# Seconds that are used for somebody where nothing measures them:
LIBRARY: Final = 0.0003  # by the HTTP library around an answer
CONNECTION: Final = 0.0005  # for a connection's beginning and end
SOCKET: Final = 0.0015  # for a socket's hello and goodbye, and what others are told of them
MESSAGES: Final = 2  # over sockets of one address at once, that do not wait: 0.1 ms each
AT_ONCE: Final = (asyncio.CancelledError, GeneratorExit)  # ends that wait for no turn
# Whose share is not counted:
NOBODY: Final = ""  # a proxy, which speaks for many
GONE: Final = "gone"  # what lost connections leave behind. It is put away first: that makes room

T = TypeVar("T")


class Turnstile:
    def __init__(self, budgets: Budgets, limits: Limits) -> None:
        self._account = budgets.account
        self._share, at_once = core_rate(limits)
        self._saved = at_once / self._share  # seconds in which it is given again
        self._left = SLICE
        self._lines: dict[str, deque[Callable[[], None]]] = {}  # who waits, by address
        # Whose share has caught up: who has used the least of it, then who came first.
        self._due: list[tuple[float, int, str]] = []
        self._numbers = count()
        # Of an address's messages one goes ahead in so many seconds, and so many of them at once.
        self.message_every = 1 / max(limits.frames_in_line, limits.frames_a_second)
        self.messages_within = self.message_every * (int(MESSAGES * generosity(limits)) - 0.5)
        self._planned = self._entering = self._gave_way = False
        self.moves_are_told: Callable[[], bool] = lambda: False  # in this turn, behind us in line
        self._planned_at = 0.0  # on the thread's clock

    def let_in(self, address: str, enter: Callable[[], None]) -> None:
        """Call it, at once or in one of the next turns."""
        line = self._lines.get(address)
        if line is not None:
            line.append(enter)
        elif self.is_open(address):
            self._enter(address, enter)
        else:
            self._lines[address] = deque((enter,))
            self._line_up(address, self._until_due(address))

    async def in_turns(self, address: str, coroutine: Coroutine[Any, Any, T]) -> T:
        """Each of its steps has its turn, and is charged to the address."""
        return await _Steps(self, address, coroutine)

    async def passed(self, address: str) -> None:
        """Until it has its turn."""
        through: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let_in(address, partial(self._open, through))
        await through

    def is_open(self, address: str) -> bool:
        """Would whoever comes now be let in at once?"""
        is_free = self._left > 0 and not self._entering and address not in self._lines
        return is_free and self._until_due(address) <= 0

    def account(self, address: str) -> Account:
        return self._account(address, time.monotonic())

    def reserve(self) -> None:
        """What follows in the next turn is part of this one's slice."""
        self._left -= FOLLOWS

    def charge(self, address: str, seconds: float) -> None:
        """So much of the loop's time was used for it."""
        if self._planned:
            self._planned_at += seconds  # it did pass here
        else:
            self._plan()
        self._left -= seconds
        if _is_counted(address):
            now = time.monotonic()
            account = self._account(address, now)
            account.share_from = max(account.share_from, now - self._saved) + seconds / self._share

    def _open(self, through: asyncio.Future[None]) -> None:
        if not through.done():  # whoever waited may have gone
            self.reserve()
            through.set_result(None)

    def _until_due(self, address: str) -> float:
        """Seconds until its share has caught up."""
        if not _is_counted(address):
            return 0.0
        now = time.monotonic()
        return self._account(address, now).share_from - now

    def _line_up(self, address: str, wait: float = 0.0) -> None:
        """Its first one is due after so many seconds."""
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._line_up, address)
        else:
            heappush(self._due, (self._used_until(address), next(self._numbers), address))
            self._plan()

    def _used_until(self, address: str) -> float:
        """The less of its share it has used, the longer ago. A proxy has never saved anything."""
        now = time.monotonic()
        if _is_counted(address):
            return max(self._account(address, now).share_from, now - self._saved)
        return now if address == NOBODY else -inf

    def _plan(self) -> None:
        if not self._planned:
            self._planned, self._planned_at = True, time.thread_time()
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        if self.moves_are_told() and not self._gave_way:
            self._gave_way = True  # once: else nobody else were let in where many play
            asyncio.get_running_loop().call_soon(self._next_turn)
            return
        self._gave_way = False
        others = max(0.0, time.thread_time() - self._planned_at)  # what did not pass here
        self._planned, self._left = False, max(LEAST, SLICE - others)
        try:
            while self._left > 0 and self._due:
                self._next_of(heappop(self._due)[2])
        finally:
            if self._due:
                self._plan()

    def _next_of(self, address: str) -> None:
        """Whoever is behind it is then behind the other addresses too."""
        line = self._lines[address]
        try:
            self._enter(address, line.popleft())
        finally:
            if line:
                self._line_up(address, self._until_due(address))
            else:
                del self._lines[address]

    def _enter(self, address: str, enter: Callable[[], None]) -> None:
        began, self._entering = time.thread_time(), True
        try:
            enter()
        finally:
            self._entering = False
            self.charge(address, time.thread_time() - began)


def _is_counted(address: str) -> bool:
    return address not in (NOBODY, GONE)


class _Steps(Generic[T]):
    """Awaited in a coroutine's place."""

    def __init__(self, stile: Turnstile, address: str, coroutine: Coroutine[Any, Any, T]) -> None:
        self._stile = stile
        self._address = address
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, None, T]:
        waits_for: Any = None
        while True:
            error: BaseException | None = None
            try:
                if waits_for is not None:
                    yield waits_for
            except BaseException as thrown:
                error, waits_for = thrown, None
            try:
                if not isinstance(error, AT_ONCE) and not self._stile.is_open(self._address):
                    yield from self._stile.passed(self._address).__await__()
            except BaseException as thrown:
                error = thrown
            began, coroutine = time.thread_time(), self._coroutine
            try:
                waits_for = coroutine.send(None) if error is None else coroutine.throw(error)
            except StopIteration as end:
                self._stile.charge(self._address, LIBRARY)
                result: T = end.value
                return result
            finally:
                error = None  # it knows this frame, as `waits_for` does: they would keep each other
                self._stile.charge(self._address, time.thread_time() - began)
