"""The club's rows, read and written: what tallies start from, and where they go.

One `Ledger` lives as long as one transaction, which holds the club's lock: nobody else changes
these rows meanwhile. Tallies are read before a match is added, and all are written at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from brouhaha.club.ratings import Rating
from brouhaha.club.tallies import FigureTally, GameTally, RivalTally, Standing
from brouhaha.store.database import Database
from brouhaha.store.schema import COLUMNS

KEYS: Final = {  # how many of a table's columns, from the first on, say which row it is
    "person_games": 2,
    "person_figures": 3,
    "rivals": 2,
    "ratings": 3,
    "standings": 2,
}


class Ledger:
    def __init__(self, database: Database) -> None:
        self.database = database
        self._games: dict[tuple[int, str], GameTally] = {}
        self._figures: dict[tuple[int, str, str], FigureTally] = {}
        self._rivals: dict[tuple[int, int], RivalTally] = {}
        self._ratings: dict[tuple[str, str, int], Rating] = {}
        self._standings: dict[tuple[str, int], Standing] = {}

    def fetch(
        self, persons: Sequence[int], game: str, season: str, evenings: Sequence[str]
    ) -> None:
        """All that one match may change, in five questions."""
        people, games = tuple(persons), (game, "")
        for person, in_game, *rest in self._missing("person_games", (people, games), self._games):
            self._games[person, in_game] = GameTally(*rest)
        for row in self._missing("person_figures", (people, (game,)), self._figures):
            matches, total, best, match, text = row[3:]
            tally = FigureTally(matches, total, best, match, decoded(text))
            self._figures[row[0], row[1], row[2]] = tally
        for person, other, *rest in self._missing("rivals", (people, people), self._rivals):
            self._rivals[person, other] = RivalTally(*rest)
        for row in self._missing("ratings", ((game,), (season, ""), people), self._ratings):
            mu, sigma, _, *rest = row[3:]
            self._ratings[row[0], row[1], row[2]] = Rating(mu, sigma, *rest)
        for evening, person, *rest in self._missing(
            "standings", (tuple(evenings), people), self._standings
        ):
            self._standings[evening, person] = Standing(*rest)

    def _missing(
        self, table: str, wanted: Sequence[tuple[Any, ...]], known: dict[Any, Any]
    ) -> list[tuple[Any, ...]]:
        """Those that have not been read: what is in memory may be further on."""
        columns = COLUMNS[table]
        among = " AND ".join(
            f"{column} IN ({', '.join('?' * len(values))})"
            for column, values in zip(columns, wanted, strict=False)
        )
        sql = f"SELECT {', '.join(columns)} FROM {table} WHERE {among}"
        rows = self.database.rows(sql, [value for values in wanted for value in values])
        return [row for row in rows if row[: KEYS[table]] not in known]

    # What a match is added to

    def game(self, person: int, game: str) -> GameTally:
        return self._games.setdefault((person, game), GameTally())

    def figure(self, person: int, game: str, figure: str) -> FigureTally:
        return self._figures.setdefault((person, game, figure), FigureTally())

    def rival(self, person: int, other: int) -> RivalTally:
        return self._rivals.setdefault((person, other), RivalTally())

    def rating(self, game: str, season: str, person: int) -> Rating:
        return self._ratings.setdefault((game, season, person), Rating())

    def standing(self, evening: str, person: int) -> Standing:
        return self._standings.setdefault((evening, person), Standing())

    # Writing

    def save(self) -> None:
        self._put("person_games", ((*key, *_fields(one)) for key, one in self._games.items()))
        self._put("person_figures", (_figure_row(*item) for item in self._figures.items()))
        self._put("rivals", ((*key, *_fields(one)) for key, one in self._rivals.items()))
        self._put("standings", ((*key, *_fields(one)) for key, one in self._standings.items()))
        rated = ((key, one) for key, one in self._ratings.items() if one.matches)
        self._put("ratings", (rating_row(*item) for item in rated))

    def _put(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        put(self.database, table, list(rows))


def put(database: Database, table: str, rows: Sequence[Sequence[object]]) -> None:
    """Write rows, in place of those with the same key. In one order, for whoever looks."""
    if not rows:
        return
    columns, keys = COLUMNS[table], COLUMNS[table][: KEYS[table]]
    new = ", ".join(f"{name} = excluded.{name}" for name in columns[len(keys) :])
    sql = f"""INSERT INTO {table} ({", ".join(columns)}) VALUES ({", ".join("?" * len(columns))})
        ON CONFLICT ({", ".join(keys)}) DO UPDATE SET {new}"""
    database.run_many(sql, rows)


def rating_row(key: tuple[str, str, int], one: Rating) -> tuple[object, ...]:
    return (*key, one.mu, one.sigma, one.safe, one.matches, one.last_ended, one.last_match)


def _figure_row(key: tuple[int, str, str], one: FigureTally) -> tuple[object, ...]:
    return (*key, one.matches, one.total, one.best, one.best_match, encoded(one.best_text))


def encoded(text: str) -> bytes:
    """What people wrote goes in as bytes: PostgreSQL's text refuses NUL."""
    return text.encode("utf-8", "surrogatepass")


def decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogatepass")


def _fields(tally: msgspec.Struct) -> tuple[object, ...]:
    return msgspec.structs.astuple(tally)
