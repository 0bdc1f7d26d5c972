"""`/ws`: a browser's or a program's way to a table. Lets it in, and listens until it goes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Final

from aiohttp import WSMsgType, web

from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.server import refusals
from brouhaha.server.connection import Connection
from brouhaha.server.hall import Hall
from brouhaha.server.visitors import Visitor, Visitors

KERNEL_BYTES: Final = 131_072  # unsent in the kernel, for one socket; it counts double


class Sockets:
    def __init__(self, hall: Hall, visitors: Visitors) -> None:
        self._hall = hall
        self._visitors = visitors
        self._goodbyes: set[asyncio.Task[None]] = set()
        self.open: set[Connection] = set()
        self.stopping = False

    async def come_in(self, request: web.Request) -> web.StreamResponse:
        """The handshake, if this visitor may have a socket."""
        visitor, limits = self._visitors.who(request), self._hall.settings.limits
        if not self._visitors.right_origin(request):
            raise self._turned_away(refusals.WRONG_ORIGIN)
        if self.stopping or len(self.open) >= limits.sockets:
            raise self._turned_away(refusals.SERVER_FULL)
        if not self._visitors.sockets.enter(visitor.address):
            raise self._turned_away(refusals.TOO_MANY_SOCKETS)
        try:
            return await self._listen(request, visitor)
        finally:
            self._visitors.sockets.leave(visitor.address)

    def _turned_away(self, refusal: Refusal) -> Rejected:
        self._hall.metrics.add("sockets_refused")
        return Rejected(refusal)

    async def _listen(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        socket = web.WebSocketResponse(
            autoping=False,
            compress=False,  # updates are small; a compressor costs more memory than a table
            max_msg_size=self._hall.settings.limits.frame_bytes,
            timeout=2.0,  # for the other side's goodbye
            decode_text=False,
        )
        await socket.prepare(request)
        transport = request.transport
        if transport is None:  # gone already
            return socket
        _bound_the_kernels_share(transport)
        connection = Connection(
            self._hall,
            transport,
            visitor,
            lambda code, reason: self._hang_up(socket, code, reason),
        )
        self._hall.metrics.add("sockets_opened")
        self.open.add(connection)
        try:
            # A task of its own is woken at once, not through all the handlers around this one.
            await asyncio.create_task(_hear_out(socket, connection))
        finally:
            self.open.discard(connection)
            connection.lost()
        return socket

    def _hang_up(self, socket: web.WebSocketResponse, code: int, reason: str) -> None:
        goodbye = asyncio.create_task(_say_goodbye(socket, code, reason))
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)

    async def close(self) -> None:
        """Everybody who is still here is told; who does not answer is not waited for long."""
        self.stopping = True
        for connection in list(self.open):
            connection.notify("restarting")
        if self._goodbyes:
            await asyncio.wait(self._goodbyes, timeout=3)


def _bound_the_kernels_share(transport: asyncio.Transport) -> None:
    """The kernel would keep megabytes for a reader who does not read."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with suppress(OSError):
            line.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES)


async def _say_goodbye(socket: web.WebSocketResponse, code: int, reason: str) -> None:
    with suppress(ConnectionError):  # they have gone already
        await socket.close(code=code, message=reason.encode())


async def _hear_out(socket: web.WebSocketResponse, connection: Connection) -> None:
    while True:
        message = await socket.receive()
        if message.type is WSMsgType.TEXT:
            connection.hear(message.data)
        elif message.type is WSMsgType.PONG:
            connection.heard_pong(message.data)
        elif message.type is WSMsgType.PING:
            connection.heard_ping(message.data)
        elif message.type is WSMsgType.BINARY:
            connection.complain("bad_message", "text frames only")
            connection.close("bad_message")
        else:  # closed, by whichever side; or what came was no WebSocket frame
            return
