"""A WebSocket whose texts are heard as soon as they are read, without waking a task for each.

The HTTP library puts every message into a queue and wakes whoever waits for the next one. For a
move that is a turn of the event loop and a tenth of all that it costs. Here the queue gives a text
straight to its listener, unless something waits before it. Everything else goes the library's way:
what comes while the listener is busy, pings, pongs and goodbyes.

What goes out need not wait for the library either: it goes straight to the transport.

The library has no public way to do this; the methods and attributes that are used here are those
of aiohttp 3.14, and `tests/server/test_direct_socket.py` fails if they have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.http import WebSocketReader
from multidict import CIMultiDict, CIMultiDictProxy

TEXT, PING, PONG = 0x81, 0x89, 0x8A  # a whole frame of each kind
NO_HEADERS: Final = CIMultiDictProxy(CIMultiDict[str]())
QUEUE_BYTES: Final = 2**16  # as the library has it; twice as much waits before it stops reading


class DirectQueue(WebSocketDataQueue):
    hear: Callable[[bytes], None]  # the listener; it sets `busy` to False when it is ready

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.busy = True

    def feed_data(self, data: Any, size: int) -> None:
        if self.busy or self._buffer or data.type is not WSMsgType.TEXT:
            super().feed_data(data, size)
        else:
            self.hear(data.data)


class DirectSocket(web.WebSocketResponse):
    queue: DirectQueue
    feed: Callable[[bytes], object]  # takes the bytes that come in, past the library's protocol

    def _post_start(self, request: Any, protocol: Any, writer: Any) -> None:
        """As the library does it, but for the queue."""
        self._ws_protocol = protocol
        self._writer = writer
        assert self._loop is not None
        self._reader = self.queue = DirectQueue(request.protocol, QUEUE_BYTES, loop=self._loop)
        self._parser = WebSocketReader(
            self.queue, self._max_msg_size, compress=False, decode_text=False
        )
        self.feed = self._parser.feed_data
        request.protocol.set_parser(self._parser)
        request.protocol.keep_alive(False)

    def forget_handshake(self, request: web.Request) -> None:
        """How it was asked for, by what that was read, and what was answered: 5 kB that would last
        as long as it does."""
        self.headers.clear()
        request.protocol._parser = None
        request._headers = NO_HEADERS
        request._cache.clear()
        request._message = request._message._replace(headers=NO_HEADERS, raw_headers=())

    def forget_trouble(self) -> None:
        """What went wrong at its end: an error knows the frames that it came through, and so the
        socket itself. It would wait for the collector of cycles."""
        self._exception = None
