"""The HTTP API's handlers: tables, finished matches, players. `http_routes` says where they are."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.server import opening, refusals, replay_pages
from brouhaha.server.committer import Committer
from brouhaha.server.describe.schema import game_schema
from brouhaha.server.http_types import (
    FramesQuery,
    GameInfo,
    HeldSeat,
    HeldSeats,
    HighlightsQuery,
    ListedMatch,
    MatchesQuery,
    MatchList,
    NewTable,
    PlayedMatch,
    PlayerQuery,
    PlayerRecord,
    SeatQuestion,
    TableInfo,
)
from brouhaha.server.nesting import is_deep
from brouhaha.server.visitors import Visitors
from brouhaha.store import ArchivedMatch, MatchSummary, Store, StoreUnreachable
from brouhaha.table import Table, codes
from brouhaha.table.names import MOST_CHARACTERS
from brouhaha.table.refusals import NO_SUCH_TABLE

T = TypeVar("T")

ZIP_FROM = 1_400  # bytes: below, it is one packet anyway
KEEP = "private, max-age=3600"  # a finished match does not change


class Api:
    def __init__(self, committer: Committer, reader: StoreWorker, visitors: Visitors) -> None:
        self._committer = committer
        self._reader = reader
        self._visitors = visitors
        self._limits = committer.settings.limits
        self.games = always([_game_info(name) for name in games.names()])

    # Tables

    async def open_table(self, request: web.Request) -> web.Response:
        if not self._visitors.right_origin(request):
            raise Rejected(refusals.WRONG_ORIGIN)
        wanted = await self._body(request, NewTable)
        visitor = self._visitors.who(request)
        if not self._visitors.may_open_table(visitor):
            raise Rejected(refusals.TOO_MANY_TABLES)
        opened = await opening.open_table(self._committer, wanted, visitor.address)
        return answer(request, opened, 201)

    async def table(self, request: web.Request) -> web.Response:
        code = codes.tidy(request.match_info["code"][:32])
        found = self._committer.registry.tables.get(code)
        if not self._visitors.may_try_code(self._visitors.who(request), right=found is not None):
            raise Rejected(refusals.TOO_FAST)
        if found is None:
            raise Rejected(NO_SUCH_TABLE, code=code)
        table = found.state
        most = games.find(table.game).players.stop - 1
        players = sum(not seat.gone for seat in table.seats)
        full = players >= most
        return answer(request, TableInfo(code, table.game, table.status, players, most, full))

    async def seats(self, request: web.Request) -> web.Response:
        if not self._visitors.right_origin(request):
            raise Rejected(refusals.WRONG_ORIGIN)
        question = await self._body(request, SeatQuestion)
        held, lost = [], []
        for asked in question.seats:
            code = codes.tidy(asked.code)
            table = self._table_of(code, asked.token)
            seat = table.seat_of(asked.token) if table is not None else None
            if table is not None and seat is not None:
                state = table.state
                held.append(HeldSeat(code, state.game, state.status, seat.name, seat.gone))
            elif not self._committer.recovery.is_under_way(code):
                lost.append(asked.code)
        return answer(request, HeldSeats(held, lost))

    def _table_of(self, code: str, token: str) -> Table | None:
        """Where this seat is: it may have moved to the other table of its party."""
        tables = self._committer.registry.tables
        table = tables.get(code)
        moved = table.moved_to(token) if table is not None else None
        return table if moved is None else tables.get(moved)

    async def _body(self, request: web.Request, kind: type[T]) -> T:
        if request.content_type != "application/json":
            raise Rejected(refusals.NOT_JSON)
        try:
            body = await asyncio.wait_for(request.read(), self._limits.body_seconds)
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

    # Finished matches

    async def matches(self, request: web.Request) -> web.Response:
        self._may_list()
        query = _query(request, MatchesQuery)
        limit, before = self._listed(query.limit), query.before
        if before is not None:
            _check_id(before)

        def read(store: Store) -> list[MatchSummary] | None:
            last = store.match(before) if before else None
            return None if before and last is None else store.matches(limit, last)

        found = await self._read(read)
        if found is None:
            raise Rejected(refusals.NO_SUCH_MATCH)
        return answer(request, MatchList([ListedMatch.of(each) for each in found]))

    async def player(self, request: web.Request) -> web.Response:
        self._may_list()
        limit = self._listed(_query(request, PlayerQuery).limit)
        name = request.match_info["name"][: 2 * MOST_CHARACTERS]
        found = await self._read(lambda store: store.results_by_player(name, limit))
        played = [PlayedMatch(each.seat, ListedMatch.of(each.match)) for each in found]
        return answer(request, PlayerRecord(name, played))

    async def match(self, request: web.Request) -> web.Response:
        found = await self._match(request, replay_pages.record)
        return answer(request, found, caching=KEEP)

    async def frames(self, request: web.Request) -> web.Response:
        query, most = _query(request, FramesQuery), self._limits.replay_frames
        seat = None if query.seat == "public" else query.seat
        found = await self._match(
            request, lambda match: replay_pages.page(match, seat, query.first, most)
        )
        return answer(request, found, caching=KEEP)

    async def highlights(self, request: web.Request) -> web.Response:
        grade = _query(request, HighlightsQuery).filter
        found = await self._match(request, lambda match: replay_pages.highlights(match, grade))
        return answer(request, found, caching=KEEP)

    async def _match(self, request: web.Request, look: Callable[[ArchivedMatch], T]) -> T:
        """Found and looked at in the reader's thread: the loop goes on meanwhile."""
        if not self._visitors.may_see_replay(self._visitors.who(request)):
            raise Rejected(refusals.TOO_FAST)
        id = request.match_info["id"]
        _check_id(id)

        def read(store: Store) -> T | None:
            found = store.match(id)
            return None if found is None else look(found)

        seen = await self._read(read)
        if seen is None:
            raise Rejected(refusals.NO_SUCH_MATCH)
        return seen

    async def _read(self, look: Callable[[Store], T]) -> T:
        """Whatever has been told of is there."""
        try:
            async with asyncio.timeout(self._limits.read_seconds):
                await self._committer.log.matches_stored()
                return await self._reader.submit(look)
        except TimeoutError:
            raise StoreUnreachable("it does not answer") from None

    def _may_list(self) -> None:
        if not self._committer.settings.lists:
            raise Rejected(refusals.NOT_LISTED)

    def _listed(self, wanted: int) -> int:
        return min(max(1, wanted), self._limits.listed)


