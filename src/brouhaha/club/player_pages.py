"""One person, and lists of persons."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from brouhaha.club import page_types as types
from brouhaha.club import ratings
from brouhaha.club.calendar import ALL_TIME
from brouhaha.club.evening_pages import decode_figures, masked, replays, with_seats
from brouhaha.club.facts import figures_of
from brouhaha.club.ledger import decoded
from brouhaha.club.persons import GUEST
from brouhaha.club.showing import NotThere, Rows, Showing, among

PLAYERS: Final = 50
POINTS: Final = 240  # matches of a person, of all games
RECENT: Final = 12
RIVALS: Final = 40
LEAST_TO_COMPARE: Final = 3  # matches against somebody, before anything is said about them


def players(show: Showing, after: int | None = None, most: int = PLAYERS) -> list[types.PlayerLine]:
    """Whoever played most, first."""
    at: tuple[int, int] = (1 << 60, 1 << 60)
    if after is not None:
        sql = "SELECT matches, person FROM person_games WHERE game = '' AND person = ?"
        last = show.database.rows(sql, [after])
        if not last:
            raise NotThere
        at = last[0][0], last[0][1]
    sql = """SELECT person, matches, wins, chance, streak, last_ended FROM person_games
        WHERE game = '' AND (matches, person) < (?, ?)
        ORDER BY matches DESC, person DESC LIMIT ?"""
    rows = show.database.rows(sql, [*at, most])
    return _player_lines(show, rows)


def named(show: Showing, key: bytes, most: int = PLAYERS) -> list[types.PlayerLine]:
    """Those with a name that begins so. Whoever has a pseudonym is found by the host alone."""
    sql = """SELECT DISTINCT person FROM person_names WHERE name >= ? AND name < ?
        ORDER BY person LIMIT ?"""
    found = [person for (person,) in show.database.rows(sql, [key, key + b"\xff", most])]
    show.fetch(found)
    seen = [person for person in found if not show.is_veiled([person])]
    sql = f"""SELECT person, matches, wins, chance, streak, last_ended FROM person_games
        WHERE game = '' AND person {among(seen)} ORDER BY matches DESC, person DESC"""
    return _player_lines(show, show.database.rows(sql, seen))


def _player_lines(show: Showing, rows: Rows) -> list[types.PlayerLine]:
    show.fetch(row[0] for row in rows)
    return [
        types.PlayerLine(person, *row[1:])
        for row in rows
        if (person := show.person(row[0])) is not None
    ]


TALLY: Final = """SELECT game, matches, wins, chance, ms, streak, best_streak, first_ended,
    last_ended FROM person_games WHERE person = ? ORDER BY matches DESC, game"""


def player(show: Showing, id: int) -> types.PlayerPage:
    person, tallies = show.person(id), show.database.rows(TALLY, [id])
    everything = next((row for row in tallies if row[0] == ""), None)
    if person is None or everything is None:
        raise NotThere
    _, count, wins, chance, _, streak, best_streak, first, last = everything
    met = _rivals(show, id)
    return types.PlayerPage(
        viewer=show.viewer,
        person=person,
        names=_names(show, id),
        protected=_is_protected(show, id),
        first=first,
        last=last,
        matches=count,
        wins=wins,
        chance=chance,
        streak=streak,
        best_streak=best_streak,
        games=_player_games(show, id, [row for row in tallies if row[0]]),
        rivals=met,
        likes_to_beat=_extreme(met, 1),
        beaten_by=_extreme(met, -1),
        recent=_recent(show, id),
        figures={row[0]: list(figures_of(row[0])) for row in tallies if row[0]},
    )


def _names(show: Showing, id: int) -> list[str]:
    """As they are filed; of a guest, the name without the mark."""
    if show.viewer != "host":
        return []
    sql = "SELECT name FROM person_names WHERE person = ? ORDER BY name LIMIT ?"
    keys = [key for (key,) in show.database.rows(sql, [id, PLAYERS])]
    return [decoded(key.removesuffix(GUEST)) for key in keys]


def _is_protected(show: Showing, id: int) -> bool:
    return bool(show.database.rows("SELECT device FROM persons WHERE id = ?", [id])[0][0])


def _points(show: Showing, id: int) -> defaultdict[str, list[types.Point]]:
    """The last matches, the first of them in front, by game."""
    sql = """SELECT m.game, s.match_id, s.ended, s.place, s.chance, s.won, s.mu, s.sigma, s.figures
        FROM club_seats s JOIN club_matches m ON m.id = s.match_id
        WHERE s.person = ? ORDER BY s.ended DESC, s.match_id DESC LIMIT ?"""
    found: defaultdict[str, list[types.Point]] = defaultdict(list)
    for game, match, ended, place, chance, won, mu, sigma, figures in reversed(
        show.database.rows(sql, [id, POINTS])
    ):
        told = {name: masked(show, value) for name, value in decode_figures(figures).items()}
        seats = round(1 / chance) if chance else 0
        point = types.Point(match, ended, place, seats, bool(won), mu, sigma, told)
        found[game].append(point)
    return found


def _player_games(show: Showing, id: int, tallies: Rows) -> list[types.PlayerGame]:
    points, rated, figures = _points(show, id), _ratings(show, id), _figure_lines(show, id)
    return [
        types.PlayerGame(
            game,
            count,
            wins,
            chance,
            ms,
            streak,
            best,
            rated.get(game),
            figures[game],
            points[game],
        )
        for game, count, wins, chance, ms, streak, best, *_ in tallies
    ]


def _ratings(show: Showing, id: int) -> dict[str, types.RatingLine]:
    sql = "SELECT game, mu, sigma, matches FROM ratings WHERE person = ? AND season = ?"
    return {
        game: types.RatingLine(mu, sigma, count, not ratings.is_evidence(sigma, count))
        for game, mu, sigma, count in show.database.rows(sql, [id, ALL_TIME])
    }


def _figure_lines(show: Showing, id: int) -> defaultdict[str, list[types.FigureLine]]:
    """By game, in the order in which the game names them."""
    sql = """SELECT game, figure, matches, total, best, best_text, best_match FROM person_figures
        WHERE person = ?"""
    rows = {(game, figure): rest for game, figure, *rest in show.database.rows(sql, [id])}
    again = replays(show, [rest[-1] for rest in rows.values()])
    found: defaultdict[str, list[types.FigureLine]] = defaultdict(list)
    for game in sorted({game for game, _ in rows}):
        for figure in figures_of(game):
            if (game, figure.id) in rows:
                count, total, best, text, match = rows[game, figure.id]
                shown, kept = show.mask(decoded(text)), match if match in again else None
                line = types.FigureLine(figure.id, count, total / count, best, shown, kept)
                found[game].append(line)
    return found


def _rivals(show: Showing, id: int) -> list[types.RivalLine]:
    sql = """SELECT other, matches, ahead, behind FROM rivals WHERE person = ?
        ORDER BY matches DESC, other LIMIT ?"""
    rows = show.database.rows(sql, [id, RIVALS])
    show.fetch(row[0] for row in rows)
    return [
        types.RivalLine(person, *row[1:])
        for row in rows
        if (person := show.person(row[0])) is not None
    ]


def _extreme(met: list[types.RivalLine], sign: int) -> types.RivalLine | None:
    """Whom they beat most clearly, or (-1) who beats them."""
    clear = [one for one in met if one.matches >= LEAST_TO_COMPARE]
    best = max(clear, key=lambda one: sign * (one.ahead - one.behind), default=None)
    return best if best is not None and sign * (best.ahead - best.behind) > 0 else None


def _recent(show: Showing, id: int) -> list[types.ClubMatch]:
    sql = """SELECT m.id, m.game, m.started, m.ended
        FROM club_seats s JOIN club_matches m ON m.id = s.match_id
        WHERE s.person = ? ORDER BY s.ended DESC, s.match_id DESC LIMIT ?"""
    rows = dict.fromkeys(show.database.rows(sql, [id, RECENT]))  # some sat at a table twice
    return with_seats(show, list(rows))
