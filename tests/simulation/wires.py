"""Wires between people and the server: what is said arrives later, in order, or not at all.

A `Wire` is one connection. It can be cut (both sides notice), die silently (nobody notices: the
server has to find out) or stall (nothing goes through, and what the server sends piles up).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from aiohttp import WSMessage, WSMsgType
from multidict import CIMultiDict

from brouhaha.table.wire import ClientOut
from tests.simulation.timeline import Timeline

TEXT, PING = 0x81, 0x89
CLOSED = WSMessage(WSMsgType.CLOSED, None, None)


class Caller(Protocol):
    """Who is at the other end."""

    def heard(self, wire: Wire, message: ClientOut) -> None: ...

    def hung_up(self, wire: Wire) -> None: ...


class Wire:
    def __init__(
        self,
        timeline: Timeline,
        caller: Caller,
        sent: Callable[[Wire, bytes], ClientOut],
        address: str,
        delay: float,
        chance: Random,
    ) -> None:
        """`sent` sees every text frame as it leaves the server."""
        self.caller = caller
        self._sent = sent
        self._early: list[WSMessage] = []
        self.address = address
        self.socket: SimulatedSocket | None = None  # the server's end, once it has accepted
        self.seat: int | None = None  # as the server has told it last
        self.match = 0
        self.process: Any = None  # where it has landed
        self.closed = False
        self.dead = False
        self.stalled = False
        self.unread = False  # the server takes nothing more from it
        self.unsent = 0  # bytes
        self.frames_in = 0
        self._timeline = timeline
        self._delay = delay
        self._chance = chance
        self._arrives = [0.0, 0.0]  # the last thing that is under way, out and in

    # To the server

    def say(self, text: bytes, kind: WSMsgType = WSMsgType.TEXT) -> None:
        self._after(0, self._arrive, WSMessage(kind, text, None))

    def shake_hands(self, connect: Callable[[Wire], None]) -> None:
        self._after(0, connect, self)

    def accepted(self, socket: SimulatedSocket) -> None:
        self.socket = socket
        for message in self._early:
            socket.arrive(message)

    def _arrive(self, message: WSMessage) -> None:
        if self.closed or self.dead or self.unread:
            return
        self.frames_in += message.type is WSMsgType.TEXT
        if self.socket is not None:
            self.socket.arrive(message)
        else:
            self._early.append(message)

    # From the server

    def tell(self, kind: int, payload: bytes) -> None:
        message = self._sent(self, payload) if kind == TEXT else None
        if self.stalled:
            self.unsent += len(payload)
        elif kind == PING:
            self._after(1, self.say, payload, WSMsgType.PONG)
        elif message is not None:
            self._after(1, self._hear, message)

    def _hear(self, message: ClientOut) -> None:
        if not self.closed and not self.dead:
            self.caller.heard(self, message)

    # The end

    def cut(self) -> None:
        """Both ends notice."""
        if not self.closed:
            self.closed = True
            if self.socket is not None:
                self.socket.arrive(CLOSED)
            self._timeline.after(self._delay, self.caller.hung_up, self)

    def close(self) -> None:
        """The server hangs up, after all that it has said."""
        self._after(1, self.cut)

    def _after(self, way: int, call: Callable[..., object], *args: Any) -> None:
        """At the other end of the wire, behind everything that is already on its way."""
        now = self._timeline.now
        late = self._chance.random() ** 4 * 0.2  # mostly a few ms
        at = max(self._arrives[way], now + self._delay + late)
        self._arrives[way] = at
        self._timeline.after(at - now, call, *args)


class SimulatedTransport:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def is_closing(self) -> bool:
        return self._wire.closed

    def get_write_buffer_size(self) -> int:
        return self._wire.unsent

    def get_extra_info(self, name: str) -> None:
        """Nothing is known of a simulated socket."""

    def get_protocol(self) -> None:
        """What comes in is bounded where there are bytes; here there are messages."""

    def pause_reading(self) -> None:
        """Nothing more is heard from there."""
        self._wire.unread = True

    def abort(self) -> None:
        self._wire.cut()

    def write(self, frame: bytes) -> None:
        size = frame[1]
        head = 2 if size < 126 else 4 if size == 126 else 10
        self._wire.tell(frame[0], frame[head:])


class SimulatedRequest:
    """A handshake, as far as the server looks at it."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.remote = wire.address
        self.headers: CIMultiDict[str] = CIMultiDict({"Host": "localhost:8000"})
        self.scheme = "http"
        self.host = "localhost:8000"
        self.transport = SimulatedTransport(wire)


class SimulatedQueue:
    """In the place of `DirectQueue`, for its listener."""

    hear: Callable[[bytes], None]
    busy = True


class SimulatedSocket:
    """In the place of `DirectSocket`."""

    def __init__(self, most_bytes: int) -> None:
        self.queue = SimulatedQueue()
        self._inbox: deque[WSMessage] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._wire: Wire | None = None

    async def prepare(self, request: SimulatedRequest) -> None:
        self._loop = asyncio.get_running_loop()
        self._wire = request.wire
        self._wire.accepted(self)

    def arrive(self, message: WSMessage) -> None:
        self._loop.call_soon(self._read, message)

    def _read(self, message: WSMessage) -> None:
        if not (self.queue.busy or self._inbox) and message.type is WSMsgType.TEXT:
            self.queue.hear(message.data)
            return
        self._inbox.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def receive(self) -> WSMessage:
        while not self._inbox:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    async def close(self, *, code: int = 1000, message: bytes = b"") -> bool:
        assert self._wire is not None
        self._wire.close()
        return True
