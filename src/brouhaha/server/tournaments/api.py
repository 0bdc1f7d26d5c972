"""Tournaments over HTTP. A page asks again for what it has not seen; nobody waits at a socket.

Who somebody is, their token says: the host's, or a participant's. The same token opens their seat
at the table where they play, and only they (and the host) are told its code.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, TypeVar

from aiohttp import web

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.server import logs
from brouhaha.server.edge.visitors import Visitor, Visitors
from brouhaha.server.http import refusals
from brouhaha.server.http.api import answer
from brouhaha.server.http.request_parts import body_of, query_of
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.game_calls import by_game
from brouhaha.server.tournaments import types as types
from brouhaha.server.tournaments.book import Decide, Known, TournamentBook
from brouhaha.server.tournaments.director import TournamentDirector
from brouhaha.table import codes, tokens
from brouhaha.tournaments import Tournament, decisions
from brouhaha.tournaments import refusals as of_tournaments
from brouhaha.tournaments.records import Record
from brouhaha.tournaments.tournament import Person

T = TypeVar("T")

SEED_BYTES: Final = 32


class TournamentApi:
    def __init__(
        self,
        committer: Committer,
        book: TournamentBook,
        director: TournamentDirector,
        visitors: Visitors,
        free_tables: Callable[[], int],
    ) -> None:
        self._committer = committer
        self._book = book
        self._director = director
        self._visitors = visitors
        self._limits = committer.settings.limits
        self._free_tables = free_tables

    async def open(self, request: web.Request) -> web.Response:
        wanted = await self._body(request, types.NewTournament)
        if not self._visitors.may_open_table(self._visitors.who(request)):
            raise Rejected(refusals.TOO_MANY_TABLES)
        game, token = games.find(wanted.game), tokens.new_token(secrets.token_bytes)
        created = by_game(
            game.id,
            lambda: decisions.create(
                game,
                title=wanted.title,
                options=wanted.options,
                system=wanted.system,
                rounds=wanted.rounds,
                seats=wanted.seats,
                minutes=wanted.minutes,
                at_the_end=wanted.at_the_end,
                patience=wanted.patience,
                late=wanted.late,
                seed=secrets.token_bytes(SEED_BYTES),
                host=token,
            ),
        )
        code = await self._committer.free_codes.next()
        if not await self._book.open(code, created, self._now()):
            raise Rejected(refusals.NOT_WRITTEN)
        logs.event("tournament_opened", tournament=code, game=game.id)
        return answer(request, types.OpenedTournament(code, token), 201)

    async def look(self, request: web.Request) -> web.Response:
        seen = query_of(request, types.TournamentQuery).seen
        return answer(request, await self._news(request, "", seen))

    async def say(self, request: web.Request) -> web.Response:
        said = await self._body(request, types.TournamentSaying)
        if said.wish is not None:
            await self._news(request, said.token, said.seen)  # there is one, by that code
            await self._carry_out(request, _code(request), said.token, said.wish)
            self._director.wake()
        return answer(request, await self._news(request, said.token, said.seen))

    # What is told

    async def _news(self, request: web.Request, token: str, seen: int) -> types.TournamentNews:
        """Codes are tried out here no more than at the door of a table."""
        code, now = _code(request), self._now()
        news = await self._book.look(code, lambda known: _told(code, known, token, seen, now))
        visitor = self._visitors.who(request)
        if not self._visitors.may_try_code(visitor, right=news is not None):
            raise Rejected(refusals.TOO_FAST)
        if news is None:
            raise Rejected(of_tournaments.NO_SUCH_TOURNAMENT, code=code)
        return news

    # What is wished

    async def _carry_out(
        self, request: web.Request, code: str, token: str, wish: types.TournamentWish
    ) -> None:
        visitor = self._visitors.who(request)
        match wish:
            case types.TakePart(name):
                if not self._visitors.may_join(visitor):
                    raise Rejected(refusals.TOO_FAST)
                await self._change(code, lambda one: decisions.join(one, name, token))
            case types.DropOut(number):
                await self._change(code, _going(token, number))
            case types.ComeBack(number):
                await self._change(code, _coming(token, number))
            case types.AddBots(level, count):
                for _ in range(count):
                    await self._change(code, _one_bot_more(token, level))
            case types.DrawRound(round):
                await self._draw(visitor, code, token, round)
            case types.CorrectResult(round, table, places):
                await self._change(
                    code, _hosts(token, lambda one: decisions.correct(one, round, table, places))
                )
            case types.EndTournament():
                await self._change(code, _hosts(token, decisions.end))

    async def _draw(self, visitor: Visitor, code: str, token: str, round: int) -> None:
        """The tables' codes are a part of what is written, so that a killed server's successor
        opens the same tables and no second ones."""

        def pair(known: Known) -> int:
            decisions.check_host(known.tournament, token)
            game = games.find(known.tournament.created.game)
            return len(decisions.pair(known.tournament, game, round).tables)

        count = await self._book.look(code, pair) or 0
        if count > self._free_tables():
            raise Rejected(refusals.SERVER_FULL)
        if not self._visitors.may_open_tables(visitor, count):
            raise Rejected(refusals.TOO_MANY_TABLES)
        drawn = [await self._committer.free_codes.next() for _ in range(count)]

        def decide(tournament: Tournament) -> Record:
            game = games.find(tournament.created.game)
            pairing = decisions.pair(tournament, game, round)
            if len(pairing.tables) != len(drawn):  # somebody came or went this very moment
                raise Rejected(of_tournaments.TOURNAMENT_BUSY)
            return decisions.draw(pairing, drawn, self._now())

        await self._change(code, _hosts(token, decide))
        await self._director.look_after(code, drawn_here=True)

    async def _change(self, code: str, decide: Decide) -> None:
        await self._book.change(code, self._now(), decide)

    async def _body(self, request: web.Request, kind: type[T]) -> T:
        return await body_of(request, kind, self._visitors, self._limits)

    def _now(self) -> int:
        return int(self._committer.clock.calendar())


def _code(request: web.Request) -> str:
    return codes.tidy(request.match_info["code"][:32])


def _hosts(token: str, decide: Decide) -> Decide:
    """Only if it is the host who says so."""

    def checked(tournament: Tournament) -> Record | None:
        decisions.check_host(tournament, token)
        return decide(tournament)

    return checked


def _whom(tournament: Tournament, token: str, number: int | None) -> tuple[Person, bool]:
    """Oneself, or whom the host names."""
    if number is not None:
        decisions.check_host(tournament, token)
        return decisions.participant(tournament, number), True
    person = decisions.person_of(tournament, token)
    if person is None:
        raise Rejected(of_tournaments.NOT_IN_TOURNAMENT)
    return person, False


def _going(token: str, number: int | None) -> Decide:
    def decide(tournament: Tournament) -> Record | None:
        person, by_host = _whom(tournament, token, number)
        return decisions.drop_out(tournament, person, by_host=by_host)

    return decide


def _coming(token: str, number: int | None) -> Decide:
    def decide(tournament: Tournament) -> Record | None:
        person, by_host = _whom(tournament, token, number)
        return decisions.come_back(tournament, person, by_host=by_host)

    return decide


def _one_bot_more(token: str, level: str) -> Decide:
    def decide(tournament: Tournament) -> Record:
        return decisions.add_bot(tournament, games.find(tournament.created.game), level)

    return _hosts(token, decide)


def _told(code: str, known: Known, token: str, seen: int, now: int) -> types.TournamentNews:
    tournament = known.tournament
    number = tournament.records
    page = None if number == seen else known.page(code)
    return types.TournamentNews(number, now, page, _you(tournament, token) if token else None)


def _you(tournament: Tournament, token: str) -> types.TournamentYou:
    person, host = decisions.person_of(tournament, token), decisions.is_host(tournament, token)
    round = tournament.current
    tables = [] if round is None else round.tables
    number = 0 if round is None else round.number
    own = [
        types.OwnTable(number, table.number, table.code)
        for table in tables
        if person is not None and person.number in table.people
    ]
    every = [types.OwnTable(number, table.number, table.code) for table in tables] if host else []
    here = None if person is None else person.number
    return types.TournamentYou(here, host, own[0] if own else None, every)
