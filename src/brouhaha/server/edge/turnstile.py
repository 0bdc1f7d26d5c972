"""What strangers ask for goes through a turnstile: a slice of a turn of the event loop, no more.

The loop reads all that has come before it does anything else. Hundreds of requests that come in one
moment would be read and answered before the next move is heard. So all that strangers cause is done
here, in processor time that is measured as it is used:

- in one turn of the loop only a slice of it, whatever it consists of. The rest waits for the next
  turns, one of each address after the other;
- of one address no more than its share of a core. Beyond that it waits until its share has caught
  up, and all that it sends meanwhile waits behind it.

A move over a socket does not wait here, unless its address brings a heap of them in one turn
(`inflow`). `bench/strangers.md` has what that comes to.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any, Final, Generic, TypeVar

from brouhaha.server.edge.budgets import Budgets, core_rate, generosity
from brouhaha.server.edge.limits import Limits

SLICE: Final = 0.0005  # seconds of one turn: a move waits for two of them at most
FOLLOWS: Final = SLICE  # that whoever was let in uses a moment later, in the next turn
# Seconds that are used for somebody where nothing measures them:
LIBRARY: Final = 0.0003  # by the HTTP library around an answer
CONNECTION: Final = 0.0005  # for a connection's beginning and end
SOCKET: Final = 0.0015  # for a socket's hello and goodbye, and what others are told of them
MESSAGES: Final = 2  # over sockets of one address in one turn, that do not wait: 0.1 ms each
AT_ONCE: Final = (asyncio.CancelledError, GeneratorExit)  # ends that wait for no turn
NOBODY: Final = ""  # whose share is not counted: a proxy, which speaks for many

T = TypeVar("T")


class Turnstile:
    def __init__(self, budgets: Budgets, limits: Limits) -> None:
        self._account = budgets.account
        self._share, at_once = core_rate(limits)
        self._saved = at_once / self._share  # seconds in which it is given again
        self._left = SLICE
        self._lines: dict[str, deque[Callable[[], None]]] = {}  # who waits, by address
        self._due: deque[str] = deque()  # the addresses whose share has caught up
        self.heard: dict[str, int] = {}  # messages in this turn, by address
        self.messages = int(MESSAGES * generosity(limits))  # of these, that need not wait
        self._planned = self._entering = False

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

    def reserve(self) -> None:
        """What follows in the next turn is part of this one's slice."""
        self._left -= FOLLOWS

    def charge(self, address: str, seconds: float) -> None:
        """So much of the loop's time was used for it."""
        self._plan()
        self._left -= seconds
        if address != NOBODY:
            now = time.monotonic()
            account = self._account(address, now)
            account.share_from = max(account.share_from, now - self._saved) + seconds / self._share

    def _open(self, through: asyncio.Future[None]) -> None:
        if not through.done():  # whoever waited may have gone
            self.reserve()
            through.set_result(None)

    def _until_due(self, address: str) -> float:
        """Seconds until its share has caught up."""
        if address == NOBODY:
            return 0.0
        now = time.monotonic()
        return self._account(address, now).share_from - now

    def _line_up(self, address: str, wait: float = 0.0) -> None:
        """Its first one is due after so many seconds."""
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._line_up, address)
        else:
            self._due.append(address)
            self._plan()

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._planned, self._left = False, SLICE
        try:
            while self._left > 0 and self._due:
                self._next_of(self._due.popleft())
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
