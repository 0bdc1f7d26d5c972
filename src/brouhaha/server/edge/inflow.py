"""What comes in over a connection, in bytes, before it is a request or a message.

The HTTP library bounds each line of a head, and each message of a socket. What it reads without
ever giving it to us is bounded here: a head as a whole, and the frames of a message that carry
nothing (empty continuations). Requests are read in turn (`turnstile`), a piece at a time, and so is
what comes over a socket in heaps: of an address a few messages at once go ahead, and as many a
second as a roomful of players makes (`turnstile`). What a connection leaves behind when it is lost
is put away in turn, too: hundreds may go in one moment.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, cast

from aiohttp import web

from brouhaha.server.edge.budgets import Account
from brouhaha.server.edge.turnstile import GONE, Turnstile

HEAD_TOO_BIG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"Connection: close\r\nContent-Length: 0\r\n\r\n"
)
HEAD_ENDS: Final = b"\r\n\r\n"
PIECE: Final = 512  # bytes that are read in one go: four moves, 0.5 ms
AHEAD_BYTES: Final = 256  # that go ahead as one message: two moves


class Socket(Protocol):
    """What reads once a connection is a socket."""

    feed: Callable[[bytes], object]  # takes the bytes that come in

    @property
    def is_paused(self) -> bool: ...
    def data_received(self, data: bytes) -> None: ...
    def eof_received(self) -> None: ...
    def pause_writing(self) -> None: ...
    def resume_writing(self) -> None: ...
    def connection_lost(self, error: Exception | None) -> None: ...


class Inflow(asyncio.Protocol):
    """Between a transport and what reads from it: the HTTP library, then perhaps a socket."""

    def __init__(
        self,
        inner: web.RequestHandler,
        transport: asyncio.Transport,
        most: int,
        turnstile: Turnstile,
        address: str,
        ended: Callable[[Inflow], None] | None = None,
    ) -> None:
        """`address`: whose turn it is that lets it in. `ended` hears when the line is lost."""
        self._inner: web.RequestHandler | Socket = inner
        self._ended = ended
        self._feed: Callable[[bytes], object] = self._feed_head
        self.head = b""  # of the request that comes or is handled, with what came behind it
        self.transport = transport
        self._turnstile = turnstile
        self._address = address
        self._account: Account  # a socket's
        self._every, self._within = turnstile.message_every, turnstile.messages_within
        self._held = b""  # what waits for its turn
        self._most = most  # bytes
        self._bounded = True  # a head or a socket's messages; a body has bounds of its own
        self._is_socket = False
        self.came = 0  # bytes since the head, the socket or the socket's last message was read

    def head_read(self) -> None:
        """A request is handled."""
        self._bounded, self._feed = False, self._inner.data_received

    def next_head(self) -> None:
        """It has been; a handshake was the last one."""
        if not self._is_socket:
            self._bounded, self.came = True, 0
            self._feed, self.head = self._feed_head, b""

    def is_socket(self, socket: Socket, most: int, address: str) -> None:
        """From now on messages of this address come in: so many bytes until one is read, at most.
        Whoever reads them sets `came` to 0."""
        self._bounded = self._is_socket = True
        self._inner, self._feed = socket, socket.feed
        self._address = address  # before, it may have been a proxy's
        self._account = self._turnstile.account(address)
        self.came, self._most = 0, most
        self.head = b""

    def data_received(self, data: bytes) -> None:
        self.came += len(data)
        if self.came > self._most and self._bounded and not self._head_ended(data):
            self._cut_off()
        elif self._is_socket and not self._held and len(data) <= AHEAD_BYTES:
            account, now = self._account, time.monotonic()  # written out: every move comes here
            ahead, earliest = account.ahead_from, now - self._within
            if ahead <= now:
                account.ahead_from = (ahead if ahead > earliest else earliest) + self._every
                self._feed(data)
            else:
                self._wait(data)
        else:
            self._wait(data)

    def _head_ended(self, data: bytes) -> bool:
        """Within its bound: what came in the same breath is a body, which has bounds of its own."""
        came = b"".join((self.head, self._held, data))
        return not self._is_socket and HEAD_ENDS in came[: self._most]

    def _wait(self, data: bytes) -> None:
        waits, self._held = bool(self._held), self._held + data
        if not waits:
            self._turnstile.let_in(self._address, self._go_on)
        if self._held:
            self.transport.pause_reading()

    def _go_on(self) -> None:
        """A piece is let in. (The library pauses for reasons of its own, too.)"""
        piece, self._held = self._held[:PIECE], self._held[PIECE:]
        if self.transport.is_closing():
            self._held = b""
        elif piece:
            self._feed(piece)
        if self._held:
            self._turnstile.let_in(self._address, self._go_on)
        elif piece and not self._is_paused():
            self.transport.resume_reading()

    @property
    def waits(self) -> bool:
        """Some of what came is still to be read."""
        return bool(self._held)

    def _is_paused(self) -> bool:
        if self.transport.is_closing():
            return True
        if self._is_socket:
            return cast("Socket", self._inner).is_paused
        library = cast("web.RequestHandler", self._inner)
        return library._reading_paused or library._buffer_paused

    async def passed(self) -> None:
        """Until whoever speaks here has a turn."""
        await self._turnstile.passed(self._address)

    def read_all(self) -> None:
        """What waits is read now, as part of what came with the head: it is handed on."""
        held, self._held = self._held, b""
        if held:
            self._feed_head(held)

    def _feed_head(self, data: bytes) -> None:
        self.head += data
        self._inner.data_received(data)

    def _cut_off(self) -> None:
        if self._is_socket:
            self.transport.abort()
        else:
            self.transport.write(HEAD_TOO_BIG)
            self.transport.close()

    def eof_received(self) -> None:
        self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._feed = self._inner.data_received  # no cycle is left behind
        self._held = b""
        # Paid for when it began (`CONNECTION`), so it waits for no share.
        self._turnstile.let_in(GONE, partial(self._put_away, exc))

    def _put_away(self, error: Exception | None) -> None:
        if self._ended is not None:  # whatever the other does
            self._ended(self)
        self._inner.connection_lost(error)
