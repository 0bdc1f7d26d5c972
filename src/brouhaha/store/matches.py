"""Finished matches in the database: how they are written, found by player, and read again."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from brouhaha.store.database import Database
from brouhaha.store.records import ArchivedMatch, MatchSummary, Played
from brouhaha.store.schema import COLUMNS

SUMMARY: Final = "id, table_id, game, players, bots, result, started, ended"
WRITE: Final = f"""INSERT INTO matches ({SUMMARY}, log) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING"""
NEWEST_FIRST: Final = "ORDER BY ended DESC, id DESC LIMIT ?"


def write(database: Database, match: ArchivedMatch) -> None:
    """In a transaction. A match that is there already stays as it is."""
    players, bots = msgspec.json.encode(match.players), msgspec.json.encode(match.bots)
    named, result = (match.id, match.table, match.game, players, bots), bytes(match.result)
    if database.run(WRITE, (*named, result, match.started, match.ended, zlib.compress(match.log))):
        seats = [(match.id, seat, name_key(name)) for seat, name in enumerate(match.players)]
        database.insert("match_players", COLUMNS["match_players"], seats)
        database.run("INSERT INTO uncounted (match_id) VALUES (?)", [match.id])


def one(database: Database, id: str) -> ArchivedMatch | None:
    rows = database.rows(f"SELECT {SUMMARY}, log FROM matches WHERE id = ?", [id])
    return _finished(rows[0]) if rows else None


def page(database: Database, limit: int, before: MatchSummary | None) -> list[MatchSummary]:
    if before is None:
        rows = database.rows(f"SELECT {SUMMARY} FROM matches {NEWEST_FIRST}", [limit])
    else:
        sql = f"SELECT {SUMMARY} FROM matches WHERE (ended, id) < (?, ?) {NEWEST_FIRST}"
        rows = database.rows(sql, [before.ended, before.id, limit])
    return [_summary(row) for row in rows]


def of_player(database: Database, name: str, limit: int) -> list[Played]:
    sql = f"""SELECT seat, {SUMMARY} FROM match_players JOIN matches ON id = match_id
        WHERE name = ? {NEWEST_FIRST}"""
    return [
        Played(row[0], _summary(row[1:])) for row in database.rows(sql, [name_key(name), limit])
    ]


def all_of(database: Database) -> Iterator[ArchivedMatch]:
    for row in database.stream(f"SELECT {SUMMARY}, log FROM matches ORDER BY ended, id"):
        yield _finished(row)


def _summary(row: tuple[Any, ...]) -> MatchSummary:
    return MatchSummary(**_fields(row))


def _finished(row: tuple[Any, ...]) -> ArchivedMatch:
    return ArchivedMatch(**_fields(row), log=msgspec.Raw(zlib.decompress(row[8])))


def _fields(row: tuple[Any, ...]) -> dict[str, Any]:
    id, table, game, players, bots, result, started, ended = row[:8]
    return {
        "id": id,
        "table": table,
        "game": game,
        "players": msgspec.json.decode(players),
        "bots": None if bots is None else msgspec.json.decode(bots),
        "result": msgspec.Raw(result),
        "started": started,
        "ended": ended,
    }


def checked(match: ArchivedMatch) -> ArchivedMatch:
    """One that was made elsewhere: proven to be JSON, and without line breaks, because an export
    is one match a line."""
    result, log = _one_line(match.result), _one_line(match.log)
    return msgspec.structs.replace(match, result=result, log=log)


def _one_line(json: msgspec.Raw) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.format(bytes(json), indent=-1))


def name_key(name: str) -> bytes:
    """Names that a reader takes for the same. Bytes, because PostgreSQL's text refuses NUL."""
    folded = unicodedata.normalize("NFD", name).casefold()
    return unicodedata.normalize("NFD", folded).encode("utf-8", "surrogatepass")


def first_of(database: Database, tables: Sequence[str]) -> dict[str, MatchSummary]:
    """Of each of these tables the match that ended first, if one has."""
    if not tables:
        return {}
    among = ", ".join("?" * len(tables))
    sql = f"SELECT {SUMMARY} FROM matches WHERE table_id IN ({among}) ORDER BY ended, id"
    first: dict[str, MatchSummary] = {}
    for row in database.rows(sql, tables):
        first.setdefault(row[1], _summary(row))
    return first
