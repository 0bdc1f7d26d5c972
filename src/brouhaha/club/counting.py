"""Matches are counted: each once, in one transaction with the note that it was not yet.

A match among bots alone is none of the club's. One that ended before others of the same people were
counted (it comes from an export, say) is added as well, and what depends on the order is counted
again (`recounting`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Final, NamedTuple

import msgspec

from brouhaha.club import ratings
from brouhaha.club.calendar import ALL_TIME, BREAK_MS, day_of, season_of
from brouhaha.club.facts import MatchFacts, SeatFacts, facts_of, figures_of
from brouhaha.club.ledger import Ledger
from brouhaha.club.persons import NOBODY, note_recount, person_of, played_key
from brouhaha.club.tallies import Played
from brouhaha.store import Store
from brouhaha.store.database import Database
from brouhaha.store.schema import COLUMNS

AT_ONCE: Final = 8  # matches in a transaction: a writer waits for milliseconds

EVERYBODY: Final = 0  # no person: under it a game's matches are counted

OLDEST: Final = """SELECT match_id FROM uncounted LEFT JOIN matches ON id = match_id
    ORDER BY ended, match_id LIMIT ?"""


class Found(NamedTuple):
    """Matches that are not counted, by their notes, and what is to be counted of them."""

    noted: list[str]
    facts: list[MatchFacts]


def find_uncounted(store: Store, most: int = AT_ONCE) -> Found:
    """The oldest. It plays their logs again: not in the thread that writes."""
    noted = [id for (id,) in store.database.rows(OLDEST, [most])]
    matches = (store.match(id) for id in noted)  # one at a time in memory
    return Found(noted, [facts_of(match) for match in matches if match is not None])


def count_found(store: Store, found: Found, zone: tzinfo | None = None) -> int:
    """Gives how many were counted here: another process may have been faster."""
    if not found.noted:
        return 0
    with store.database.transaction():
        store.database.lock_club()
        ours = _taken(store.database, found.noted)
        counted = [one for one in found.facts if one.id in ours]
        count(store.database, counted, zone)
    return len(counted)


def _taken(database: Database, noted: Sequence[str]) -> set[str]:
    """Those whose note was still there: the others were counted by another process meanwhile."""
    among = ", ".join("?" * len(noted))
    sql = f"DELETE FROM uncounted WHERE match_id IN ({among}) RETURNING match_id"
    return {id for (id,) in database.rows(sql, noted)}


def count(database: Database, matches: Sequence[MatchFacts], zone: tzinfo | None) -> None:
    """In a transaction, with the club's lock."""
    ledger = Ledger(database)
    for match in matches:
        if match.people:
            _count(ledger, match, zone)
    ledger.save()


def _count(ledger: Ledger, match: MatchFacts, zone: tzinfo | None) -> None:
    database = ledger.database
    day, season = day_of(match.started, zone), season_of(match.started, zone)
    evening = _evening(database, match, day)
    keys = [_key(database, match, seat) for seat in match.seats]
    people = [
        None if key is None else person_of(database, key, seat.name)
        for key, seat in zip(keys, match.seats, strict=True)
    ]
    known = sorted({person for person in people if person is not None})
    ledger.fetch([EVERYBODY, *known], match.game, season, (evening, day))
    _add_tallies(ledger, match, people, (evening, day))
    rated = _rate(ledger, match, people, season)
    row = (match.id, match.game, season, evening, day, match.started, match.ended)
    database.insert("club_matches", COLUMNS["club_matches"], [row])
    database.insert(
        "club_seats",
        COLUMNS["club_seats"],
        [
            (match.id, number, people[number], keys[number], seat.bot, match.ended, seat.place,
             int(seat.won), seat.chance, *rated[number], msgspec.json.encode(seat.figures))
            for number, seat in enumerate(match.seats)
        ],
    )  # fmt: skip


def _key(database: Database, match: MatchFacts, seat: SeatFacts) -> bytes | None:
    if seat.bot is not None or seat.name == NOBODY:
        return None
    return played_key(database, match.table, seat.name, match.ended)


# Evenings


def _evening(database: Database, match: MatchFacts, day: str) -> str:
    """The table's, if it has played lately; and the day, which is an evening of all tables."""
    sql = """SELECT id FROM evenings WHERE table_id = ? AND ended >= ? AND started <= ?
        ORDER BY ended DESC, id DESC LIMIT 1"""
    near = [match.table, match.started - BREAK_MS, match.ended + BREAK_MS]
    found = database.rows(sql, near)
    evening: str = found[0][0] if found else match.id
    for id, table in ((evening, match.table), (day, "")):
        _lengthen(database, id, table, match, day)
    return evening


def _lengthen(database: Database, id: str, table: str, match: MatchFacts, day: str) -> None:
    longer = """UPDATE evenings SET matches = matches + 1,
        started = CASE WHEN started > ? THEN ? ELSE started END,
        ended = CASE WHEN ended < ? THEN ? ELSE ended END WHERE id = ?"""
    span = [match.started, match.started, match.ended, match.ended, id]
    if not database.run(longer, span):
        row = (id, table, day, match.started, match.ended, 1)
        database.insert("evenings", COLUMNS["evenings"], [row])


# Tallies


def played_by(match: MatchFacts, seat: SeatFacts) -> Played:
    return Played(match.id, match.started, match.ended, seat.place, seat.won, seat.chance)


def _add_tallies(
    ledger: Ledger, match: MatchFacts, people: Sequence[int | None], evenings: Sequence[str]
) -> None:
    everybody = Played(match.id, match.started, match.ended, None, False, 0.0)
    ledger.game(EVERYBODY, match.game).add(everybody)
    figures = {figure.id: figure for figure in figures_of(match.game)}
    for person, seat in zip(people, match.seats, strict=True):
        if person is None:
            continue
        played = played_by(match, seat)
        if not ledger.game(person, "").follows(played):
            note_recount(ledger.database, "person", str(person))
        for game in (match.game, ""):
            ledger.game(person, game).add(played)
        for evening in evenings:
            ledger.standing(evening, person).add(played)
        for id, value in seat.figures.items():
            ledger.figure(person, match.game, id).add(value, match.id, figures[id])
        for other, theirs in zip(people, match.seats, strict=True):
            if other is not None and other != person:
                ledger.rival(person, other).add(seat.place, theirs.place)


Rated = tuple[float | None, float | None]  # mu and sigma after the match


def _rate(
    ledger: Ledger, match: MatchFacts, people: Sequence[int | None], season: str
) -> list[Rated]:
    """For the season and for all time; what is kept with the match is of all time."""
    after: list[Rated] = [(None, None)] * len(people)
    for of_season in (season, ALL_TIME):
        own = [
            None if person is None else ledger.rating(match.game, of_season, person)
            for person in people
        ]
        if any(one is not None and not one.follows(match.ended, match.id) for one in own):
            note_recount(ledger.database, "ratings", match.game)
        seats = [
            ratings.Seat(seat.place, seat.bot, rating)
            for seat, rating in zip(match.seats, own, strict=True)
        ]
        ratings.rate(match.game, match.id, match.ended, seats)
        after = [(None, None) if one is None else (one.mu, one.sigma) for one in own]
    return after
