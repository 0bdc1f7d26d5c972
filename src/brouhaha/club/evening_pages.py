"""An evening, a day, and the matches in them."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import msgspec

from brouhaha.club import page_types as types
from brouhaha.club.facts import figures_of
from brouhaha.club.showing import NotThere, Rows, Showing, among
from brouhaha.engine.presentation import Figure
from brouhaha.engine.statistics import Value

EVENINGS: Final = 20
STANDINGS: Final = 100
MATCHES: Final = 24
BEST: Final = 3

decode_figures: Final = msgspec.json.Decoder(dict[str, Value]).decode

EVENING: Final = "SELECT id, day, started, ended, matches FROM evenings"


def evenings(show: Showing, before: str | None = None) -> list[types.EveningLine]:
    """Of tables, the latest first."""
    if before is None:
        sql = f"{EVENING} WHERE table_id <> '' ORDER BY started DESC, id DESC LIMIT ?"
        return evening_lines(show, show.database.rows(sql, [EVENINGS]))
    last = show.database.rows(f"{EVENING} WHERE id = ?", [before])
    if not last:
        raise NotThere
    sql = f"""{EVENING} WHERE (started, id) < (?, ?) AND table_id <> ''
        ORDER BY started DESC, id DESC LIMIT ?"""
    return evening_lines(show, show.database.rows(sql, [last[0][2], before, EVENINGS]))


def evening_lines(show: Showing, rows: Rows) -> list[types.EveningLine]:
    best = standings_of(show, [row[0] for row in rows], BEST)
    return [
        types.EveningLine(id, day, started, ended, count, best[id])
        for id, day, started, ended, count in rows
    ]


def standings(show: Showing, evening: str, most: int) -> list[types.StandingLine]:
    return standings_of(show, [evening], most)[evening]


def standings_of(
    show: Showing, evenings: list[str], most: int
) -> defaultdict[str, list[types.StandingLine]]:
    """The most wins first; then the fewest matches that it took. Of many evenings at once: each
    question is a way to the database and back."""
    sql = f"""SELECT evening, person, matches, wins, chance FROM (
            SELECT evening, person, matches, wins, chance, row_number() OVER
                (PARTITION BY evening ORDER BY wins DESC, matches ASC, person) AS place
            FROM standings WHERE evening {among(evenings)}
        ) placed WHERE place <= ? ORDER BY evening, place"""
    rows = show.database.rows(sql, [*evenings, most])
    show.fetch(row[1] for row in rows)
    found: defaultdict[str, list[types.StandingLine]] = defaultdict(list)
    for evening, id, *rest in rows:
        if (person := show.person(id)) is not None:
            found[evening].append(types.StandingLine(person, *rest))
    return found


def figures(match: types.ClubMatch) -> list[Figure]:
    return list(figures_of(match.game))


def evening(show: Showing, id: str, after: str | None = None) -> types.EveningPage:
    rows = show.database.rows(f"{EVENING} WHERE id = ?", [id])
    if not rows:
        raise NotThere
    everybody = standings(show, id, STANDINGS)
    _, day, started, ended, count = rows[0]
    line = types.EveningLine(id, day, started, ended, count, everybody[:BEST])
    matches = matches_of(show, "day" if id == line.day else "evening", id, after)
    return types.EveningPage(
        viewer=show.viewer,
        evening=line,
        standings=everybody,
        matches=matches,
        next=matches[-1].id if len(matches) == MATCHES else None,
        figures={match.game: figures(match) for match in matches},
        tables=_tables_of(show, id) if id == line.day else [],
    )


def _tables_of(show: Showing, day: str) -> list[types.EveningLine]:
    sql = f"{EVENING} WHERE day = ? AND table_id <> '' ORDER BY started, id LIMIT ?"
    rows = show.database.rows(sql, [day, EVENINGS])
    return evening_lines(show, rows)


MATCH: Final = "SELECT id, game, started, ended FROM club_matches"


def matches_of(
    show: Showing, column: str, id: str, after: str | None, most: int = MATCHES
) -> list[types.ClubMatch]:
    """In the order in which they ended."""
    at: tuple[int, str] = (-1, "")
    if after is not None:
        last = show.database.rows("SELECT ended, id FROM club_matches WHERE id = ?", [after])
        if not last:
            raise NotThere
        at = last[0][0], last[0][1]
    sql = f"{MATCH} WHERE {column} = ? AND (ended, id) > (?, ?) ORDER BY ended, id LIMIT ?"
    return with_seats(show, show.database.rows(sql, [id, *at, most]))


def with_seats(show: Showing, rows: Rows) -> list[types.ClubMatch]:
    """With everybody in them."""
    ids = [row[0] for row in rows]
    sql = f"""SELECT s.match_id, s.person, kept.id, s.seat, s.bot, s.place, s.won, s.figures
        FROM club_seats s LEFT JOIN matches kept ON kept.id = s.match_id
        WHERE s.match_id {among(ids)} ORDER BY s.match_id, s.seat"""
    seats = show.database.rows(sql, ids)
    again = _seen_again(show, seats)
    by_match: defaultdict[str, list[types.ClubSeat]] = defaultdict(list)
    for match, person, _, seat, bot, place, won, figures in seats:
        told = {id: masked(show, value) for id, value in decode_figures(figures).items()}
        who = show.person(person)
        by_match[match].append(types.ClubSeat(seat, who, bot, place, bool(won), told))
    return [
        types.ClubMatch(id, game, started, ended, id in again, by_match[id])
        for id, game, started, ended in rows
    ]


def masked(show: Showing, value: Value) -> Value:
    return Value(value.value, show.mask(value.text)) if value.text else value


def replays(show: Showing, matches: list[str]) -> set[str]:
    """Which of these can be seen again, by this viewer."""
    sql = f"""SELECT s.match_id, s.person, kept.id
        FROM club_seats s LEFT JOIN matches kept ON kept.id = s.match_id
        WHERE s.match_id {among(matches)}"""
    return _seen_again(show, show.database.rows(sql, matches))


def _seen_again(show: Showing, seats: Rows) -> set[str]:
    """Of matches by their seats: the match, who sat there, and its log's id if that is kept."""
    show.fetch(row[1] for row in seats)
    people: defaultdict[str, list[int | None]] = defaultdict(list)
    for _, person, kept, *_ in seats:
        if kept is not None:
            people[kept].append(person)
    return {match for match, persons in people.items() if not show.is_veiled(persons)}
