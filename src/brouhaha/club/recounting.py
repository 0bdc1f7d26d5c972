"""What cannot go on from where it was is counted again, from the rows of the matches.

The store names it (`recounts`), so a server that was killed meanwhile begins again. A person's
tallies are counted in one transaction. A game's ladders take a look at every match of that game:
they are counted in memory, some matches at a time, and written when the last match is in.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import msgspec

from brouhaha.club import ratings
from brouhaha.club.calendar import ALL_TIME
from brouhaha.club.facts import figures_of
from brouhaha.club.ledger import Ledger, put, rating_row
from brouhaha.club.ratings import Rating
from brouhaha.club.tallies import Played
from brouhaha.engine.statistics import Value
from brouhaha.store import Store
from brouhaha.store.database import Database

MATCHES_AT_ONCE: Final = 200  # of a ladder: some 50 ms
TALLIES: Final = ("person_games", "person_figures", "standings")

_figures: Final = msgspec.json.Decoder(dict[str, Value]).decode


class Recounting:
    """Asked again and again: `step` does some of what is to be done."""

    def __init__(self) -> None:
        self._ladder: _Ladder | None = None

    def step(self, store: Store) -> bool:
        """Is there more to do?"""
        if self._ladder is None:
            sql = "SELECT kind, id FROM recounts WHERE kind IN (?, ?) ORDER BY kind, id LIMIT 1"
            wanted = store.database.rows(sql, ["person", "ratings"])
            if not wanted:
                return False
            kind, id = wanted[0]
            if kind == "person":
                recount_person(store.database, int(id))
                return True
            self._ladder = _Ladder(id)
        if self._ladder.go_on(store.database):
            self._ladder = None
        return True


def _done(database: Database, kind: str, id: str) -> None:
    database.run("DELETE FROM recounts WHERE kind = ? AND id = ?", [kind, id])


# A person

SEATS: Final = """SELECT m.id, m.game, m.evening, m.day, m.started, m.ended,
        s.place, s.won, s.chance, s.figures
    FROM club_seats s JOIN club_matches m ON m.id = s.match_id
    WHERE s.person = ? ORDER BY s.ended, s.match_id, s.seat"""
OTHERS: Final = """SELECT o.person, s.place, o.place
    FROM club_seats s JOIN club_seats o ON o.match_id = s.match_id
    WHERE s.person = ? AND o.person <> s.person"""


def recount_person(database: Database, person: int) -> None:
    with database.transaction():
        database.lock_club()
        clear_person(database, person)
        ledger = Ledger(database)
        for row in database.rows(SEATS, [person]):
            _add(ledger, person, row)
        for other, mine, theirs in database.rows(OTHERS, [person]):
            ledger.rival(person, other).add(mine, theirs)
            ledger.rival(other, person).add(theirs, mine)
        ledger.save()
        _done(database, "person", str(person))


def clear_person(database: Database, person: int) -> None:
    """All sums that this person is in; not the rows of the matches, nor the ladders."""
    for table in TALLIES:
        database.run(f"DELETE FROM {table} WHERE person = ?", [person])
    database.run("DELETE FROM rivals WHERE person = ?", [person])
    database.run("DELETE FROM rivals WHERE other = ?", [person])


def _add(ledger: Ledger, person: int, row: tuple[Any, ...]) -> None:
    match, game, evening, day, started, ended, place, won, chance, found = row
    played = Played(match, started, ended, place, bool(won), chance)
    for in_game in (game, ""):
        ledger.game(person, in_game).add(played)
    for one in (evening, day):
        ledger.standing(one, person).add(played)
    named = {figure.id: figure for figure in figures_of(game)}
    for id, value in _figures(found).items():
        if id in named:
            ledger.figure(person, game, id).add(value, match, named[id])


# A game's ladders

IN_ORDER: Final = """SELECT m.ended, m.id, m.season, s.seat, s.person, s.bot, s.place
    FROM (SELECT id, season, ended FROM club_matches
          WHERE game = ? AND (ended, id) > (?, ?) ORDER BY ended, id LIMIT ?) m
    JOIN club_seats s ON s.match_id = m.id ORDER BY m.ended, m.id, s.seat"""


class _Ladder:
    """All seasons of one game, as far as they are counted."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._at: tuple[int, str] = (-1, "")
        self._ratings: dict[tuple[str, str, int], Rating] = {}
        self._after: list[tuple[object, ...]] = []
        self._matches = 0

    def go_on(self, database: Database) -> bool:
        """Some more matches. Is it done?"""
        if self._some(database):
            return False
        with database.transaction():
            database.lock_club()
            while self._some(database):  # what was counted meanwhile
                pass
            if not self._has_all(database):
                return True  # one came in late: the note is still there, and it begins again
            database.run("DELETE FROM ratings WHERE game = ?", [self.game])
            put(database, "ratings", [rating_row(*item) for item in self._ratings.items()])
            sql = "UPDATE club_seats SET mu = ?, sigma = ? WHERE match_id = ? AND seat = ?"
            database.run_many(sql, self._after)
            _done(database, "ratings", self.game)
        return True

    def _has_all(self, database: Database) -> bool:
        sql = "SELECT count(*) FROM club_matches WHERE game = ?"
        return bool(database.rows(sql, [self.game])[0][0] == self._matches)

    def _some(self, database: Database) -> bool:
        rows = database.rows(IN_ORDER, [self.game, *self._at, MATCHES_AT_ONCE])
        for (ended, match, season), seats in groupby(rows, itemgetter(0, 1, 2)):
            self._rate(ended, match, season, seats)
            self._at = ended, match
            self._matches += 1
        return bool(rows)

    def _rate(self, ended: int, match: str, season: str, rows: Iterable[tuple[Any, ...]]) -> None:
        found = list(rows)
        for of_season in (season, ALL_TIME):
            seats = [
                ratings.Seat(place, bot, self._rating(of_season, person))
                for *_, person, bot, place in found
            ]
            ratings.rate(self.game, match, ended, seats)
        self._after += [
            (seat.rating.mu, seat.rating.sigma, match, row[3])
            for seat, row in zip(seats, found, strict=True)
            if seat.rating is not None
        ]

    def _rating(self, season: str, person: int | None) -> Rating | None:
        if person is None:
            return None
        return self._ratings.setdefault((self.game, season, person), Rating())
