"""A WebSocket whose texts are heard as soon as they are read, without waking a task for each.

The HTTP library answers the handshake, and then is told that the line is lost: its request, its
answer, and the chain of handlers around both would last as long as the socket, and weigh more than
all the rest of it. What comes in goes straight to the library's frame reader, which puts every
message into a queue and wakes whoever waits for the next one. For a move that is a turn of the
event loop and a tenth of all that it costs. So the queue here gives a text straight to its
listener, unless something waits before it. Everything else is waited for (`receive`): what comes
while the listener is busy, pings, pongs and goodbyes.

What goes out needs no library: it goes straight to the transport.

The library has no public way to do this; the methods and attributes that are used here are those
of aiohttp 3.14, and `tests/server/test_direct_socket.py` fails if they have changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from aiohttp import EofStream, WebSocketError, WSMessage, WSMsgType, web
from aiohttp._websocket.models import WSMessageTextBytes
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.http import WebSocketReader

from brouhaha.server.edge.inflow import Inflow

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # a whole frame of each kind
CLOSED: Final = WSMessage(WSMsgType.CLOSED, None, None)
ABNORMAL: Final = 1011  # the close code for what should not happen
QUEUE_BYTES: Final = 2**16  # as the library has it; twice as much waits before it stops reading
GOODBYE_SECONDS: Final = 2.0  # for what was sent before it to reach the other side


class Handshake(web.WebSocketResponse):
    def _post_start(self, request: Any, protocol: Any, writer: Any) -> None:
        """It has been answered, and that is all."""


class DirectQueue(WebSocketDataQueue):
    __slots__ = ("busy", "hear")

    hear: Callable[[bytes], None]  # the listener; it sets `busy` to False when it is ready

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.busy = True

    def feed_data(self, data: Any, size: int) -> None:
        if self.busy or self._buffer or data.type is not WSMsgType.TEXT:
            super().feed_data(data, size)
        else:
            self.hear(data.data)


class _Reading:
    """What the queue stops when too much waits in it."""

    __slots__ = ("_reading_paused", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._reading_paused = False

    def pause_reading(self) -> None:
        self._reading_paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._reading_paused = False
        if not self._transport.is_closing():
            self._transport.resume_reading()


class DirectSocket:
    __slots__ = (
        "_cut", "_ended", "_gone", "_lost", "_most_bytes", "_reading", "_transport", "feed",
        "queue",
    )  # fmt: skip

    queue: DirectQueue
    feed: Callable[[bytes], object]  # takes the bytes that come in
    _reading: _Reading
    _transport: asyncio.Transport

    def __init__(self, most_bytes: int) -> None:
        """`most_bytes`: of a message."""
        self._most_bytes = most_bytes
        self._ended = False  # nothing more is said here
        self._lost = False  # the line has gone, too
        self._gone: asyncio.Future[None] | None = None  # somebody waits for that
        self._cut: asyncio.TimerHandle | None = None

    async def prepare(self, request: web.Request) -> None:
        """The handshake."""
        await Handshake(compress=False).prepare(request)

    def take(self, request: web.Request, inflow: Inflow, most: int, address: str) -> None:
        """From now on the line is this socket's. `most`, `address`: see `Inflow.is_socket`."""
        library: Any = request.protocol
        self._transport = transport = inflow.transport
        self._reading = _Reading(transport)
        self.queue = DirectQueue(self._reading, QUEUE_BYTES, loop=asyncio.get_running_loop())
        reader = WebSocketReader(self.queue, self._most_bytes, compress=False, decode_text=False)
        self.feed = reader.feed_data
        early, library._message_tail = library._message_tail, b""
        stopped = library._reading_paused or library._buffer_paused
        library.transport = None  # or it would close it
        library.connection_lost(None)
        inflow.is_socket(self, most, address)
        if early:
            self.feed(early)
        if stopped and not inflow.waits:
            self._reading.resume_reading()

    async def receive(self) -> WSMessage | WSMessageTextBytes:
        """The next message that did not go straight to the listener."""
        if self._ended:
            return CLOSED
        try:
            message = await self.queue.read()
        except EofStream:
            self.hang_up(1000)
        except WebSocketError as error:
            error.__traceback__ = None  # it knows this frame, and is known to the queue: a cycle
            self.hang_up(error.code)
        except RuntimeError as error:
            error.__traceback__ = None
            self.hang_up(ABNORMAL)
        else:
            if message.type is not WSMsgType.CLOSE and not self._ended:
                return message
            self.hang_up(1000)
        return CLOSED

    def hang_up(self, code: int, reason: bytes = b"") -> None:
        """After what was sent before; whoever does not read it is not waited for long."""
        if self._ended:
            return
        self._ended = True
        transport = self._transport
        if not transport.is_closing():
            said = code.to_bytes(2, "big") + reason
            transport.write(bytes((CLOSE, len(said))) + said)
            transport.close()
            loop = asyncio.get_running_loop()
            self._cut = loop.call_later(GOODBYE_SECONDS, transport.abort)
        self.queue.feed_eof()

    async def close(self, *, code: int, message: bytes = b"") -> None:
        """The same, and wait until the line has gone."""
        self.hang_up(code, message)
        if not self._lost and self._gone is None:
            self._gone = asyncio.get_running_loop().create_future()
            await self._gone

    # What the transport tells, by way of its `Inflow`

    @property
    def is_paused(self) -> bool:
        return self._reading._reading_paused

    def data_received(self, data: bytes) -> None:
        """Nothing more is heard."""

    def eof_received(self) -> None:
        """It closes then."""

    def pause_writing(self) -> None:
        """Whoever does not read is cut off in time (`Connection.send`)."""

    def resume_writing(self) -> None:
        """The same."""

    def connection_lost(self, error: Exception | None) -> None:
        self._ended = self._lost = True
        if self._cut is not None:
            self._cut.cancel()
        self.queue.feed_eof()
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(None)
