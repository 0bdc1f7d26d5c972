"""A sheet as its log tells it: which entries stand on it now, and which did before.

Every change makes a new version of the list of entries; taking back and bringing back go to and
fro among the versions, and a change after something was taken back drops what lay ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from brouhaha.engine import refusals as shared
from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected, Words
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import AnyGame
from brouhaha.engine.reading import read_options
from brouhaha.engine.sheet import AnySheet, SheetTable
from brouhaha.sheets import refusals
from brouhaha.sheets.records import Correct, Enter, Opened, Record, Redo, Undo, Wish

Entry = dict[str, Any]
Version = tuple[Entry, ...]

MOST_RECORDS: Final = 3_000  # NoNo with 200 cards, and every step of it taken back once


class Book(Struct):
    """`versions` are the entries as they stood after each change; `place` is the one that holds."""

    opened: Opened
    versions: Sequence[Version] = ((),)
    place: int = 0
    records: int = 1

    @property
    def entries(self) -> Version:
        return self.versions[self.place]


class Filled(Struct, frozen=True):
    """What everybody sees of it, and what is printed."""

    view: Struct
    tables: Sequence[SheetTable]


def opened(game: AnyGame, players: list[str], options: dict[str, Any], seed: bytes) -> Opened:
    """A new sheet, if it can be begun."""
    first, last = game.players.start, game.players.stop - 1
    if len(players) not in game.players:
        raise Rejected(refusals.WRONG_NUMBER, least=first, most=last)
    unknown = sorted(set(options) - set(_sheet_of(game).options))
    if unknown:
        raise Rejected(refusals.OPTION_NOT_HERE, names=", ".join(unknown))
    record = Opened(game.id, players, options, seed.hex())
    filled(game, Book(record))
    return record


def read(records: Iterable[Record]) -> Book:
    """The sheet that these records make, the first of which opened it."""
    first, *others = records
    assert isinstance(first, Opened)
    book = Book(first)
    for wish in others:
        assert not isinstance(wish, Opened)
        book = wanted(book, wish)
    return book


def wanted(book: Book, wish: Wish) -> Book:
    """The sheet after one wish more; what the entries say is not looked at here."""
    if book.records >= MOST_RECORDS:
        raise Rejected(refusals.SHEET_FULL)
    versions, place = list(book.versions), book.place
    match wish:
        case Undo():
            if place == 0:
                raise Rejected(refusals.NOTHING_TO_UNDO)
            place -= 1
        case Redo():
            if place + 1 == len(versions):
                raise Rejected(refusals.NOTHING_TO_REDO)
            place += 1
        case Enter() | Correct():
            versions[place + 1 :] = [_changed(versions[place], wish)]
            place += 1
    return Book(book.opened, versions, place, book.records + 1)


def _changed(entries: Version, wish: Enter | Correct) -> Version:
    if isinstance(wish, Enter):
        return (*entries, wish.entry)
    number = wish.number
    if number >= len(entries):
        raise Rejected(refusals.NO_SUCH_ENTRY, number=number + 1)
    put = () if wish.entry is None else (wish.entry,)
    return (*entries[:number], *put, *entries[number + 1 :])


def filled(game: AnyGame, book: Book, changed: int | None = None) -> Filled:
    """All entries written on an empty sheet by the game. `Rejected` says why one cannot be;
    `changed`: the number of the entry that somebody corrects, if it is not that one's own fault."""
    sheet_of = _sheet_of(game)
    chance = Chance(bytes.fromhex(book.opened.seed))
    options = read_options(game, book.opened.options)
    sheet = sheet_of.begin(list(book.opened.players), options, chance)
    for number, plain in enumerate(book.entries):
        try:
            sheet_of.write(sheet, _typed(sheet_of, plain), chance)
        except Rejected as rejected:
            if changed is None or number == changed:
                raise
            reason = Words(rejected.sentence("en").rstrip("."), rejected.sentence("fr").rstrip("."))
            raise Rejected(refusals.LATER_ENTRY, number=number + 1, reason=reason) from None
    return Filled(sheet_of.seen(sheet), sheet_of.tables(sheet))


def _sheet_of(game: AnyGame) -> AnySheet:
    if game.sheet is None:
        raise Rejected(refusals.NO_SHEET_FOR_GAME)
    return game.sheet


def _typed(sheet: AnySheet, entry: Entry) -> Any:
    try:
        return msgspec.convert(entry, sheet.entry)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Rejected(shared.BAD_ACTION, reason=fault_in(error)) from None
