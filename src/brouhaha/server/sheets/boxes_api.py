"""Real boxes that people typed in, over HTTP: checked by the game, kept by a name.

Who typed a box in has its key, and alone may change it. What is kept is what the game's option
takes: whoever plays with it sends it with the options, so that a match's log holds it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.box import BoxKind
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import AnyGame
from brouhaha.engine.presentation import Texts
from brouhaha.server.clock import Clock
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http import refusals
from brouhaha.server.http.api import answer
from brouhaha.server.http.request_parts import body_of, query_of
from brouhaha.server.settings import Settings
from brouhaha.server.sheets.types import (
    BoxCheck,
    BoxContent,
    BoxKey,
    BoxList,
    BoxRecord,
    CsvQuery,
    KeptBox,
    ListedBox,
    NewBox,
)
from brouhaha.server.tables.game_calls import by_game
from brouhaha.server.tables.store_questions import patiently
from brouhaha.sheets import refusals as of_sheets
from brouhaha.store import Store, StoredBox
from brouhaha.table.names import clean

T = TypeVar("T")

HOUSE: Final = "house"  # the id of the house's own cards
ID_BYTES: Final = 9


class BoxesApi:
    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        writer: StoreWorker,
        reader: StoreWorker,
        visitors: Visitors,
    ) -> None:
        self._settings = settings
        self._limits = settings.limits
        self._clock = clock
        self._writer = writer
        self._reader = reader
        self._visitors = visitors

    async def boxes(self, request: web.Request) -> web.Response:
        game, _ = _game(request)
        if self._settings.lists == "nobody":
            raise Rejected(refusals.NOT_LISTED)
        return answer(request, await self._listed(game))

    async def box(self, request: web.Request) -> web.Response:
        game, kind = _game(request)
        language = query_of(request, CsvQuery).language
        id = request.match_info["id"]
        if id == HOUSE:
            house = by_game(game.id, lambda: kind.example(language))
            name, content = "", msgspec.json.encode(house)
        else:
            found = await self._find(game, id)
            name, content = found.name, found.content
        named = by_game(game.id, kind.names)
        names = {what: _text(words) for what, words in named.items()}
        return answer(request, BoxRecord(id, game.id, name, msgspec.Raw(content), names))

    async def check(self, request: web.Request) -> web.Response:
        game, kind = _game(request)
        content = (await self._body(request, BoxContent)).content
        try:
            typed = _typed(kind, content)
        except Rejected as rejected:
            why = Words(str(rejected.details["reason"]), str(rejected.details["reason_fr"]))
            return answer(request, BoxCheck(_texts([why]), []))
        mistakes, doubts = by_game(game.id, lambda: (kind.mistakes(typed), kind.doubts(typed)))
        return answer(request, BoxCheck(_texts(mistakes), _texts(doubts)))

    async def keep(self, request: web.Request) -> web.Response:
        game, kind = _game(request)
        new = await self._body(request, NewBox)
        if not self._visitors.may_open_table(self._visitors.who(request)):
            raise Rejected(refusals.TOO_MANY_TABLES)
        name = clean(new.name)
        typed = _typed(kind, {**new.content, "name": name})
        for mistake in by_game(game.id, lambda: kind.mistakes(typed)):
            raise Rejected(of_sheets.BOX_WRONG, reason=mistake)
        content = msgspec.json.encode(typed)
        key = new.key or secrets.token_urlsafe(ID_BYTES)
        if new.id is None:
            await self._check_room()
            id = secrets.token_hex(ID_BYTES)
        else:
            id = self._own(await self._find(game, new.id), key).id
        kept = StoredBox(id, game.id, name, _hash(key), content, int(self._clock.calendar()))
        await self._write(lambda store: store.keep_box(kept))
        return answer(request, KeptBox(id, key))

    async def drop(self, request: web.Request) -> web.Response:
        game, _ = _game(request)
        key = (await self._body(request, BoxKey)).key
        box = self._own(await self._find(game, request.match_info["id"]), key)
        await self._write(lambda store: store.drop_box(box.id))
        hidden = self._settings.lists == "nobody"
        listed = BoxList([]) if hidden else await self._listed(game)
        return answer(request, listed)

    async def _body(self, request: web.Request, kind: type[T]) -> T:
        return await body_of(request, kind, self._visitors, self._limits)

    async def _listed(self, game: AnyGame) -> BoxList:
        found = await self._look(lambda store: store.boxes(game.id, self._limits.listed))
        return BoxList([ListedBox(box.id, box.name, box.changed) for box in found])

    async def _find(self, game: AnyGame, id: str) -> StoredBox:
        plain = id.isascii() and id.isalnum() and len(id) <= 64
        found = await self._look(lambda store: store.box(id)) if plain else None
        if found is None or found.game != game.id:
            raise Rejected(of_sheets.NO_SUCH_BOX)
        return found

    def _own(self, box: StoredBox, key: str) -> StoredBox:
        if not compare_digest(box.key_hash, _hash(key)):
            raise Rejected(of_sheets.NOT_YOUR_BOX)
        return box

    async def _check_room(self) -> None:
        if await self._look(lambda store: store.box_count()) >= self._limits.boxes:
            raise Rejected(of_sheets.TOO_MANY_BOXES)

    async def _look(self, look: Callable[[Store], T]) -> T:
        return await patiently(self._reader.submit(look), self._limits.read_seconds)

    async def _write(self, write: Callable[[Store], T]) -> T:
        return await patiently(self._writer.submit(write), self._limits.write_seconds)


def _game(request: web.Request) -> tuple[AnyGame, BoxKind]:
    game = games.find(request.match_info["game"][:32])
    if game.box is None:
        raise Rejected(of_sheets.NO_BOX_FOR_GAME)
    return game, game.box


def _typed(kind: BoxKind, content: dict[str, Any]) -> msgspec.Struct:
    try:
        return msgspec.convert(content, kind.kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Rejected(of_sheets.BOX_WRONG, reason=fault_in(error)) from None


def _texts(words: Sequence[Words]) -> list[Texts]:
    return [_text(each) for each in words]


def _text(words: Words) -> Texts:
    return {"en": words.en, "fr": words.fr}


def _hash(key: str) -> bytes:
    return sha256(key.encode()).digest()
