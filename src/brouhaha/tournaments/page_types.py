"""What everybody may see of a tournament. No token and no code of a table is in it: where somebody
plays is told to them alone."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from brouhaha.tournaments.records import AtTheEnd, Judge, System

Stage = Literal["coming", "playing", "between", "ended"]


class Participant(Struct, frozen=True):
    number: int
    name: str
    bot: str | None
    left: bool


class TournamentTable(Struct, frozen=True):
    """`places` are those of `people`, in their order, from 1; null: they still play."""

    number: int
    people: list[int]
    places: list[int] | None
    judge: Judge | None
    match: str | None


class TournamentRound(Struct, frozen=True):
    number: int
    tables: list[TournamentTable]
    byes: list[int]
    began: int
    ends: int | None
    time_up: bool


class TournamentStanding(Struct, frozen=True):
    place: int
    person: int
    points: float
    opposition: float
    ahead: int
    played: int
    firsts: int


class TournamentPage(Struct, frozen=True):
    """`stage`: people come, a round is played, the next one can be drawn, or it is over. `proof`:
    the SHA-256 of the seed; `seed`: itself, when the tournament is over."""

    code: str
    title: str
    game: str
    options: dict[str, Any]
    system: System
    planned: int
    seats: int
    minutes: int
    at_the_end: AtTheEnd
    patience: int
    late: bool
    stage: Stage
    people: list[Participant]
    rounds: list[TournamentRound]
    standings: list[TournamentStanding]
    proof: str
    seed: str | None
