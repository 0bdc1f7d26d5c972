"""What is older than it should be is forgotten: an hour's worth each hour, and never much in a day.

A clock that jumped by years makes everything look old. So a day takes at most a share of what is
kept: twice what grows too old in a day when about as much is played every day, and at least 5 %.
Whoever sets the clock right again has lost little.
"""

from __future__ import annotations

from math import inf
from typing import Final

from brouhaha.server.settings import Settings
from brouhaha.store import Store

A_DAY: Final = 86_400_000  # ms
HOURS: Final = 24
LEAST_SHARE: Final = 0.05  # of what is kept, a day
MOST_AT_ONCE: Final = 200  # a writer waits for milliseconds


def share_a_day(keep_days: float) -> float:
    return max(LEAST_SHARE, 2 / keep_days) if keep_days else inf


class Allowance:
    """How many may still be forgotten; each hour brings some, and a day's worth at most is kept."""

    def __init__(self, keep_days: float) -> None:
        self._share = share_a_day(keep_days)
        self._left = 0.0

    def an_hour_later(self, kept: int) -> None:
        a_day = self._share * kept if kept else 0.0
        self._left = min(self._left + a_day / HOURS, max(a_day, 1.0))

    def next(self) -> int:
        """How many at once, now."""
        return int(min(self._left, MOST_AT_ONCE))

    def used(self, count: int) -> None:
        self._left -= count


class Retention:
    """Asked once an hour; `step` goes on until it has nothing left to do."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tables = Allowance(settings.keep_tables_days)
        self._matches = Allowance(settings.keep_matches_days)
        self._sheets = Allowance(settings.keep_sheets_days)
        self._tournaments = Allowance(settings.keep_matches_days)  # as long as what was played

    def an_hour_later(self, store: Store) -> None:
        stats = store.stats()
        self._tables.an_hour_later(stats.tables - stats.open_tables)
        self._matches.an_hour_later(stats.matches)
        self._sheets.an_hour_later(store.sheets.count())
        self._tournaments.an_hour_later(store.tournaments.count())

    def step(self, store: Store, now: float) -> bool:
        """Forget some; is there more to do? `now`: ms since 1970, by a clock that may be wrong."""
        tables_before = int(now - self._settings.keep_tables_days * A_DAY)
        matches_before = int(now - self._settings.keep_matches_days * A_DAY)
        most = self._tables.next()
        tables = store.expire(tables_before=tables_before, matches_before=0, most=most).tables
        self._tables.used(tables)
        more = tables == most > 0
        most = self._matches.next()
        matches = store.expire(tables_before=0, matches_before=matches_before, most=most).matches
        self._matches.used(matches)
        more = more or matches == most > 0
        most = self._sheets.next()
        sheets_before = int(now - self._settings.keep_sheets_days * A_DAY)
        sheets = store.sheets.expire(sheets_before, most)
        self._sheets.used(sheets)
        more = more or sheets == most > 0
        most = self._tournaments.next()
        tournaments = store.tournaments.expire(matches_before, most)
        self._tournaments.used(tournaments)
        return more or tournaments == most > 0
