"""Where the head of a request ends, and where the next one begins."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha.server.edge.inflow import Inflow


@web.middleware
async def bound_heads(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Around everything else: where a head ends and the next one begins. What follows a body that
    nobody has read to its end is no head: the connection is closed then, and the answer says so."""
    inflow = inflow_of(request)
    if inflow is None:
        return await handler(request)
    inflow.head_read()
    try:
        answer = await handler(request)
        if not request.content.is_eof():
            answer.force_close()
        return answer
    finally:
        if request.content.is_eof():
            inflow.next_head()


def inflow_of(request: web.Request) -> Inflow | None:
    """Of the connection over which this request came; None in tests that have no real one."""
    protocol = request.transport.get_protocol() if request.transport is not None else None
    return protocol if isinstance(protocol, Inflow) else None
