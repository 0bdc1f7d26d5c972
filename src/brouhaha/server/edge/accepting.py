"""Connections are let in a few in one turn of the event loop; the others wait in the kernel.

A loop by itself lets in all that wait before any move is heard: hundreds, in 20 ms.
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
from typing import Any, Final, cast

from aiohttp import web

from brouhaha.server import logs

IN_ONE_TURN: Final = 4  # as many as may be read (`turnstile`): what is not read takes no memory
BACKLOG: Final = 256  # connections that wait
TRIES_AGAIN: Final = 1.0  # seconds after there were no files left for one more
NOBODY_THERE: Final = (BlockingIOError, InterruptedError, ConnectionAbortedError)


class Acceptor:
    """In the place of the loop's own server, for the sockets that this has bound."""

    def __init__(
        self,
        server: asyncio.Server,
        new_protocol: Callable[[], asyncio.BaseProtocol],
        context: ssl.SSLContext | None,
    ) -> None:
        self._server = server
        self._new_protocol = new_protocol
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[Any]] = set()
        # The loop keeps its own files of them to itself.
        self._listening = [socket.socket(fileno=os.dup(each.fileno())) for each in server.sockets]
        for each in self._listening:
            each.setblocking(False)
            each.listen(BACKLOG)
            self._loop.add_reader(each, self._let_in, each)

    @property
    def sockets(self) -> Sequence[Any]:
        return self._server.sockets

    def _let_in(self, listening: socket.socket) -> None:
        for _ in range(IN_ONE_TURN):
            try:
                line, _ = listening.accept()
            except NOBODY_THERE:
                return
            except OSError as error:  # no more files, or memory
                logs.event("not_accepted", logging.WARNING, error=str(error))
                self._loop.remove_reader(listening)
                self._loop.call_later(TRIES_AGAIN, self._try_again, listening)
                return
            coming = self._loop.create_task(self._come_in(line))
            self._coming.add(coming)
            coming.add_done_callback(self._coming.discard)

    def _try_again(self, listening: socket.socket) -> None:
        if listening.fileno() != -1:
            self._loop.add_reader(listening, self._let_in, listening)

    async def _come_in(self, line: socket.socket) -> None:
        line.setblocking(False)
        with suppress(OSError):  # gone already, or no TLS at the other end
            await self._loop.connect_accepted_socket(self._new_protocol, line, ssl=self._context)

    def close(self) -> None:
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
        *,
        shared: bool,
    ) -> None:
        super().__init__(runner, ssl_context=context)
        self._host, self._port, self._shared = host, port, shared

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
        accepting = server if by_itself else Acceptor(server, protocol, self._ssl_context)
        self._server = cast("asyncio.Server", accepting)
