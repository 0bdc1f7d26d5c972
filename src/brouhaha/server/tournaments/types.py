"""What is said of tournaments over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from brouhaha.tournaments.page_types import TournamentPage
from brouhaha.tournaments.records import AtTheEnd, System

Token = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=0, le=10_000)]


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """`seats`: at a table, at most. `minutes`: of a round, 0 for no clock. `patience`: seconds that
    a table waits for its people."""

    title: Name
    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    system: System = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=50)] = 5
    seats: Annotated[int, Meta(ge=2, le=64)] = 4
    minutes: Annotated[int, Meta(ge=0, le=600)] = 20
    at_the_end: AtTheEnd = "cut"
    patience: Annotated[int, Meta(ge=0, le=3600)] = 120
    late: bool = True


class OpenedTournament(Struct, frozen=True):
    """`token`: the host's. It is told this once."""

    code: str
    token: str


class TakePart(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """Take part, with the token that the device has made: saying it again changes nothing."""

    name: Name


class DropOut(Struct, frozen=True, tag="drop_out", forbid_unknown_fields=True):
    """One's own, or (the host) that person's."""

    person: Number | None = None


class ComeBack(Struct, frozen=True, tag="come_back", forbid_unknown_fields=True):
    person: Number | None = None


class AddBots(Struct, frozen=True, tag="add_bots", forbid_unknown_fields=True):
    level: Annotated[str, Meta(max_length=64)]
    count: Annotated[int, Meta(ge=1, le=64)] = 1


class DrawRound(Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """The next round, by its number: of two who ask for the same one, one draws it."""

    round: Number


class CorrectResult(Struct, frozen=True, tag="correct", forbid_unknown_fields=True):
    """How a table ended, in the host's words: persons, the first place first."""

    round: Number
    table: Number
    places: Annotated[list[Annotated[list[Number], Meta(max_length=64)]], Meta(max_length=64)]


class EndTournament(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    pass


TournamentWish = TakePart | DropOut | ComeBack | AddBots | DrawRound | CorrectResult | EndTournament


class TournamentSaying(Struct, frozen=True, forbid_unknown_fields=True):
    """Who says it, and what they wish; null: only to look. `seen`: the number they know."""

    token: Token
    wish: TournamentWish | None = None
    seen: Number = 0


class TournamentQuery(Struct, frozen=True):
    seen: int = 0


class OwnTable(Struct, frozen=True):
    """Where somebody plays: their token opens their seat there."""

    round: int
    table: int
    code: str


class TournamentYou(Struct, frozen=True):
    """`tables`: the host's, where a screen may watch."""

    person: int | None
    host: bool
    table: OwnTable | None
    tables: list[OwnTable]


class TournamentNews(Struct, frozen=True):
    """`number`: how many things have happened; `page` is null for whoever has seen them all. `you`:
    for whoever showed a token."""

    number: int
    now: int
    page: TournamentPage | None
    you: TournamentYou | None
