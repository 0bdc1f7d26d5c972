"""The club's handlers: its pages, who may see them, and what players and the host may change.

Every page is made in the reader's thread, every change in the club's writer. Whether somebody may
see or do it is found there too, from the store, so that a new key counts at once for all processes.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from aiohttp import web

from brouhaha.club import access, evening_pages, exports, forgetting, pages, persons, player_pages
from brouhaha.club import refusals as of_the_club
from brouhaha.club.access import Viewer
from brouhaha.club.page_types import EveningList, EveningPage, PlayerList
from brouhaha.club.persons import ClubError
from brouhaha.club.pseudonyms import give_to_all
from brouhaha.club.showing import NotThere, Showing
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.server.club import types as types
from brouhaha.server.club.gate import ADMITTED, COOKIE, admit, viewer_of
from brouhaha.server.club.routes import EVENING_CSV
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http import refusals
from brouhaha.server.http.api import Api, answer
from brouhaha.server.http.request_parts import body_of, query_of
from brouhaha.server.http.types import HeldSeat, SeatToken
from brouhaha.server.tables.link import ComeAgain, Finder
from brouhaha.store import Store
from brouhaha.store.database import Database
from brouhaha.store.matches import name_key
from brouhaha.table import codes, screening

T = TypeVar("T")

REFUSED: Final = {  # what a `ClubError` is called here
    each.code: each
    for each in (of_the_club.NAME_PROTECTED, of_the_club.NO_SUCH_PERSON, of_the_club.NO_SUCH_NAME)
}


class ClubApi:
    def __init__(
        self,
        api: Api,
        finder: Finder,
        writer: StoreWorker,
        visitors: Visitors,
        wake: Callable[[], None],
    ) -> None:
        self._api = api
        self._finder = finder
        self._writer = writer
        self._visitors = visitors
        self._wake = wake  # there is something to count again
        self._lists = api.lists

    # Pages

    async def club(self, request: web.Request) -> web.Response:
        return await self._page(request, of_the_club.NO_SUCH_EVENING, pages.club)

    async def evenings(self, request: web.Request) -> web.Response:
        before = query_of(request, types.EveningsQuery).before
        return await self._page(
            request,
            of_the_club.NO_SUCH_EVENING,
            lambda show: EveningList(evening_pages.evenings(show, before)),
        )

    async def evening(self, request: web.Request) -> web.Response:
        id, after = request.match_info["id"], query_of(request, types.EveningQuery).after
        return await self._page(
            request,
            of_the_club.NO_SUCH_EVENING,
            lambda show: evening_pages.evening(show, id, after),
        )

    async def players(self, request: web.Request) -> web.Response:
        query = query_of(request, types.PlayersQuery)

        def look(show: Showing) -> PlayerList:
            if query.name.strip():
                return PlayerList(player_pages.named(show, name_key(query.name.strip())))
            return PlayerList(player_pages.players(show, query.after))

        return await self._page(request, of_the_club.NO_SUCH_PERSON, look)

    async def player(self, request: web.Request) -> web.Response:
        id = request.match_info["id"]
        if not (id.isascii() and id.isdecimal() and len(id) < 16):
            raise Rejected(of_the_club.NO_SUCH_PERSON)
        return await self._page(
            request, of_the_club.NO_SUCH_PERSON, lambda show: player_pages.player(show, int(id))
        )

    async def ladder(self, request: web.Request) -> web.Response:
        game, season = request.match_info["game"][:64], query_of(request, types.LadderQuery).season
        return await self._page(
            request, of_the_club.NO_SUCH_PERSON, lambda show: pages.ladder(show, game, season)
        )

    async def evening_json(self, request: web.Request) -> web.Response:
        found = await self._whole_evening(request)
        return _attached(answer(request, found), f"{found.evening.day}.json")

    async def evening_csv(self, request: web.Request) -> web.Response:
        found = await self._whole_evening(request)
        text = "\ufeff" + exports.as_csv(found)  # spreadsheets know UTF-8 by this mark
        told = web.Response(text=text, content_type=EVENING_CSV.content, charset="utf-8")
        told.headers["Cache-Control"] = "no-store"
        return _attached(told, f"{found.evening.day}.csv")

    async def _whole_evening(self, request: web.Request) -> EveningPage:
        if not self._visitors.may_see_replay(self._visitors.who(request)):
            raise Rejected(refusals.TOO_FAST)
        id, names = request.match_info["id"], query_of(request, types.ExportQuery).names

        def look(show: Showing) -> EveningPage:
            if names == "pseudonyms":
                show = Showing(show.database, "seated", screening.mask_of("mild"))
            return exports.whole_evening(show, id)

        return await self._look(request, of_the_club.NO_SUCH_EVENING, look)

    async def _page(
        self, request: web.Request, missing: Refusal, look: Callable[[Showing], object]
    ) -> web.Response:
        return answer(request, await self._look(request, missing, look))

    async def _look(
        self, request: web.Request, missing: Refusal, look: Callable[[Showing], T]
    ) -> T:
        """At one moment of the store."""
        given = request.cookies.get(COOKIE, "")

        def read(store: Store) -> T:
            with store.database.snapshot():
                viewer = admit(store.database, given, self._lists)
                return look(Showing(store.database, viewer, screening.mask_of("mild")))

        try:
            return await self._api.read(read)
        except NotThere:
            raise Rejected(missing) from None

    # Who may see it

    async def enter(self, request: web.Request) -> web.Response:
        entry = await self._body(request, types.ClubEntry)
        viewer: Viewer = "seated" if await self._holds_one(entry.seats) else "anybody"
        given = request.cookies.get(COOKIE, "")

        def decide(store: Store) -> tuple[Viewer, bytes]:
            known = access.secrets_of(store.database)
            secret = known.get(access.SECRET) or access.keep(
                store.database, access.SECRET, secrets.token_bytes(32)
            )
            key = known.get(access.HOST_KEY)
            if entry.host and key and access.is_host_key(key, entry.host):
                return "host", secret
            had = viewer_of(store.database, given)
            return (had if had != "anybody" else viewer), secret

        found, secret = await self._writer.submit(decide)
        told = answer(request, types.ClubPass(found, self._lists))
        if found != "anybody":
            self._give_pass(request, told, access.new_pass(secret, found, time.time()))
        return told

    def _give_pass(self, request: web.Request, told: web.Response, value: str) -> None:
        secure = self._visitors.who(request).secure
        told.set_cookie(
            COOKIE, value, max_age=access.PASS_SECONDS, path="/api", httponly=True,
            samesite="Strict", secure=secure,
        )  # fmt: skip
        told.set_cookie(
            ADMITTED, "1", max_age=access.PASS_SECONDS, path="/club", httponly=True,
            samesite="Lax", secure=secure,
        )  # fmt: skip

    async def _holds_one(self, seats: list[SeatToken]) -> bool:
        for seat in seats:
            if await self._seat(seat.code, seat.token) is not None:
                return True
        return False

    async def _seat(self, code: str, token: str) -> HeldSeat | None:
        try:
            return await self._finder.seat(codes.tidy(code), token)
        except ComeAgain:
            return None

    # What players say

    async def claim(self, request: web.Request) -> web.Response:
        said = await self._body(request, types.DeviceAtSeat)
        seat = await self._own_seat(said)
        device, at = access.device_print(said.device), int(time.time() * 1000)

        def change(database: Database) -> types.OwnPersons:
            persons.claim(database, seat.name, device)
            persons.vouch(database, seat.code, seat.name, device, at)
            return _own(database, device)

        return answer(request, await self._change(change))

    async def own(self, request: web.Request) -> web.Response:
        said = await self._body(request, types.DeviceQuestion)
        device = access.device_print(said.device)
        return answer(request, await self._api.read(lambda store: _own(store.database, device)))

    async def vouch(self, request: web.Request) -> web.Response:
        said = await self._body(request, types.DeviceAtSeat)
        seat = await self._own_seat(said)
        device, at = access.device_print(said.device), int(time.time() * 1000)
        vouched = await self._change(
            lambda database: persons.vouch(database, seat.code, seat.name, device, at)
        )
        return answer(request, types.Vouched(vouched))

    async def _own_seat(self, said: types.DeviceAtSeat) -> HeldSeat:
        seat = await self._seat(said.code, said.token)
        if seat is None:
            raise Rejected(of_the_club.SEAT_NOT_HELD)
        return seat

    # What the host says

    async def wish(self, request: web.Request) -> web.Response:
        kinds: Any = types.HostWish
        wish: types.HostWish = await self._body(request, kinds)
        given = request.cookies.get(COOKIE, "")

        def change(database: Database) -> None:
            if viewer_of(database, given) != "host":
                raise Rejected(of_the_club.HOST_ONLY)
            _grant(database, wish)

        await self._change(change)
        self._wake()
        return answer(request, types.Done())

    async def forget(self, request: web.Request) -> web.Response:
        """Answered when the club's pages have forgotten; the logs follow, as play goes on."""
        wish = await self._body(request, types.Forget)
        given = request.cookies.get(COOKIE, "")
        device = access.device_print(wish.device) if wish.device else None

        def change(database: Database) -> None:
            own = persons.owned_by(database, device) if device is not None else []
            if wish.person not in own and viewer_of(database, given) != "host":
                raise Rejected(of_the_club.NOT_YOU)
            if not forgetting.begin(database, wish.person):
                raise Rejected(of_the_club.NO_SUCH_PERSON)

        await self._change(change)
        self._wake()
        return answer(request, types.Done())

    async def _change(self, change: Callable[[Database], T]) -> T:
        def write(store: Store) -> T:
            with store.database.transaction():
                store.database.lock_club()
                return change(store.database)

        try:
            return await self._writer.submit(write)
        except ClubError as error:
            raise Rejected(REFUSED[str(error)]) from None

    async def _body(self, request: web.Request, kind: type[T]) -> T:
        return await body_of(request, kind, self._visitors, self._api.limits)


def _own(database: Database, device: str) -> types.OwnPersons:
    show = Showing(database, "seated", str)
    found = (show.person(id) for id in persons.owned_by(database, device))
    return types.OwnPersons([person for person in found if person is not None])


def _grant(database: Database, wish: types.HostWish) -> None:
    match wish:
        case types.Join(person, other):
            persons.join(database, person, other)
        case types.Part(person, name):
            persons.part(database, person, name)
        case types.Release(person):
            persons.release(database, person)
        case types.Pseudonym(person, pseudonym):
            persons.give_pseudonym(database, person, (pseudonym or "").strip() or None)
        case types.PseudonymsForAll(evening, language):
            give_to_all(database, evening, language, secrets.randbelow(1000))


def _attached(told: web.Response, name: str) -> web.Response:
    told.headers["Content-Disposition"] = f'attachment; filename="brouhaha-{name}"'
    return told
