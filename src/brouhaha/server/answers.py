"""What is asked and answered over HTTP: the types, and the errors. `describe` tells the world."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from brouhaha.engine.errors import Rejected
from brouhaha.table.wire import GameId, Level, Name, Status


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. With a name, its first seat is taken at once.

    `bots` take the next seats; `start` begins the match; `deal` gives the cards (for lessons and
    puzzles). These three need a name: somebody has to be the host.
    """

    game: GameId
    options: dict[str, Any] = {}
    name: Name | None = None
    bots: Annotated[list[Level], Meta(max_length=16)] = []
    start: bool = False
    deal: dict[str, Any] | None = None


class OpenedTable(Struct, frozen=True):
    """The code to join by. Whoever gave a name has the seat: its token goes into `hello`."""

    code: str
    seat: int | None = None
    token: str | None = None


class TableInfo(Struct, frozen=True):
    """Enough to know whether one can sit down."""

    code: str
    game: str
    status: Status
    players: int
    most: int
    full: bool


class GameInfo(Struct, frozen=True):
    """One game that can be played here; `options` is their JSON Schema, with the defaults."""

    id: str
    rules: int  # the version of its rules
    least: int
    most: int
    bots: list[str]  # the weakest first
    options: dict[str, Any]


class MatchSummary(Struct, frozen=True):
    id: str
    table: str
    game: str
    players: list[str]
    bots: list[str | None] | None  # by seat: a bot's level; null: nobody wrote it down
    result: Raw
    started: int  # milliseconds since 1970
    ended: int


class MatchRecord(MatchSummary, frozen=True):
    """A finished match: its log can be played again, its seed checked against its hash."""

    seed: str
    seed_hash: str  # SHA-256 of the seed, as it was shown at the start
    log: Raw


class MatchList(Struct, frozen=True):
    matches: list[MatchSummary]


class PlayedMatch(Struct, frozen=True):
    seat: int
    match: MatchSummary


class PlayerRecord(Struct, frozen=True):
    name: str
    matches: list[PlayedMatch]


class ReplayFrame(Struct, frozen=True):
    """What one seat, or everybody, could see after one more thing had happened."""

    at: int  # milliseconds since the match began
    public: Raw
    private: Raw | None
    events: Raw


class Replay(Struct, frozen=True):
    """Some frames of a match from number `first` on; `next` is where to go on, if there is more."""

    id: str
    game: str
    seat: int | None
    total: int
    first: int
    next: int | None
    frames: list[ReplayFrame]


class Health(Struct, frozen=True):
    status: str
    tables: int
    sockets: int


class Trouble(Struct, frozen=True):
    """Every answer that is not 2xx. `code` and `details` make the sentence."""

    code: str
    details: dict[str, Any] = {}


class ApiError(Exception):
    """Raised by a handler: this status, this trouble."""

    def __init__(self, status: int, code: str, /, **details: object) -> None:
        super().__init__(code)
        self.status = status
        self.trouble = Trouble(code, dict(details))


def trouble_of(rejected: Rejected) -> Trouble:
    """A refusal of the table's or of a game's, as HTTP says it."""
    return Trouble(rejected.code, msgspec.to_builtins(rejected.details, enc_hook=repr))
