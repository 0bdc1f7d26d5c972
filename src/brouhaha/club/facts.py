"""What is counted of one finished match: who came where, and the figures of each seat.

Pure. Places come from the result, which every game gives. Figures come from the game, which plays
the log again, and from the races that the table decided. A game that is not installed, has other
rules by now or fails costs its figures, not its match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Final

import msgspec
from msgspec import Struct

from brouhaha import games
from brouhaha.engine import replay
from brouhaha.engine.errors import CRASHES
from brouhaha.engine.presentation import Figure, en_fr
from brouhaha.engine.statistics import Value, known, mean
from brouhaha.store import ArchivedMatch
from brouhaha.table.finished import RacedLog
from brouhaha.table.wire import Reckoning

MOST_LETTERS: Final = 60  # of the text that goes with a figure
HOUSE_FIGURES: Final = (  # of any game in which players race each other
    Figure(id="races_won", name=en_fr("Races won", "Courses gagnées")),
    Figure(id="races_lost", name=en_fr("Races lost", "Courses perdues"), better="less"),
    Figure(
        id="won_by",
        name=en_fr("Races won by", "Avance en course"),
        unit=en_fr("ms", "ms"),
    ),
    Figure(
        id="lost_by",
        name=en_fr("Races lost by", "Retard en course"),
        unit=en_fr("ms", "ms"),
        better="less",
    ),
)

Figures = Mapping[str, Value]


class SeatFacts(Struct, frozen=True):
    """`place` 1 is the best; None: the result does not rank this seat. `chance`: of winning, if
    nobody played better than anybody."""

    name: str
    bot: str | None
    place: int | None
    won: bool
    chance: float
    figures: Figures


class MatchFacts(Struct, frozen=True):
    id: str
    table: str
    game: str
    started: int
    ended: int
    seats: tuple[SeatFacts, ...]

    @property
    def people(self) -> bool:
        return any(seat.bot is None for seat in self.seats)


class _Ranked(Struct, frozen=True):
    """What every result has."""

    winners: list[int] = []
    ranking: list[list[int]] = []


def facts_of(match: ArchivedMatch) -> MatchFacts:
    count = len(match.players)
    ranked = _ranked(match)
    figures = _figures(match)
    places = dict(_places(ranked.ranking))
    rivals = max(len(places), count, 1)  # a game's own seats may win too
    chance = min(1.0, max(len(ranked.winners), 1) / rivals)
    bots = match.bots or [None] * count
    seats = (
        SeatFacts(
            match.players[seat],
            bots[seat] if seat < len(bots) else None,
            places.get(seat),
            seat in ranked.winners,
            chance,
            figures[seat] if seat < len(figures) else {},
        )
        for seat in range(count)
    )
    return MatchFacts(match.id, match.table, match.game, match.started, match.ended, tuple(seats))


def figures_of(game: str) -> tuple[Figure, ...]:
    """What the figures of a game are called; nothing for a game that is not here."""
    try:
        own = games.find(game).presented().figures
    except CRASHES:
        own = ()
    return (*own, *HOUSE_FIGURES)


def _ranked(match: ArchivedMatch) -> _Ranked:
    try:
        return msgspec.json.decode(match.result, type=_Ranked)
    except msgspec.MsgspecError:
        return _Ranked()


def _places(ranking: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Equals share the best place: 1, 2, 2, 4."""
    found, place = [], 1
    for equals in ranking:
        found += [(seat, place) for seat in equals]
        place += len(equals)
    return found


def _figures(match: ArchivedMatch) -> list[dict[str, Value]]:
    try:
        log = msgspec.json.decode(match.log, type=RacedLog)
    except msgspec.MsgspecError:
        return []
    races = _races(list(log.races.values()), len(match.players))
    try:
        own = list(replay.statistics(games.find(match.game), log))
        named = {figure.id for figure in games.find(match.game).presented().figures}
        sound = [_sound(own[seat], named) if seat < len(own) else {} for seat in range(len(races))]
    except CRASHES:
        sound = [{} for _ in races]
    return [sound[seat] | races[seat] for seat in range(len(races))]


def _sound(figures: Figures, named: set[str]) -> dict[str, Value]:
    """Of what a game found, what it has a name for and a number can be read from."""
    return {
        id: Value(float(one.value), one.text[:MOST_LETTERS])
        for id, one in figures.items()
        if id in named and isfinite(one.value)
    }


def _races(races: Sequence[Reckoning], seats: int) -> list[dict[str, Value]]:
    """By seat: how many races against others it won and lost, and by how many ms."""
    ahead: list[list[float]] = [[] for _ in range(seats)]
    late: list[list[float]] = [[] for _ in range(seats)]
    for race in races:
        if len({runner.seat for runner in race.runners}) < 2 or race.winner >= len(race.runners):
            continue
        winner = race.runners[race.winner]
        others = [runner for runner in race.runners if 0 <= runner.seat != winner.seat < seats]
        for runner in others:
            if runner.seat < seats:
                late[runner.seat].append(max(0.0, runner.acted - winner.acted))
        if others and 0 <= winner.seat < seats:
            nearest = min(runner.acted for runner in others)
            ahead[winner.seat].append(max(0.0, nearest - winner.acted))
    return [
        known(
            races_won=len(ahead[seat]) or (0 if late[seat] else None),
            races_lost=len(late[seat]) or (0 if ahead[seat] else None),
            won_by=mean(ahead[seat]),
            lost_by=mean(late[seat]),
        )
        for seat in range(seats)
    ]
