"""What a request says, as types; or `Rejected` with what is wrong in it. Whatever `body_of` may
refuse is in `refusals.OF_ANY_BODY`."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from aiohttp import web

from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.nesting import is_deep
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http import refusals

T = TypeVar("T")


async def body_of(request: web.Request, kind: type[T], visitors: Visitors, limits: Limits) -> T:
    """From a page of ours, or from a program."""
    if not visitors.right_origin(request):
        raise Rejected(refusals.WRONG_ORIGIN)
    if request.content_type != "application/json":
        raise Rejected(refusals.NOT_JSON)
    try:
        body = await asyncio.wait_for(request.read(), limits.body_seconds)
    except TimeoutError:
        raise Rejected(refusals.BODY_TOO_SLOW) from None
    except web.RequestPayloadError:
        raise Rejected(refusals.BAD_MESSAGE, reason=refusals.CUT_OFF) from None
    try:
        if is_deep(body):
            raise Rejected(refusals.BAD_MESSAGE, reason=refusals.TOO_DEEP)
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Rejected(refusals.BAD_MESSAGE, reason=fault_in(error)) from None


def query_of(request: web.Request, kind: type[T]) -> T:
    """What is asked for after the `?`; numbers are written as text there."""
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Rejected(refusals.BAD_QUERY, reason=fault_in(error)) from None
