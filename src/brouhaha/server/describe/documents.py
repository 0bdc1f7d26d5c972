"""The descriptions as answers. Made once for the games that there are: it takes half a second."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha import games
from brouhaha.server.describe.asyncapi import asyncapi
from brouhaha.server.describe.openapi import openapi
from brouhaha.server.http.api import always


def prepare_documents() -> None:
    for describe in (openapi, asyncapi):
        _described(describe, *games.names())


async def answer_openapi(request: web.Request) -> web.StreamResponse:
    return await _described(openapi, *games.names())(request)


async def answer_asyncapi(request: web.Request) -> web.StreamResponse:
    return await _described(asyncapi, *games.names())(request)


@cache
def _described(describe: Callable[[], dict[str, Any]], *_: str) -> Handler:
    return always(describe())
