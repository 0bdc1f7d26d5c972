"""What other programs are told as it happens. No code of a table and no token is in it: a stream of
the whole server must not lead strangers to a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brouhaha.tournaments.page_types import TournamentRound, TournamentStanding


class _Told(Struct, frozen=True, tag_field="type"):
    pass


class MatchStarted(_Told, frozen=True, tag="match_started"):
    game: str
    players: int
    tournament: str | None


class MatchEnded(_Told, frozen=True, tag="match_ended"):
    """`match`: the id of its replay. `winners`: seats."""

    game: str
    players: list[str]
    winners: list[int]
    ranking: list[list[int]]
    match: str
    tournament: str | None


class Heard(_Told, frozen=True, tag="heard"):
    """What everybody at the table heard, in the game's own words: Stop!, a round won, …"""

    game: str
    event: Any


class RoundDrawn(_Told, frozen=True, tag="round_drawn"):
    tournament: str
    title: str
    round: TournamentRound


class StandingsChanged(_Told, frozen=True, tag="standings"):
    """`names` are those of the `standings`, line by line."""

    tournament: str
    title: str
    names: list[str]
    standings: list[TournamentStanding]


class TournamentEnded(_Told, frozen=True, tag="tournament_ended"):
    tournament: str
    title: str
    winner: str | None


Told = MatchStarted | MatchEnded | Heard | RoundDrawn | StandingsChanged | TournamentEnded
