"""What goes in and comes out over HTTP, as types. `http_routes` says which of them goes where.

The page's types (`web/src/http.ts`) and the OpenAPI document are made from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta, Raw, Struct

from brouhaha.engine.errors import Rejected
from brouhaha.engine.highlights import Highlight
from brouhaha.server.addresses import Address
from brouhaha.store import MatchSummary
from brouhaha.table.wire import Code, Filter, GameId, Level, Name, SeatNumber, Status, Token

Whole = Annotated[int, Meta(ge=0, le=10**9)]
RawList = Annotated[Raw, Meta(extra_json_schema={"type": "array"})]

# Requests


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


class MatchesQuery(Struct, frozen=True):
    """How many matches, and the id of the match before which they ended."""

    limit: Whole = 50
    before: str | None = None


class PlayerQuery(Struct, frozen=True):
    """How many matches."""

    limit: Whole = 50


class FramesQuery(Struct, frozen=True, rename={"first": "from"}):
    """Whose view of the match, and from which frame on."""

    seat: SeatNumber | Literal["public"] = "public"
    first: Whole = 0


class HighlightsQuery(Struct, frozen=True):
    """How much of what players wrote is masked, as for a big screen."""

    filter: Filter = "off"


# Answers


class Addresses(Struct, frozen=True):
    """How other devices reach this server, the best way first; none: this machine only."""

    addresses: list[Address]
    secure_port: int | None = None  # where it speaks HTTPS, beside the plain address


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


class SeatToken(Struct, frozen=True, forbid_unknown_fields=True):
    """What a device has kept of a seat."""

    code: Code
    token: Token


class SeatQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    seats: Annotated[list[SeatToken], Meta(max_length=50)]


class HeldSeat(Struct, frozen=True):
    """A seat that its token still opens. `left`: its player has left the match, and may return."""

    code: str
    game: str
    status: Status
    name: str
    left: bool


class HeldSeats(Struct, frozen=True):
    held: list[HeldSeat]
    lost: list[str]  # codes of tables that are closed, or where the token opens nothing any more


class GameInfo(Struct, frozen=True):
    """One game that can be played here; `options` is their JSON Schema, with the defaults."""

    id: str
    rules: int  # the version of its rules
    least: int
    most: int
    bots: list[str]  # the weakest first
    options: dict[str, Any]


class ListedMatch(Struct, frozen=True, kw_only=True):
    """A finished match without its log. `id` is the link to its replay: not to be guessed.

    Its table is not told: that may still be open, and whoever has its code can join.
    """

    id: str
    game: str
    players: list[str]
    bots: list[str | None] | None  # by seat: a bot's level; null: not known
    result: Raw
    started: int
    ended: int

    @classmethod
    def of(cls, found: MatchSummary) -> Self:
        return cls(**{name: getattr(found, name) for name in ListedMatch.__struct_fields__})


class MatchRecord(ListedMatch, frozen=True, kw_only=True):
    """A finished match: its log can be played again, its seed checked against its hash."""

    log: Raw
    seed: str
    seed_hash: str  # SHA-256 of the seed, as it was shown at the start
    dealt: bool  # cards were given: the seed proves nothing about them


class MatchList(Struct, frozen=True):
    """Finished matches, the one that ended last first."""

    matches: list[ListedMatch]


class PlayedMatch(Struct, frozen=True):
    """A match, and the seat that this player had in it."""

    seat: int
    match: ListedMatch


class PlayerRecord(Struct, frozen=True):
    """What somebody of this name played, the last match first."""

    name: str
    matches: list[PlayedMatch]


class ReplayFrame(Struct, frozen=True):
    """What one seat, or everybody, could see after one more entry of the log."""

    at: int  # milliseconds since the match began
    public: Raw
    private: Raw | None
    events: RawList


class ReplayPage(Struct, frozen=True):
    """Some frames of a match from number `first` on; `next` is where to go on, if there is more."""

    id: str
    game: str
    seat: int | None
    total: int
    first: int
    next: int | None
    frames: list[ReplayFrame]


class MatchHighlights(Struct, frozen=True):
    """The moments of a finished match that are worth telling, the best first; at most three.

    In their sentences `{0}` stands for the name of whoever sat on seat 0.
    """

    highlights: tuple[Highlight, ...]


class Health(Struct, frozen=True):
    """Whether the server can play and write; how many tables and sockets it has open."""

    status: Literal["ok", "ailing"]
    tables: int
    sockets: int


class ErrorAnswer(Struct, frozen=True):
    """Every answer that is a refusal: `code` and `details` make the sentence for people."""

    code: str
    details: dict[str, Any] = {}


def error_answer(rejected: Rejected) -> ErrorAnswer:
    return ErrorAnswer(rejected.code, msgspec.to_builtins(rejected.details, enc_hook=repr))
