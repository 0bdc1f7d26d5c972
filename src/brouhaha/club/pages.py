"""The club's front page and its ladders. `evening_pages` and `player_pages` have the others.

Each page is a few questions by index, and each question has a bound on its rows.
"""

from __future__ import annotations

from typing import Final

from brouhaha.club import page_types as types
from brouhaha.club import ratings
from brouhaha.club.evening_pages import evenings, replays
from brouhaha.club.facts import figures_of
from brouhaha.club.ledger import decoded
from brouhaha.club.player_pages import players
from brouhaha.club.showing import Showing

DAYS: Final = 60
BUSIEST: Final = 12
LADDER: Final = 100
SEASONS: Final = 40


def club(show: Showing) -> types.ClubPage:
    sql = """SELECT day, matches FROM evenings WHERE table_id = ''
        ORDER BY ended DESC, id DESC LIMIT ?"""
    games = _games(show)
    return types.ClubPage(
        viewer=show.viewer,
        matches=sum(game.matches for game in games),
        persons=show.database.rows("SELECT count(*) FROM persons")[0][0],
        games=games,
        days=[types.DayLine(*day) for day in show.database.rows(sql, [DAYS])],
        evenings=evenings(show),
        players=players(show, most=BUSIEST),
        records=_records(show, games),
    )


def _games(show: Showing) -> list[types.GameLine]:
    """Those that somebody plays, the most played first."""
    sql = """SELECT game, matches FROM person_games WHERE person = 0
        ORDER BY matches DESC, game"""
    rows = show.database.rows(sql)
    return [types.GameLine(game, count, list(figures_of(game))) for game, count in rows]


def _records(show: Showing, games: list[types.GameLine]) -> list[types.RecordLine]:
    """All in one question; a record is the first row of an index."""
    asked = [(game.game, figure) for game in games for figure in game.figures]
    if not asked:
        return []
    sql = " UNION ALL ".join(
        f"""SELECT * FROM (SELECT game, figure, person, best, best_text, best_match
            FROM person_figures WHERE game = ? AND figure = ?
            ORDER BY best {"DESC" if figure.better == "more" else "ASC"} LIMIT 1) record{number}"""
        for number, (_, figure) in enumerate(asked)
    )
    found = show.database.rows(sql, [part for game, one in asked for part in (game, one.id)])
    show.fetch(row[2] for row in found)
    again = replays(show, [row[5] for row in found])
    return [
        types.RecordLine(
            game, figure, who, best, show.mask(decoded(text)), match if match in again else None
        )
        for game, figure, person, best, text, match in found
        if (who := show.person(person)) is not None
    ]


def ladder(show: Showing, game: str, season: str) -> types.LadderPage:
    rows = show.database.rows
    sql = """SELECT person, mu, sigma, safe, matches FROM ratings WHERE game = ? AND season = ?
        ORDER BY safe DESC LIMIT ?"""
    found = rows(sql, [game, season, LADDER])
    show.fetch(row[0] for row in found)
    lines = [
        types.LadderLine(person, *row[1:])
        for row in found
        if (person := show.person(row[0])) is not None
    ]
    sure = [ratings.is_evidence(line.sigma, line.matches) for line in lines]
    seasons = rows(
        "SELECT DISTINCT season FROM ratings WHERE game = ? ORDER BY season DESC LIMIT ?",
        [game, 40],
    )
    return types.LadderPage(
        viewer=show.viewer,
        game=game,
        games=[line.game for line in _games(show)],
        season=season,
        seasons=[season for (season,) in seasons],
        ranked=[line for line, is_sure in zip(lines, sure, strict=True) if is_sure],
        thin=[line for line, is_sure in zip(lines, sure, strict=True) if not is_sure],
        bots=[types.BotLine(*one) for one in ratings.bots_of(game)],
    )
