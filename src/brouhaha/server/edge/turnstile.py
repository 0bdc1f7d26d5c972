"""What strangers ask for goes through a turnstile: so much in one turn of the event loop, no more.

The loop reads all that has come before it does anything else. Hundreds of requests that come in one
moment would be read and answered before the next move is heard. Here only so many are; the others
wait for the next turns, one of each address after the other. Who has a socket does not pass here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

IN_ONE_TURN: Final = 4  # to read what came of a request, or to answer one: 0.1 to 0.3 ms each


class Turnstile:
    def __init__(self) -> None:
        self._left = IN_ONE_TURN
        self._waiting: dict[str, deque[Callable[[], None]]] = {}  # by address
        self._planned = False

    def let_in(self, address: str, enter: Callable[[], None]) -> None:
        """Call it, at once or in one of the next turns."""
        self._plan()
        if self._left:
            self._left -= 1
            enter()
        else:
            self._waiting.setdefault(address, deque()).append(enter)

    async def passed(self, address: str) -> None:
        through: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.let_in(address, partial(_open, through))
        await through

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        self._planned, self._left = False, IN_ONE_TURN
        if self._waiting:
            self._plan()
        while self._left and self._waiting:
            self._left -= 1
            self._first()()

    def _first(self) -> Callable[[], None]:
        """Of those who wait; whoever is behind it is now behind the other addresses too."""
        address = next(iter(self._waiting))
        line = self._waiting.pop(address)
        first = line.popleft()
        if line:
            self._waiting[address] = line
        return first


def _open(through: asyncio.Future[None]) -> None:
    if not through.done():  # whoever waited may have gone
        through.set_result(None)
