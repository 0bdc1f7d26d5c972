"""The other workers at this port: a socket that lands at the wrong one is handed to the owner.

The kernel chooses who of them accepts a connection, and most tables are elsewhere. Between machines
everything that is said takes the hop for as long as the socket lasts. On one machine the connection
itself can be given away (SCM_RIGHTS): before the handshake, with all that was read of it, so that
the owner has it as if it had landed there. What cannot be handed over stays and takes the hop: a
line whose TLS ends in this process, a table whose owner is on another machine or does not answer at
once, and a client that does not say which table it wants (`/ws?table=CODE`).

Each worker has a socket under its name in a folder that only their user may enter.
"""

from __future__ import annotations

import asyncio
import socket
from array import array
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha.server.edge.heads import inflow_of
from brouhaha.server.http.routes import SOCKET
from brouhaha.server.metrics import Metrics
from brouhaha.table import codes

MOST: Final = 131_072  # bytes of a head, with all that came behind it
FindOwner = Callable[[str], Awaitable[str | None]]


class Siblings:
    def __init__(self, folder: Path, me: str, owner_elsewhere: FindOwner, metrics: Metrics) -> None:
        """`owner_elsewhere`: the process that has this table, if that is another one."""
        self._folder = folder
        self._own = folder / me
        self._owner_elsewhere = owner_elsewhere
        self._metrics = metrics
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._serve: Callable[[], asyncio.Protocol]
        self._arriving: set[asyncio.Task[None]] = set()

    def begin(self, serve: Callable[[], asyncio.Protocol]) -> None:
        """`serve` makes what serves a connection, as for one that landed here."""
        self._serve = serve
        self._socket.bind(str(self._own))
        asyncio.get_running_loop().add_reader(self._socket, self._take)

    def end(self) -> None:
        """Nobody finds us here any more."""
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()
        self._own.unlink(missing_ok=True)

    # Away

    @web.middleware
    async def hand_on(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Before anything else is asked: whoever gets it judges it."""
        if request.path == SOCKET.path and await self._is_handed_on(request):
            return web.Response()  # reaches nobody: the line is closed here
        return await handler(request)

    async def _is_handed_on(self, request: web.Request) -> bool:
        code, transport = codes.tidy(request.query.get("table", "")), request.transport
        if not codes.is_code(code) or transport is None or _ends_tls(transport):
            return False
        inflow = inflow_of(request)
        if inflow is None:
            return False
        transport.pause_reading()  # all that was read goes along, and no more is read here
        inflow.read_all()
        owner = await self._owner_elsewhere(code)
        if owner is not None and self._give(transport, inflow.head, owner):
            self._metrics.add("sockets_handed_on")
            transport.abort()  # the owner has it: nothing ends for whoever is at the other end
            return True
        transport.resume_reading()
        return False

    def _give(self, transport: asyncio.Transport, head: bytes, owner: str) -> bool:
        line = transport.get_extra_info("socket")
        if line is None or transport.is_closing() or not 0 < len(head) <= MOST:
            return False
        rights = socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [line.fileno()])
        try:
            self._socket.sendmsg([head], [rights], 0, str(self._folder / owner))
        except OSError:  # on another machine, gone, or with too much to do
            return False
        return True

    # Here

    def _take(self) -> None:
        with suppress(OSError):
            head, lines, _, _ = socket.recv_fds(self._socket, MOST, 1)
            for number in lines:
                arriving = asyncio.create_task(self._arrive(socket.socket(fileno=number), head))
                self._arriving.add(arriving)
                arriving.add_done_callback(self._arriving.discard)

    async def _arrive(self, line: socket.socket, head: bytes) -> None:
        line.set_inheritable(False)
        line.setblocking(False)
        with suppress(OSError):  # they have gone meanwhile
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: Arrival(self._serve(), head), line
            )


class Arrival(asyncio.Protocol):
    """Stands in until the connection is made; what was read elsewhere is then heard first."""

    def __init__(self, serves: asyncio.Protocol, head: bytes) -> None:
        self._serves = serves
        self._head = head

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.set_protocol(self._serves)
        self._serves.connection_made(transport)
        protocol = transport.get_protocol()
        assert isinstance(protocol, asyncio.Protocol)
        protocol.data_received(self._head)


def _ends_tls(transport: asyncio.Transport) -> bool:
    return transport.get_extra_info("sslcontext") is not None
