"""`/ws`: a browser's or a program's way to a table. Decides who gets a socket, and counts them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Final

from aiohttp import web

from brouhaha.engine.errors import Refusal, Rejected
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
            return await self._serve(request, visitor)
        finally:
            self._visitors.sockets.leave(visitor.address)

    def _turned_away(self, refusal: Refusal) -> Rejected:
        self._committer.metrics.add("sockets_refused")
        return Rejected(refusal)

    async def _serve(self, request: web.Request, visitor: Visitor) -> web.StreamResponse:
        socket = DirectSocket(
            autoping=False,
            compress=False,  # updates are small; a compressor costs more memory than a table
            max_msg_size=self._committer.settings.limits.frame_bytes,
            timeout=2.0,  # for the other side's goodbye
            decode_text=False,
        )
        await socket.prepare(request)
        transport = request.transport
        if transport is None:  # gone already
            return socket
        _bound_the_kernels_share(transport)
        socket.forget_handshake(request)
        inflow = inflow_of(request)
        if inflow is not None:
            most = FRAMES_AHEAD * self._committer.settings.limits.frame_bytes
            inflow.is_socket(most, visitor.address, socket.feed)
        connection = Connection(
            self._committer, self._finder, self._visitors, visitor, transport, socket, inflow
        )
        self._committer.metrics.add("sockets_opened")
        self.open.add(connection)
        try:
            # A task of its own is woken at once, not through all the handlers around this one.
            await asyncio.create_task(connection.listen())
        finally:
            self.open.discard(connection)
            connection.lost()
            socket.forget_trouble()
        return socket

    async def close(self) -> None:
        """Everybody who is still here is told; who does not answer is not waited for long."""
        self.stopping = True
        here = list(self.open)
        for connection in here:
            connection.notify("restarting")
        goodbyes = [each.goodbye for each in here if each.goodbye is not None]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=GOODBYE_SECONDS)


def _bound_the_kernels_share(transport: asyncio.Transport) -> None:
    """The kernel would keep megabytes for a reader who does not read, and hand us as many at once
    of a writer who does not stop."""
    line = transport.get_extra_info("socket")
    if line is not None:
        with suppress(OSError):
            line.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES)
            line.setsockopt(SOL_SOCKET, SO_RCVBUF, UNHEARD_BYTES)