def answer(
    request: web.Request, value: object, status: int = 200, caching: str = "no-store"
) -> web.Response:
    """As JSON, compressed if it is worth it."""
    return _sent(request, msgspec.json.encode(value), _zipped, status, caching)


def always(value: object, caching: str = "no-store") -> Handler:
    """The same answer to everybody: made once."""
    body, zipped = msgspec.json.encode(value), cache(_zipped)

    async def give(request: web.Request) -> web.Response:
        return _sent(request, body, zipped, 200, caching)

    return give


def _zipped(body: bytes) -> bytes:
    return gzip.compress(body, 3, mtime=0)


def _sent(
    request: web.Request, body: bytes, zipped: Callable[[bytes], bytes], status: int, caching: str
) -> web.Response:
    headers = {"Cache-Control": caching}
    if len(body) > ZIP_FROM and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = zipped(body)
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


def _check_id(id: str) -> None:
    """Ids are short and plain; nothing else is worth a question to the store."""
    if not (id.isascii() and id.isalnum() and len(id) <= 64):
        raise Rejected(refusals.NO_SUCH_MATCH)


def _query(request: web.Request, kind: type[T]) -> T:
    """What is asked for after the `?`; numbers are written as text there."""
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Rejected(refusals.BAD_QUERY, reason=fault_in(error)) from None
