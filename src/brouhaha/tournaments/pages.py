"""A tournament as everybody sees it."""

from __future__ import annotations

from collections.abc import Callable

from brouhaha.engine.chance import commitment
from brouhaha.tournaments.page_types import (
    Participant,
    Stage,
    TournamentPage,
    TournamentRound,
    TournamentStanding,
    TournamentTable,
)
from brouhaha.tournaments.standings import Standing, ranked
from brouhaha.tournaments.tournament import Round, TableOfRound, Tournament


def page(code: str, tournament: Tournament, mask: Callable[[str], str]) -> TournamentPage:
    """`mask` makes names fit for everybody's eyes."""
    created = tournament.created
    people = [
        Participant(one.number, mask(one.name), one.bot, one.left) for one in tournament.people
    ]
    return TournamentPage(
        code=code,
        title=mask(created.title),
        game=created.game,
        options=created.options,
        system=created.system,
        planned=created.rounds,
        seats=created.seats,
        minutes=created.minutes,
        at_the_end=created.at_the_end,
        patience=created.patience,
        late=created.late,
        stage=stage(tournament),
        people=people,
        rounds=[_round(tournament, round) for round in tournament.rounds],
        standings=[_line(standing) for standing in ranked(tournament)],
        proof=commitment(bytes.fromhex(created.seed)),
        seed=created.seed if tournament.ended else None,
    )


def stage(tournament: Tournament) -> Stage:
    if tournament.ended:
        return "ended"
    if tournament.current is None:
        return "coming"
    return "between" if tournament.current.over else "playing"


def _round(tournament: Tournament, round: Round) -> TournamentRound:
    tables = [_table(table) for table in round.tables]
    ends = tournament.ends_at(round)
    return TournamentRound(round.number, tables, round.byes, round.began, ends, round.time_up)


def _table(table: TableOfRound) -> TournamentTable:
    places = None
    if table.places is not None:
        place, before = dict[int, int](), 0
        for equals in table.places:
            place |= dict.fromkeys(equals, before + 1)
            before += len(equals)
        places = [place[person] for person in table.people]
    return TournamentTable(table.number, table.people, places, table.judge, table.match)


def _line(standing: Standing) -> TournamentStanding:
    return TournamentStanding(
        place=standing.place,
        person=standing.person,
        points=round(float(standing.points), 3),
        opposition=round(float(standing.opposition), 3),
        ahead=standing.ahead,
        played=standing.played,
        firsts=standing.firsts,
    )
