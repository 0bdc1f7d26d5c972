"""Somebody is forgotten: their names leave every row and every log of this store.

What was wished is kept (`recounts`, kind `forget`) until it is done, so a server that was killed
meanwhile goes on. Then, some rows at a time:

1. the person: names, tallies, ladders, vouchers; their seats in the club's rows become nobody's.
   With the owner of a protected name its guests go too, since it is the same name;
2. every archived match: the names in its header (who began it), its list of players (who ended it)
   and its result are replaced;
3. every entry of every table's and tournament's log in which such a name stands
   (`scrubbed_entry`), and every sheet and typed-in box;
4. the store is written anew (`Database.rewrite`): no free page of it keeps a byte of them.

A table that is open is read again from its log by the server, since it has the names in memory.
What somebody typed as a word of a game is left alone: it is a move, and the match would be another.
A guest who is forgotten takes no name out of the logs: it is its owner's.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Final

import msgspec

from brouhaha.club.persons import GUEST, NOBODY, note_recount, rename_after_other
from brouhaha.club.recounting import clear_person
from brouhaha.store.database import Database
from brouhaha.store.matches import name_key
from brouhaha.store.records import Row, pack, unpack
from brouhaha.store.schema import COLUMNS

AT_ONCE: Final = 100  # matches or pages in a transaction
# Where an entry has names: the fields of these types, and the texts that may quote one.
NAMED: Final = (b'"name"', b'"players"', b'"detail"', b'"title"', b'"options"')
QUOTING: Final = ("detail", "title")

Keys = Collection[bytes]


def begin(database: Database, person: int) -> list[bytes]:
    """In a transaction with the club's lock: gone from the club's rows at once. Gives the keys of
    the names, of which the logs are still to be freed."""
    sql = "SELECT name FROM person_names WHERE person = ?"
    names = [name for (name,) in database.rows(sql, [person])]
    keys = sorted(name for name in names if not name.endswith(GUEST))
    _forget_person(database, person)
    for key in keys:
        _forget_guest(database, key + GUEST)
        database.run("DELETE FROM vouchers WHERE name = ?", [key])
        note_recount(database, "forget", key.hex())
    return names


def _forget_person(database: Database, person: int) -> None:
    games = database.rows("SELECT DISTINCT game FROM ratings WHERE person = ?", [person])
    for sql in (
        "UPDATE club_seats SET person = NULL, name = NULL WHERE person = ?",
        "DELETE FROM person_names WHERE person = ?",
        "DELETE FROM persons WHERE id = ?",
        "DELETE FROM ratings WHERE person = ?",
    ):
        database.run(sql, [person])
    clear_person(database, person)
    for (game,) in games:
        note_recount(database, "ratings", game)


def _forget_guest(database: Database, key: bytes) -> None:
    """Whoever played under the name without being its owner; who has another name keeps that."""
    sql = "SELECT person FROM person_names WHERE name = ?"
    for (person,) in database.rows(sql, [key]):
        if rename_after_other(database, person, key):
            database.run("UPDATE club_seats SET name = NULL WHERE name = ?", [key])
        else:
            _forget_person(database, person)


def wished(database: Database) -> list[bytes]:
    """The names that are still to be removed from logs."""
    sql = "SELECT id FROM recounts WHERE kind = ? ORDER BY id"
    return [bytes.fromhex(id) for (id,) in database.rows(sql, ["forget"])]


def done(database: Database, keys: Keys) -> None:
    for key in keys:
        database.run("DELETE FROM recounts WHERE kind = ? AND id = ?", ["forget", key.hex()])


# Archived matches


class _Header(msgspec.Struct, frozen=True):
    players: list[str] = []
    options: dict[str, Any] = {}


class _Begun(msgspec.Struct):
    """Of a match's log, what may tell a name; the moves are passed over."""

    header: _Header = _Header()


_begun: Final = msgspec.json.Decoder(_Begun).decode


def scrub_matches(database: Database, keys: Keys, after: str) -> str | None:
    """Some of them, in a transaction of its own; where to go on, None: all are done. Every log is
    looked into: who began a match and left it is not among those who ended it."""
    sql = "SELECT id, players, result, log FROM matches WHERE id > ? ORDER BY id LIMIT ?"
    with database.transaction():
        found = database.rows(sql, [after, AT_ONCE])
        for id, players, result, log in found:
            _scrub_match(database, id, (players, result, zlib.decompress(log)), keys)
    return found[-1][0] if len(found) == AT_ONCE else None


