"""`/ws`: a browser's or a program's way to a table. Decides who gets a socket, and counts them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Final

from aiohttp import web

from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.server import logs
from brouhaha.server.edge.connection import Connection
from brouhaha.server.edge.direct_socket import DirectSocket
from brouhaha.server.edge.heads import inflow_of
from brouhaha.server.edge.visitors import Visitor, Visitors
from brouhaha.server.http import refusals
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import Finder

KERNEL_BYTES: Final = 131_072  # unsent in the kernel, for one socket; it counts double
UNHEARD_BYTES: Final = 8_192  # the same for what comes in: it is all read at once, before any move
FRAMES_AHEAD: Final = 4  # of the longest: what may be on its way to us before it is a message
GOODBYE_SECONDS: Final = 3.0  # for everybody together, when the server stops


class Sockets:
    def __init__(self, committer: Committer, finder: Finder, visitors: Visitors) -> None:
        self._committer = committer
        self._finder = finder
        self._visitors = visitors
        self.open: set[Connection] = set()
        self._listening: set[asyncio.Task[None]] = set()
        self.stopping = False

    async def come_in(self, request: web.Request) -> web.StreamResponse:
        """The handshake, if this visitor may have a socket."""
        visitor, limits = self._visitors.who(request), self._committer.settings.limits
        if not self._visitors.right_origin(request):
            raise self._turned_away(refusals.WRONG_ORIGIN)
        if self.stopping or len(self.open) >= limits.sockets:
            raise self._turned_away(refusals.SERVER_FULL)
        if not self._visitors.sockets.enter(visitor.address):
            raise self._turned_away(refusals.TOO_MANY_SOCKETS)
        try:
            await self._serve(request, visitor)
        except BaseException:
            self._visitors.sockets.leave(visitor.address)
            raise
        return web.Response()  # reaches nobody: the library has no line to them any more

    def _turned_away(self, refusal: Refusal) -> Rejected:
        self._committer.metrics.add("sockets_refused")
        return Rejected(refusal)

    async def _serve(self, request: web.Request, visitor: Visitor) -> None:
        limits = self._committer.settings.limits
        socket = DirectSocket(limits.frame_bytes)
        await socket.prepare(request)
        transport, inflow = request.transport, inflow_of(request)
        if transport is None:
            raise ConnectionResetError("gone already")
        _bound_the_kernels_share(transport)
        if inflow is not None:
            socket.take(request, inflow, FRAMES_AHEAD * limits.frame_bytes, visitor.address)
        connection = Connection(
            self._committer, self._finder, self._visitors, visitor, transport, socket, inflow
        )
        self._committer.metrics.add("sockets_opened")
        self.open.add(connection)
        listening = asyncio.create_task(self._listen(connection, visitor))
        self._listening.add(listening)
        listening.add_done_callback(self._listening.discard)

    async def _listen(self, connection: Connection, visitor: Visitor) -> None:
        try:
            await connection.listen()
        except Exception as error:
            self._committer.metrics.add("errors")
            logs.trouble("socket_failed", error)
            connection.cut()
        finally:
            self.open.discard(connection)
            connection.lost()
            self._visitors.sockets.leave(visitor.address)

    async def close(self) -> None:
        """Everybody who is still here is told; who does not answer is not waited for long."""
        self.stopping = True
        here = list(self.open)
        for connection in here:
            connection.notify("restarting")
        goodbyes = [each.goodbye for each in here if each.goodbye is not None]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=GOODBYE_SECONDS)
        for connection in here:
            connection.cut()


def _bound_the_kernels_share(transport: asyncio.Transport) -> None:
    """The kernel would keep megabytes for a reader who does not read, and hand us as many at once
    of a writer who does not stop."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with suppress(OSError):
            line.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES)
            line.setsockopt(SOL_SOCKET, SO_RCVBUF, UNHEARD_BYTES)
