"""The HTTP API's handlers: tables, finished matches, players. `routes` says where they are."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.server import logs
from brouhaha.server.club.gate import COOKIE, admit
from brouhaha.server.describe.game_info import game_info
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http import refusals, replay_pages
from brouhaha.server.http.pages import ASK_AGAIN, answer_file, file_of
from brouhaha.server.http.request_parts import body_of, query_of
from brouhaha.server.http.types import (
    FramesQuery,
    GameInfo,
    HeldSeats,
    HighlightsQuery,
    ListedMatch,
    MatchesQuery,
    MatchList,
    NewTable,
    OpenedTable,
    PlayedMatch,
    PlayerQuery,
    PlayerRecord,
    SeatQuestion,
)
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.game_calls import by_game
from brouhaha.server.tables.link import ComeAgain, Finder
from brouhaha.store import ArchivedMatch, MatchSummary, Played, Store, StoreUnreachable
from brouhaha.table import codes
from brouhaha.table.names import MOST_CHARACTERS
from brouhaha.table.refusals import NO_SUCH_TABLE

T = TypeVar("T")
OpenTable = Callable[[NewTable, str], Awaitable[OpenedTable]]

ZIP_FROM = 1_400  # bytes: below, it is one packet anyway
KEEP = "private, max-age=3600"  # a finished match does not change


class Api:
    def __init__(
        self,
        committer: Committer,
        finder: Finder,
        reader: StoreWorker,
        visitors: Visitors,
        open_table: OpenTable,
    ) -> None:
        """`open_table`: in this process, or in another one."""
        self._open_table = open_table
        self._committer = committer
        self._finder = finder
        self._reader = reader
        self._visitors = visitors
        self.limits = committer.settings.limits
        self.lists = committer.settings.lists
        self.games = always(_game_infos())

    # Tables

    async def open_table(self, request: web.Request) -> web.Response:
        wanted = await body_of(request, NewTable, self._visitors, self.limits)
        visitor = self._visitors.who(request)
        if not self._visitors.may_open_table(visitor):
            raise Rejected(refusals.TOO_MANY_TABLES)
        opened = await self._open_table(wanted, visitor.address)
        return answer(request, opened, 201)

    async def table(self, request: web.Request) -> web.Response:
        code = codes.tidy(request.match_info["code"][:32])
        try:
            found = await self._finder.look(code)
        except ComeAgain:
            raise Rejected(refusals.STORE_FAILED) from None
        if not self._visitors.may_try_code(self._visitors.who(request), right=found is not None):
            raise Rejected(refusals.TOO_FAST)
        if found is None:
            raise Rejected(NO_SUCH_TABLE, code=code)
        return answer(request, found)

    async def seats(self, request: web.Request) -> web.Response:
        question = await body_of(request, SeatQuestion, self._visitors, self.limits)
        held, lost = [], []
        for asked in question.seats:
            try:
                seat = await self._finder.seat(codes.tidy(asked.code), asked.token)
            except ComeAgain:
                continue  # neither held nor lost: nobody can say now
            if seat is not None:
                held.append(seat)
            else:
                lost.append(asked.code)
        return answer(request, HeldSeats(held, lost))

    # Finished matches

    async def matches(self, request: web.Request) -> web.Response:
        query = query_of(request, MatchesQuery)
        limit, before = self._listed(query.limit), query.before
        given = request.cookies.get(COOKIE, "")
        if before is not None:
            _check_id(before)

        def read(store: Store) -> list[MatchSummary] | None:
            admit(store.database, given, self.lists)
            last = store.match(before) if before else None
            return None if before and last is None else store.matches(limit, last)

        found = await self.read(read)
        if found is None:
            raise Rejected(refusals.NO_SUCH_MATCH)
        return answer(request, MatchList([ListedMatch.of(each) for each in found]))

    async def player(self, request: web.Request) -> web.Response:
        given = request.cookies.get(COOKIE, "")
        limit = self._listed(query_of(request, PlayerQuery).limit)
        name = request.match_info["name"][: 2 * MOST_CHARACTERS]

        def read(store: Store) -> list[Played]:
            admit(store.database, given, self.lists)
            return store.results_by_player(name, limit)

        found = await self.read(read)
        played = [PlayedMatch(each.seat, ListedMatch.of(each.match)) for each in found]
        return answer(request, PlayerRecord(name, played))

    async def match(self, request: web.Request) -> web.Response:
        found = await self._match(request, replay_pages.record)
        return answer(request, found, caching=KEEP)

    async def frames(self, request: web.Request) -> web.Response:
        query, most = query_of(request, FramesQuery), self.limits.replay_frames
        seat = None if query.seat == "public" else query.seat
        found = await self._match(
            request,
            _by_its_game(lambda match: replay_pages.page(match, seat, query.first, most)),
        )
        return answer(request, found, caching=KEEP)

    async def highlights(self, request: web.Request) -> web.Response:
        grade = query_of(request, HighlightsQuery).filter
        found = await self._match(
            request, _by_its_game(lambda match: replay_pages.highlights(match, grade))
        )
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

        seen = await self.read(read)
        if seen is None:
            raise Rejected(refusals.NO_SUCH_MATCH)
        return seen

    async def read(self, look: Callable[[Store], T]) -> T:
        """Whatever has been told of is there."""
        try:
            async with asyncio.timeout(self.limits.read_seconds):
                await self._committer.log.matches_stored()
                return await self._reader.submit(look)
        except TimeoutError:
            raise StoreUnreachable("it does not answer") from None

    def _listed(self, wanted: int) -> int:
        return min(max(1, wanted), self.limits.listed)


def answer(
    request: web.Request, value: object, status: int = 200, caching: str = "no-store"
) -> web.Response:
    """As JSON, compressed if it is worth it."""
    body = msgspec.json.encode(value)
    headers = {"Cache-Control": caching}
    if len(body) > ZIP_FROM and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = gzip.compress(body, 3, mtime=0)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def always(value: object) -> Handler:
    """The same answer to everybody: made once, and not sent again to whoever has it."""
    file = file_of(msgspec.json.encode(value), "application/json", ASK_AGAIN)

    async def give(request: web.Request) -> web.Response:
        return answer_file(request, file)

    return give


def _game_infos() -> list[GameInfo]:
    found = []
    for name in games.names():
        try:
            info = game_info(games.find(name))
            found.append(msgspec.json.decode(msgspec.json.encode(info), type=GameInfo))
        except CRASHES as error:  # its files cannot be read, or it cannot be sent: others are told
            logs.trouble("game_not_told", error, game=name)
    return sorted(found, key=lambda game: (game.order, game.id))


def _by_its_game(look: Callable[[ArchivedMatch], T]) -> Callable[[ArchivedMatch], T]:
    """Play a match again. If the game's own code fails, that is refused."""

    def played(match: ArchivedMatch) -> T:
        return by_game(match.game, lambda: look(match))

    return played


def _check_id(id: str) -> None:
    """Ids are short and plain; nothing else is worth a question to the store."""
    if not (id.isascii() and id.isalnum() and len(id) <= 64):
        raise Rejected(refusals.NO_SUCH_MATCH)
