"""What a tournament's log is made of. People are numbered as they came, rounds and tables from 1.
Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

System = Literal["swiss", "draw"]
AtTheEnd = Literal["play_on", "cut"]
Judge = Literal["match", "clock", "host"]
Places = list[list[int]]  # persons, the first place first; equals share one


class _Record(Struct, frozen=True, tag_field="type"):
    pass


class Created(_Record, frozen=True, tag="created"):
    """`seats`: at a table, at most. `minutes`: of a round, 0 for no clock; then `at_the_end`:
    matches are played on, or cut by letting all their time run out. `patience`: how many seconds a
    table waits for its people before it begins without them."""

    title: str
    game: str
    options: dict[str, Any]
    system: System
    rounds: int
    seats: int
    minutes: int
    at_the_end: AtTheEnd
    patience: int
    late: bool  # people may come after the first round was drawn
    seed: str
    host: str  # the fingerprint of the host's token


class Came(_Record, frozen=True, tag="came"):
    """Somebody new: a person with the fingerprint of a token, or a bot with a level."""

    name: str
    fingerprint: str | None = None
    bot: str | None = None


class DroppedOut(_Record, frozen=True, tag="dropped_out"):
    """Of their own will, or (`by_host`) of the host's: then only the host brings them back."""

    person: int
    by_host: bool = False


class CameBack(_Record, frozen=True, tag="came_back"):
    person: int


class DrawnTable(Struct, frozen=True):
    code: str  # of the table where it is played
    people: list[int]


class Drawn(_Record, frozen=True, tag="drawn"):
    tables: list[DrawnTable]
    byes: list[int]
    at: int


class Reported(_Record, frozen=True, tag="reported"):
    """How a table of the last round ended. `judge` says who says so: the match with that id, the
    clock (nobody had played when it ran out), or the host, who may correct what stands."""

    round: int
    table: int
    places: Places
    judge: Judge
    match: str | None = None


class TimeUp(_Record, frozen=True, tag="time_up"):
    round: int


class Ended(_Record, frozen=True, tag="ended"):
    pass


Record = Created | Came | DroppedOut | CameBack | Drawn | Reported | TimeUp | Ended

encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(Record).decode
