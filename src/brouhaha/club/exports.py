"""An evening to take away: as a table (CSV, a line a seat) or as JSON.

A cell that a spreadsheet would take for a formula is quoted: names are people's to choose.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from brouhaha.club import evening_pages as pages
from brouhaha.club.page_types import ClubMatch, ClubSeat, EveningPage
from brouhaha.club.showing import Showing

MOST_MATCHES: Final = 3_000  # of a day with many tables: a megabyte or so
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
COLUMNS: Final = ("match", "game", "started", "ended", "seat", "name", "bot", "place", "won")


def whole_evening(show: Showing, id: str) -> EveningPage:
    """With all its matches, if they are not far too many."""
    found = pages.evening(show, id)
    column = "day" if id == found.evening.day else "evening"
    matches = pages.matches_of(show, column, id, None, MOST_MATCHES)
    figures = {
        match.game: found.figures.get(match.game) or pages.figures(match) for match in matches
    }
    return EveningPage(
        viewer=found.viewer,
        evening=found.evening,
        standings=found.standings,
        matches=matches,
        next=None,
        figures=figures,
        tables=found.tables,
    )


def as_csv(evening: EveningPage) -> str:
    """With a column for each figure of each game that was played."""
    named = [f"{game}.{figure.id}" for game, all_ in evening.figures.items() for figure in all_]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, *named])
    for match in evening.matches:
        for seat in match.seats:
            writer.writerow([*_facts(match, seat), *_figures(match, seat, named)])
    return out.getvalue()


def _facts(match: ClubMatch, seat: ClubSeat) -> Iterator[object]:
    yield match.id
    yield match.game
    yield _time(match.started)
    yield _time(match.ended)
    yield seat.seat + 1
    yield plain(seat.person.name) if seat.person is not None else ""
    yield plain(seat.bot or "")
    yield "" if seat.place is None else seat.place
    yield int(seat.won)


def _figures(match: ClubMatch, seat: ClubSeat, named: list[str]) -> Iterator[object]:
    for column in named:
        game, _, figure = column.partition(".")
        value = seat.figures.get(figure) if game == match.game else None
        yield "" if value is None else f"{value.value:g}"


def plain(text: str) -> str:
    """What no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
