"""An archive of matches that bots played under people's names."""

from __future__ import annotations

from functools import cache

import pytest

from brouhaha.lab.archive import archived, play
from brouhaha.store import ArchivedMatch

NOON = 1_763_380_800_000  # 2025-11-17 12:00 UTC
HOUR = 3_600_000
PEOPLE = ("Ana", "Bo", "Çelik", "Di", "Eve")
GAMES = (("now", 4, "greedy"), ("nimble", 3, "greedy"), ("nono", 3, "gentle"))


@cache
def played() -> list[ArchivedMatch]:
    """Of three tables and three days, in the order in which they ended; some seats are bots'."""
    found = []
    for number in range(24):
        game, seats, level = GAMES[number % 8 % 3]
        names = [PEOPLE[(number + number // 5 + seat) % 5] for seat in range(seats)]
        bots: list[str | None] = [None] * seats
        if number % 4 == 3:
            names[-1], bots[-1] = "Robot", level
        ended = NOON + number // 8 * 30 * HOUR + number % 8 * HOUR // 4
        match = play(game, names, [level] * seats, f"club {number}")
        found.append(archived(match, f"m{number:02}", ended, table=f"T{number % 3}", bots=bots))
    return found


@pytest.fixture(scope="session")
def archive() -> list[ArchivedMatch]:
    return played()
