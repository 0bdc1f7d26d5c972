"""How many connections one address may have, before it has said a word, and none for a while if it
floods. Proxies may have any."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import web, web_protocol

from brouhaha.server.edge.inflow import Inflow
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.rates import Counts
from brouhaha.server.edge.turnstile import NOBODY, Turnstile
from brouhaha.server.edge.visitors import Visitors, network_of

REQUESTS_AHEAD: Final = (
    2  # read while one is answered, on a connection: what is unread is no object
)
MOST_FILES: Final = 65_536  # a connection is a file; the usual 1,024 is a small party


class ConnectionLimits:
    """Counts connections, and what they bring, and cuts off what is too much."""

    def __init__(self, visitors: Visitors, turnstile: Turnstile, limits: Limits) -> None:
        self._visitors = visitors
        self._turnstile = turnstile
        self._most_bytes = limits.whole_head_bytes
        self._counts = Counts(limits.connections_an_address)
        self._inside: dict[asyncio.BaseProtocol, str] = {}

    def address_of(self, host: str) -> str:
        """Whose connection it is."""
        return NOBODY if self._visitors.is_proxy(host) else network_of(host)

    def enter(self, address: str) -> bool:
        """One more connection, if it may have that."""
        may = address == NOBODY or self._visitors.may_connect(address)
        return may and (address == NOBODY or self._counts.enter(address))

    def belongs(self, handler: asyncio.BaseProtocol, address: str) -> None:
        """A connection that has entered is this one's."""
        self._inside[handler] = address

    def leave(self, handler: asyncio.BaseProtocol) -> None:
        address = self._inside.pop(handler, NOBODY)
        if address != NOBODY:
            self._counts.leave(address)

    def guard(self, server: web.Server) -> None:
        """From now on."""
        web_protocol.MAX_MSG_QUEUE_SIZE = REQUESTS_AHEAD
        made = server.connection_made

        def connection_made(handler: web.RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            address = self.address_of(str((transport.get_extra_info("peername") or ("",))[0]))
            inflow = Inflow(
                handler, transport, self._most_bytes, self._turnstile, address, self.leave
            )
            transport.set_protocol(inflow)
            entered = self._inside.pop(handler, None)
            if entered is not None or self.enter(address):
                self.belongs(inflow, address if entered is None else entered)
            else:
                asyncio.get_running_loop().call_soon(transport.abort)  # the handler begins first

        server.connection_made = connection_made  # type: ignore[method-assign]


def allow_many_files() -> None:
    """As many as the system lets us have, up to a point."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if wanted > soft:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
