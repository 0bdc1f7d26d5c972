"""Connections are let in a few in one turn of the event loop; the others wait in the kernel.

A loop by itself lets in all that wait before any move is heard: hundreds, in 20 ms. And whoever is
let in is given a kilobyte here and there before anybody asks who it is. Here one that may not come
in is closed at once, and one that may waits for its turn (`turnstile`) as a bare socket.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, cast

from aiohttp import web

from brouhaha.server import logs
from brouhaha.server.edge.connection_limits import ConnectionLimits
from brouhaha.server.edge.turnstile import CONNECTION, Turnstile

IN_ONE_TURN: Final = 2  # that are looked at, 0.02 ms each
BACKLOG: Final = 256  # connections that wait
UNREAD_BYTES: Final = 8_192  # of one, in the kernel; it counts double. All of it is read at once
TRIES_AGAIN: Final = 1.0  # seconds after there were no files left for one more
NOBODY_THERE: Final = (BlockingIOError, InterruptedError, ConnectionAbortedError)


class Entrance(NamedTuple):
    """What stands between strangers and a port."""

    limits: ConnectionLimits
    turnstile: Turnstile


class Acceptor:
    """In the place of the loop's own server, for the sockets that this has bound."""

    def __init__(
        self,
        server: asyncio.Server,
        new_protocol: Callable[[], asyncio.BaseProtocol],
        context: ssl.SSLContext | None,
        entrance: Entrance,
    ) -> None:
        self._server = server
        self._limits, self._turnstile = entrance
        self._new_protocol = new_protocol
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[Any]] = set()
        self._waiting: set[socket.socket] = set()
        # The loop keeps its own files of them to itself.
        self._listening = [socket.socket(fileno=os.dup(each.fileno())) for each in server.sockets]
        for each in self._listening:
            each.setblocking(False)
            with suppress(OSError):
                each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)  # inherited
            each.listen(BACKLOG)
            self._loop.add_reader(each, self._let_in, each)

    @property
    def sockets(self) -> Sequence[Any]:
        return self._server.sockets

    def _let_in(self, listening: socket.socket) -> None:
        for _ in range(IN_ONE_TURN):
            try:
                line, peer = listening.accept()
            except NOBODY_THERE:
                return
            except OSError as error:  # no more files, or memory
                logs.event("not_accepted", logging.WARNING, error=str(error))
                self._loop.remove_reader(listening)
                self._loop.call_later(TRIES_AGAIN, self._try_again, listening)
                return
            address = self._limits.address_of(str(peer[0]))
            if self._limits.enter(address):
                self._waiting.add(line)
                self._turnstile.let_in(address, partial(self._begin, line, address))
            else:
                line.close()

    def _try_again(self, listening: socket.socket) -> None:
        if listening.fileno() != -1:
            self._loop.add_reader(listening, self._let_in, listening)

    def _begin(self, line: socket.socket, address: str) -> None:
        if line not in self._waiting:  # the port was closed meanwhile
            return
        self._waiting.remove(line)
        self._turnstile.reserve()
        self._turnstile.charge(address, CONNECTION)
        coming = self._loop.create_task(
            self._turnstile.in_turns(address, self._come_in(line, address))
        )
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _come_in(self, line: socket.socket, address: str) -> None:
        line.setblocking(False)
        protocol = self._new_protocol()
        self._limits.belongs(protocol, address)
        try:
            await self._loop.connect_accepted_socket(lambda: protocol, line, ssl=self._context)
        except OSError:  # gone already, or no TLS at the other end
            self._limits.leave(protocol)

    def close(self) -> None:
        for line in self._waiting:
            line.close()
        self._waiting.clear()
        for coming in self._coming:
            coming.cancel()
        for each in self._listening:
            self._loop.remove_reader(each)
            each.close()
        self._server.close()


class Site(web.BaseSite):
    """A port, as the HTTP library wants it."""

    def __init__(
        self,
        runner: web.AppRunner,
        host: str,
        port: int,
        context: ssl.SSLContext | None,
        entrance: Entrance,
        *,
        shared: bool,
    ) -> None:
        super().__init__(runner, ssl_context=context)
        self._host, self._port, self._shared = host, port, shared
        self._entrance = entrance

    @property
    def name(self) -> str:
        return f"{self._host}:{self._port}"

    async def start(self) -> None:
        await super().start()
        loop, protocol = asyncio.get_running_loop(), self._runner.server
        assert protocol is not None
        by_itself = sys.platform == "win32"  # whose loop can watch no sockets of ours
        server = await loop.create_server(
            protocol,
            self._host,
            self._port,
            ssl=self._ssl_context,
            backlog=BACKLOG,
            reuse_port=self._shared or None,
            start_serving=by_itself,
        )
        if not by_itself:
            acceptor = Acceptor(server, protocol, self._ssl_context, self._entrance)
            server = cast("asyncio.Server", acceptor)
        self._server = server
