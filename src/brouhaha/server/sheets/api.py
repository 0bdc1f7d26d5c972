"""Score sheets over HTTP. The store is the only place where a sheet is: every process that shares
it answers for every sheet, and of two who write at once the second is told to look again.

Nobody waits at a socket: a page asks again for what it has not seen, which costs one small question
to the store. What a sheet comes to is made in the reader's thread.
"""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec
from aiohttp import web

from brouhaha import games
from brouhaha.commits import StoreWorker
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.sheet import Cell, SheetTable
from brouhaha.server import logs
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http import refusals
from brouhaha.server.http.api import answer
from brouhaha.server.http.request_parts import body_of, query_of
from brouhaha.server.sheets.types import (
    CsvQuery,
    NewSheet,
    OpenedSheet,
    SheetNews,
    SheetPage,
    SheetQuery,
    SheetWish,
)
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.game_calls import by_game
from brouhaha.server.tables.store_questions import patiently
from brouhaha.sheets import Book, Correct, Filled, Record, filled, opened, read, wanted
from brouhaha.sheets import refusals as of_sheets
from brouhaha.store import CodedRecord, Store
from brouhaha.table import codes
from brouhaha.table.names import clean, without_double
from brouhaha.table.refusals import GAME_FAILED

T = TypeVar("T")

SEED_BYTES: Final = 16
FORMULAS: Final = (*"=+-@＝＋－＠\t\r",)  # a spreadsheet would reckon with them
RECORD: Final = msgspec.json.Decoder(Record)


class SheetsApi:
    def __init__(
        self, committer: Committer, writer: StoreWorker, reader: StoreWorker, visitors: Visitors
    ) -> None:
        self._committer = committer
        self._writer = writer
        self._reader = reader
        self._visitors = visitors
        self._limits = committer.settings.limits

    async def open(self, request: web.Request) -> web.Response:
        wanted_sheet = await body_of(request, NewSheet, self._visitors, self._limits)
        if not self._visitors.may_open_table(self._visitors.who(request)):
            raise Rejected(refusals.TOO_MANY_TABLES)
        game, players = games.find(wanted_sheet.game), _names(wanted_sheet.players)
        seed = secrets.token_bytes(SEED_BYTES)
        record = await self._look(
            lambda _: by_game(game.id, lambda: opened(game, players, wanted_sheet.options, seed))
        )
        code, now = await self._committer.free_codes.next(), self._now()
        payload = msgspec.json.encode(record)
        if not await self._write(lambda store: store.sheets.open(code, payload, now)):
            raise Rejected(refusals.NOT_WRITTEN)
        logs.event("sheet_opened", sheet=code, game=game.id)
        return answer(request, OpenedSheet(code), 201)

    async def sheet(self, request: web.Request) -> web.Response:
        seen = query_of(request, SheetQuery).seen
        code, now = codes.tidy(request.match_info["code"][:32]), self._now()

        def look(store: Store) -> SheetNews | None:
            number = store.sheets.length(code)
            if number == 0:
                return None
            if number == seen:
                return SheetNews(number, now, None)
            return _news(code, now, store.sheets.records(code))

        return answer(request, self._found(request, code, await self._look(look)))

    async def write(self, request: web.Request) -> web.Response:
        said = await body_of(request, SheetWish, self._visitors, self._limits)
        payload = msgspec.json.encode(said.wish)
        if len(payload) > self._limits.sheet_entry_bytes:
            raise Rejected(of_sheets.ENTRY_TOO_LONG)
        code, now = codes.tidy(request.match_info["code"][:32]), self._now()

        def look(store: Store) -> SheetNews | None:
            records = store.sheets.records(code)
            return _after(code, now, records, said) if records else None

        news = self._found(request, code, await self._look(look))
        if not await self._write(lambda store: store.sheets.write(code, said.seen, payload, now)):
            raise Rejected(of_sheets.SHEET_MOVED_ON)
        return answer(request, news)

    async def csv(self, request: web.Request) -> web.Response:
        language = query_of(request, CsvQuery).language
        code, now = codes.tidy(request.match_info["code"][:32]), self._now()

        def look(store: Store) -> str | None:
            records = store.sheets.records(code)
            return _csv(_filled(_book(records)).tables, language) if records else None

        text = self._found(request, code, await self._look(look))
        name = f"brouhaha-{code}-{now}.csv"
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return web.Response(text=text, content_type="text/csv", charset="utf-8", headers=headers)

    def _now(self) -> int:
        return int(self._committer.clock.calendar())

    def _found(self, request: web.Request, code: str, sheet: T | None) -> T:
        """Codes are tried out here no more than at the door of a table."""
        visitor = self._visitors.who(request)
        if not self._visitors.may_try_code(visitor, right=sheet is not None):
            raise Rejected(refusals.TOO_FAST)
        if sheet is None:
            raise Rejected(of_sheets.NO_SUCH_SHEET, code=code)
        return sheet

    async def _look(self, look: Callable[[Store], T]) -> T:
        return await patiently(self._reader.submit(look), self._limits.read_seconds)

    async def _write(self, write: Callable[[Store], T]) -> T:
        return await patiently(self._writer.submit(write), self._limits.write_seconds)