def _scrub_match(
    database: Database, id: str, match: tuple[bytes, bytes, bytes], keys: Keys
) -> None:
    players, result, log = match
    replaced, played_by = _replacing(keys), msgspec.json.decode(players)
    names, begun = replaced(played_by), _begun_by(log)
    if names == played_by and _scrubbed_header(begun, keys) == begun:
        return
    played = msgspec.json.decode(log)
    if begun:
        played["header"] = _scrubbed_header(played["header"], keys)
    database.run(
        "UPDATE matches SET players = ?, result = ?, log = ? WHERE id = ?",
        [
            msgspec.json.encode(names),
            msgspec.json.encode(replaced(msgspec.json.decode(result))),
            zlib.compress(msgspec.json.encode(played)),
            id,
        ],
    )
    for seat, name in enumerate(names):
        sql = "UPDATE match_players SET name = ? WHERE match_id = ? AND seat = ?"
        database.run(sql, [name_key(name), id, seat])


def _begun_by(log: bytes) -> dict[str, Any]:
    """Who, and with which options; nothing of what is no log."""
    try:
        return msgspec.structs.asdict(_begun(log).header)
    except msgspec.MsgspecError:
        return {}


# Sheets and boxes


def scrub_sheets(database: Database, keys: Keys) -> None:
    """Who plays is in a sheet's first record. In a transaction of its own."""
    sql = "SELECT sheet_id, payload FROM sheet_records WHERE number = 0"
    with database.transaction():
        for id, payload in database.rows(sql):
            opened = msgspec.json.decode(payload)
            scrubbed = {**opened, **_scrubbed_header(opened, keys)}
            if scrubbed != opened:
                write = "UPDATE sheet_records SET payload = ? WHERE sheet_id = ? AND number = 0"
                database.run(write, [msgspec.json.encode(scrubbed), id])


def scrub_boxes(database: Database, keys: Keys) -> None:
    """What their owners call them. In a transaction of its own."""
    with database.transaction():
        for id, name, content in database.rows("SELECT id, name, content FROM boxes"):
            if mentions(bytes(name).decode(), keys):
                box = {**msgspec.json.decode(content), "name": NOBODY}
                write = "UPDATE boxes SET name = ?, content = ? WHERE id = ?"
                database.run(write, [NOBODY.encode(), msgspec.json.encode(box), id])


# Tables


def scrub_tables(database: Database, keys: Keys, after: tuple[str, int]) -> tuple[str, int] | None:
    """The pages of some tables, in a transaction of its own; where to go on, None: all are done.
    The journal's entries are filed first, so that they are on pages too."""
    sql = """SELECT table_id, first, entries FROM pages WHERE (table_id, first) > (?, ?)
        ORDER BY table_id, first LIMIT ?"""
    with database.transaction():
        pages = database.rows(sql, [*after, AT_ONCE])
        for table, first, entries in pages:
            _scrub_page(database, table, first, entries, keys)
    return (pages[-1][0], pages[-1][1]) if len(pages) == AT_ONCE else None


def scrub_table(database: Database, table: str, keys: Keys) -> None:
    """One table, all of it, in a transaction of its own."""
    sql = "SELECT table_id, first, entries FROM pages WHERE table_id = ?"
    with database.transaction():
        for id, first, entries in database.rows(sql, [table]):
            _scrub_page(database, id, first, entries, keys)
        for (entries,) in database.rows("SELECT entries FROM journal"):
            _scrub_journal(database, entries, keys)


def _scrub_page(database: Database, table: str, first: int, entries: bytes, keys: Keys) -> None:
    scrubbed = scrubbed_entries(entries, keys)
    if scrubbed != entries:
        sql = "UPDATE pages SET entries = ? WHERE table_id = ? AND first = ?"
        database.run(sql, [scrubbed, table, first])


