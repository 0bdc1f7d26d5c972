"""Evenings, days and seasons: when does one end and the next begin?

A day of play lasts until five in the morning, where the server is. An evening is what one table
plays without a long break. A season is a quarter of a year.
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import Final

DAWN: Final = timedelta(hours=5)
BREAK_MS: Final = (
    6 * 3_600_000
)  # between two matches of one table: longer, and it is another evening
ALL_TIME: Final = ""  # the season that does not end


def day_of(ms: int, zone: tzinfo | None = None) -> str:
    """Such as 2026-11-17; `zone` None: where this machine is."""
    return _night(ms, zone).date().isoformat()


def season_of(ms: int, zone: tzinfo | None = None) -> str:
    """Such as 2026-4, the fourth quarter."""
    night = _night(ms, zone)
    return f"{night.year}-{(night.month + 2) // 3}"


def _night(ms: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(ms / 1000, zone) - DAWN
