"""How many connections one address may have, before it has said a word, and none for a while if it
floods. Proxies may have any."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import web

from brouhaha.server.edge.inflow import Inflow
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.rates import Counts
from brouhaha.server.edge.turnstile import Turnstile
from brouhaha.server.edge.visitors import Visitors, network_of

MOST_FILES: Final = 65_536  # a connection is a file; the usual 1,024 is a small party


def limit_connections(
    server: web.Server, visitors: Visitors, turnstile: Turnstile, limits: Limits
) -> None:
    """Count connections from now on, and what they bring, and cut off what is too much."""
    counts = Counts(limits.connections_an_address)
    inside: dict[web.RequestHandler, str] = {}
    made, lost = server.connection_made, server.connection_lost

    def connection_made(handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        made(handler, transport)
        host = str((transport.get_extra_info("peername") or ("",))[0])
        address = network_of(host)
        inflow = Inflow(handler, transport, limits.whole_head_bytes, turnstile, address)
        transport.set_protocol(inflow)
        if visitors.is_proxy(host):
            return
        if visitors.may_connect(address) and counts.enter(address):
            inside[handler] = address
        else:
            asyncio.get_running_loop().call_soon(transport.abort)  # the handler begins first

    def connection_lost(handler: web.RequestHandler, exc: BaseException | None = None) -> None:
        address = inside.pop(handler, None)
        if address is not None:
            counts.leave(address)
        lost(handler, exc)

    server.connection_made = connection_made  # type: ignore[method-assign]
    server.connection_lost = connection_lost  # type: ignore[method-assign]


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
