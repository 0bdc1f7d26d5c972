"""The HTTP API: tables, finished matches, players. Small answers, every one typed in `answers`."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from brouhaha import games
from brouhaha.server import opening, replays
from brouhaha.server.answers import (
    ApiError,
    GameInfo,
    MatchList,
    MatchSummary,
    NewTable,
    PlayedMatch,
    PlayerRecord,
    TableInfo,
)
from brouhaha.server.clerk import Clerk
from brouhaha.server.hall import Hall
from brouhaha.server.visitors import Visitors
from brouhaha.store import Finished, Store, Summary
from brouhaha.table import codes
from brouhaha.table.names import MOST_CHARACTERS
from brouhaha.table.schema import game_schema

T = TypeVar("T")

ZIP_FROM = 1_400  # bytes: below, it is one packet anyway
KEEP = "private, max-age=3600"  # a finished match does not change


class Api:
    def __init__(self, hall: Hall, reader: Clerk, visitors: Visitors) -> None:
        self._hall = hall
        self._reader = reader
        self._visitors = visitors
        self._limits = hall.settings.limits
        self._games = [_game_info(name) for name in games.names()]

    # Tables

    async def games(self, request: web.Request) -> web.Response:
        return answer(request, self._games)

    async def open_table(self, request: web.Request) -> web.Response:
        if not self._visitors.right_origin(request):
            raise ApiError(403, "wrong_origin")
        wanted = await self._body(request)
        if not self._visitors.may_open_table(self._visitors.who(request)):
            raise ApiError(429, "too_many_tables")
        return answer(request, await opening.open_table(self._hall, wanted), 201)

    async def table(self, request: web.Request) -> web.Response:
        code = codes.tidy(request.match_info["code"][:32])
        found = self._hall.tables.get(code)
        if found is None:
            raise ApiError(404, "no_such_table", code=code)
        table = found.state
        most = games.find(table.game).players.stop - 1
        players = sum(not seat.gone for seat in table.seats)
        full = players >= most
        return answer(request, TableInfo(code, table.game, table.status, players, most, full))

    async def _body(self, request: web.Request) -> NewTable:
        if request.content_type != "application/json":
            raise ApiError(415, "not_json")
        try:
            body = await asyncio.wait_for(request.read(), self._limits.body_seconds)
        except TimeoutError:
            raise ApiError(408, "too_slow") from None
        except web.RequestPayloadError:
            raise ApiError(400, "bad_message") from None
        try:
            return msgspec.json.decode(body, type=NewTable)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise ApiError(400, "bad_message", reason=str(error)[:200]) from None

    # Finished matches

    async def matches(self, request: web.Request) -> web.Response:
        self._may_list()
        limit, before = self._limit(request), request.query.get("before")
        if before is not None:
            _check_id(before)

        def read(store: Store) -> list[Summary] | None:
            last = store.match(before) if before else None
            return None if before and last is None else store.matches(limit, last)

        found = await self._read(read)
        if found is None:
            raise ApiError(404, "no_such_match")
        return answer(request, MatchList([_summary(match) for match in found]))

    async def player(self, request: web.Request) -> web.Response:
        self._may_list()
        name, limit = request.match_info["name"][: 2 * MOST_CHARACTERS], self._limit(request)
        found = await self._read(lambda store: store.results_by_player(name, limit))
        played = [PlayedMatch(each.seat, _summary(each.match)) for each in found]
        return answer(request, PlayerRecord(name, played))

    async def match(self, request: web.Request) -> web.Response:
        found = await self._match(request, replays.record)
        return answer(request, found, caching=KEEP)

    async def frames(self, request: web.Request) -> web.Response:
        seat, first = _seat(request.query.get("seat", "public")), _whole(request, "from", 0)
        most = self._limits.replay_frames
        found = await self._match(request, lambda match: replays.page(match, seat, first, most))
        return answer(request, found, caching=KEEP)

    async def _match(self, request: web.Request, look: Any) -> Any:
        """Found and looked at in the reader's thread: the loop goes on meanwhile."""
        if not self._visitors.may_see_replay(self._visitors.who(request)):
            raise ApiError(429, "too_fast")
        id = request.match_info["id"]
        _check_id(id)

        def read(store: Store) -> Any:
            found: Finished | None = store.match(id)
            return None if found is None else look(found)

        seen = await self._read(read)
        if seen is None:
            raise ApiError(404, "no_such_match")
        return seen

    async def _read(self, look: Callable[[Store], T]) -> T:
        """Whatever has been told of is there."""
        await self._hall.books.matches_copied()
        return await self._reader.do(look)

    def _may_list(self) -> None:
        if not self._hall.settings.lists:
            raise ApiError(403, "not_listed")

    def _limit(self, request: web.Request) -> int:
        return min(max(1, _whole(request, "limit", 50)), self._limits.listed)


def answer(
    request: web.Request, value: object, status: int = 200, caching: str = "no-store"
) -> web.Response:
    """As JSON, compressed if it is worth it."""
    body, headers = msgspec.json.encode(value), {"Cache-Control": caching}
    if len(body) > ZIP_FROM and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = gzip.compress(body, 3, mtime=0)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def _game_info(name: str) -> GameInfo:
    game = games.find(name)
    schema = game_schema(game)
    players = game.players
    options = {"schema": schema["options"], "$defs": schema["$defs"]}
    return GameInfo(
        game.id, game.version, players.start, players.stop - 1, list(game.bots), options
    )


def _summary(match: Summary) -> MatchSummary:
    return MatchSummary(
        match.id,
        match.table,
        match.game,
        match.players,
        match.bots,
        match.result,
        match.started,
        match.ended,
    )


def _check_id(id: str) -> None:
    """Ids are short and plain; nothing else is worth a question to the store."""
    if not (id.isascii() and id.isalnum() and len(id) <= 64):
        raise ApiError(404, "no_such_match")


def _seat(asked: str) -> int | None:
    if asked == "public":
        return None
    if asked.isascii() and asked.isdecimal() and len(asked) <= 2:
        return int(asked)
    raise ApiError(400, "wrong_seat")


def _whole(request: web.Request, name: str, default: int) -> int:
    asked = request.query.get(name, str(default))
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 9):
        raise ApiError(400, "bad_number", name=name)
    return int(asked)
