"""The feed as server-sent events: of the house, of a table, of a tournament.

Who hears what: of the house whoever may see the club; of a table or a tournament whoever knows its
code, as at its door. A stream ends when its reader does not keep up, and after an hour: browsers
come again by themselves.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import msgspec
from aiohttp import web

from brouhaha.engine.errors import Rejected
from brouhaha.server.club.gate import COOKIE, admit
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.feed.feed import HOUSE, Feed, Reader, Topic
from brouhaha.server.feed.types import Told
from brouhaha.server.http import refusals
from brouhaha.server.http.api import Api
from brouhaha.server.tables.link import ComeAgain, Finder
from brouhaha.server.tournaments.book import TournamentBook
from brouhaha.table import codes
from brouhaha.table.refusals import NO_SUCH_TABLE
from brouhaha.tournaments.refusals import NO_SUCH_TOURNAMENT

LOOK: Final = 1.0  # seconds between two looks whether the reader is still there
BEAT: Final = 15  # looks between two signs of life: proxies close what is silent
LASTS: Final = 3600.0  # seconds of one stream
WRITE_SECONDS: Final = 10.0  # for a reader to take what was written
KIND: Final = "text/event-stream"


class FeedApi:
    def __init__(
        self, api: Api, feed: Feed, finder: Finder, book: TournamentBook, visitors: Visitors
    ) -> None:
        self._api = api
        self._feed = feed
        self._finder = finder
        self._book = book
        self._visitors = visitors

    async def house(self, request: web.Request) -> web.StreamResponse:
        given = request.cookies.get(COOKIE, "")
        await self._api.read(lambda store: admit(store.database, given, self._api.lists))
        return await self._stream(request, HOUSE)

    async def table(self, request: web.Request) -> web.StreamResponse:
        code = codes.tidy(request.match_info["code"][:32])
        try:
            found = await self._finder.look(code)
        except ComeAgain:
            raise Rejected(refusals.STORE_FAILED) from None
        self._check_tried(request, right=found is not None)
        if found is None:
            raise Rejected(NO_SUCH_TABLE, code=code)
        if not found.watchers:
            raise Rejected(refusals.NOT_FOR_YOU)
        return await self._stream(request, ("table", code))

    async def tournament(self, request: web.Request) -> web.StreamResponse:
        code = codes.tidy(request.match_info["code"][:32])
        found = await self._book.look(code, lambda known: True)
        self._check_tried(request, right=found is not None)
        if found is None:
            raise Rejected(NO_SUCH_TOURNAMENT, code=code)
        return await self._stream(request, ("tournament", code))

    def _check_tried(self, request: web.Request, *, right: bool) -> None:
        if not self._visitors.may_try_code(self._visitors.who(request), right=right):
            raise Rejected(refusals.TOO_FAST)

    async def _stream(self, request: web.Request, topic: Topic) -> web.StreamResponse:
        """A stream counts as a socket: an address has so many, whatever they are."""
        address = self._visitors.who(request).address
        if not self._visitors.sockets.enter(address):
            raise Rejected(refusals.TOO_MANY_SOCKETS)
        try:
            with self._feed.reading(topic) as reader:
                response = web.StreamResponse(headers={"Cache-Control": "no-store"})
                response.content_type = KIND
                await response.prepare(request)
                with suppress(ConnectionError, TimeoutError):
                    await _write_all(request, response, reader)
                return response
        finally:
            self._visitors.sockets.leave(address)


async def _write_all(request: web.Request, response: web.StreamResponse, reader: Reader) -> None:
    ends, silent = time.monotonic() + LASTS, 0
    await _write(response, b"retry: 3000\n\n")
    while not reader.gone and time.monotonic() < ends:
        if request.transport is None or request.transport.is_closing():
            return
        try:
            async with asyncio.timeout(LOOK):
                told = await reader.queue.get()
        except TimeoutError:
            silent += 1
            if silent % BEAT == 0:
                await _write(response, b": still here\n\n")
            continue
        if told is None:
            return
        await _write(response, as_event(told))


async def _write(response: web.StreamResponse, text: bytes) -> None:
    async with asyncio.timeout(WRITE_SECONDS):
        await response.write(text)


def as_event(told: Told) -> bytes:
    kind = str(told.__struct_config__.tag).encode()
    return b"event: %b\ndata: %b\n\n" % (kind, msgspec.json.encode(told))