def _scrub_journal(database: Database, entries: bytes, keys: Keys) -> None:
    scrubbed = scrubbed_entries(entries, keys)
    if scrubbed != entries:
        database.run("DELETE FROM journal WHERE entries = ?", [entries])
        database.insert("journal", COLUMNS["journal"], [(scrubbed,)])


def scrub_tournaments(
    database: Database, keys: Keys, after: tuple[str, int]
) -> tuple[str, int] | None:
    """Some records of tournaments, in a transaction of its own; where to go on, None: all are
    done."""
    sql = """SELECT tournament_id, number, payload FROM tournament_records
        WHERE (tournament_id, number) > (?, ?) ORDER BY tournament_id, number LIMIT ?"""
    change = "UPDATE tournament_records SET payload = ? WHERE tournament_id = ? AND number = ?"
    with database.transaction():
        found = database.rows(sql, [*after, AT_ONCE])
        for id, number, payload in found:
            scrubbed = scrubbed_entry(bytes(payload), keys)
            if scrubbed != bytes(payload):
                database.run(change, [scrubbed, id, number])
    return (found[-1][0], found[-1][1]) if len(found) == AT_ONCE else None


def scrubbed_entries(entries: bytes, keys: Keys) -> bytes:
    """A pack of a log, without these names. What cannot be read is left as it is."""
    try:
        rows = unpack(entries)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return entries
    scrubbed = [
        Row(row.table, row.entry, scrubbed_entry(row.payload, keys), row.at) for row in rows
    ]
    return pack(scrubbed) if scrubbed != rows else entries


def scrubbed_entry(payload: bytes, keys: Keys) -> bytes:
    """One entry of a table's or a tournament's log. Of moves nothing changes: they name nobody."""
    if not any(field in payload for field in NAMED):
        return payload
    try:
        entry = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return payload
    if not isinstance(entry, dict):
        return payload
    scrubbed = dict(entry)
    if isinstance(entry.get("name"), str):
        scrubbed["name"] = _without(entry["name"], keys)
    for field in QUOTING:
        if isinstance(entry.get(field), str) and mentions(entry[field], keys):
            scrubbed[field] = NOBODY
    if isinstance(entry.get("options"), dict):
        scrubbed["options"] = _scrubbed_options(entry["options"], keys)
    if isinstance(entry.get("header"), dict):
        scrubbed["header"] = _scrubbed_header(entry["header"], keys)
    return payload if scrubbed == entry else msgspec.json.encode(scrubbed)


def _scrubbed_header(header: dict[str, Any], keys: Keys) -> dict[str, Any]:
    """A match's or a sheet's: its cards are left alone, whatever words are in them."""
    if not header:
        return header
    return {
        **header,
        "players": _replacing(keys)(header.get("players", [])),
        "options": _scrubbed_options(header.get("options", {}), keys),
    }


def _scrubbed_options(options: dict[str, Any], keys: Keys) -> dict[str, Any]:
    """A typed-in box is an option, and has the name that its owner gave it."""
    return {
        option: {**value, "name": NOBODY}
        if isinstance(value, dict) and mentions(str(value.get("name", "")), keys)
        else value
        for option, value in options.items()
    }


def _replacing(keys: Keys) -> Callable[[Any], Any]:
    """A copy in which no text is one of these names, and no text tells of one."""

    def replaced(value: Any) -> Any:
        if isinstance(value, str):
            return _without(value, keys)
        if isinstance(value, list):
            return [replaced(each) for each in value]
        if isinstance(value, dict):
            return {name: replaced(each) for name, each in value.items()}
        return value

    return replaced


def _without(text: str, keys: Keys) -> str:
    key = name_key(text)
    if key in keys:
        return NOBODY
    if any(quote + one + quote in key for one in keys for quote in (b"'", b'"')):
        return NOBODY  # a sentence, such as an error's, that quotes it
    return text


def mentions(text: str, keys: Keys) -> bool:
    """Does a name stand in this text, as a word or as several?"""
    if not text:
        return False
    folded = _decoded(name_key(text))
    return any(_whole(key).search(folded) for key in keys)


@lru_cache(64)
def _whole(key: bytes) -> re.Pattern[str]:
    """Not as a part of a longer word, nor with an accent more."""
    return re.compile(rf"(?<!\w){re.escape(_decoded(key))}(?![\w\u0300-\u036f])")


def _decoded(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")