def _names(players: list[str]) -> list[str]:
    """As at a table: tidied, and no two that look alike."""
    names: list[str] = []
    for player in players:
        names.append(without_double(clean(player), names))
    return names


def _book(records: list[CodedRecord]) -> Book:
    return read(RECORD.decode(record.payload) for record in records)


def _filled(book: Book) -> Filled:
    """What was accepted once; if the game has other rules now, that is said."""
    game = games.find(book.opened.game)
    try:
        return by_game(game.id, lambda: filled(game, book))
    except Rejected as rejected:
        if rejected.refusal is GAME_FAILED:
            raise
        reason = Words(rejected.sentence("en").rstrip("."), rejected.sentence("fr").rstrip("."))
        raise Rejected(of_sheets.SHEET_UNREADABLE, reason=reason) from None


def _news(code: str, now: int, records: list[CodedRecord]) -> SheetNews:
    book = _book(records)
    return _told(code, now, book, _filled(book), records[-1].at)


def _after(code: str, now: int, records: list[CodedRecord], said: SheetWish) -> SheetNews:
    """The sheet with what is wished on it, if that can be; it is not written yet."""
    if len(records) != said.seen:
        raise Rejected(of_sheets.SHEET_MOVED_ON)
    book = wanted(_book(records), said.wish)
    game, wish = games.find(book.opened.game), said.wish
    changed = wish.number if isinstance(wish, Correct) else None
    sheet = by_game(game.id, lambda: filled(game, book, changed))
    return _told(code, now, book, sheet, now)


def _told(code: str, now: int, book: Book, sheet: Filled, last: int) -> SheetNews:
    page = SheetPage(
        code=code,
        game=book.opened.game,
        players=book.opened.players,
        options=book.opened.options,
        number=book.records,
        entries=list(book.entries),
        undo=book.place > 0,
        redo=book.place + 1 < len(book.versions),
        last=last,
        view=msgspec.Raw(msgspec.json.encode(sheet.view)),
        tables=sheet.tables,
    )
    return SheetNews(book.records, now, page)


def _csv(tables: Sequence[SheetTable], language: str) -> str:
    """One table after another, with a blank line between them."""
    out = io.StringIO()
    writer = csv.writer(out)
    for number, table in enumerate(tables):
        if number:
            writer.writerow([])
        writer.writerow([_plain(table.title, language)])
        writer.writerow([_plain(column, language) for column in table.columns])
        writer.writerows([_plain(cell, language) for cell in row] for row in table.rows)
    return "\ufeff" + out.getvalue()  # so that spreadsheets read it as UTF-8


def _plain(cell: Cell, language: str) -> str | int:
    """What people wrote is a text, whatever it begins with."""
    if isinstance(cell, int):
        return cell
    if cell is None:
        return ""
    text = cell if isinstance(cell, str) else cell.get(language) or cell.get("en", "")
    return f"'{text}" if text.startswith(FORMULAS) else text
