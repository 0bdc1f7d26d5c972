"""What goes in and comes out over HTTP, as types. `routes` says which of them goes where.

The page's types (`web/src/http.ts`) and the OpenAPI document are made from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta, Raw, Struct

from brouhaha.engine.errors import Rejected
from brouhaha.engine.highlights import Highlight
from brouhaha.engine.presentation import Figure, Level, OneDevice, Texts
from brouhaha.games import LeftOut
from brouhaha.server.network.addresses import Address
from brouhaha.store import MatchSummary
from brouhaha.table import wire
from brouhaha.table.wire import (
    Code,
    Filter,
    GameId,
    Name,
    Reckoning,
    SeatNumber,
    Status,
    Token,
)

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
    bots: Annotated[list[wire.Level], Meta(max_length=16)] = []
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


class SocketQuery(Struct, frozen=True):
    """The table's code: of several processes at this address, the one that has the table takes the
    socket. Without it any of them does, and carries what is said."""

    table: str = ""


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
    """Enough to know whether one can sit down, and whether one may look on."""

    code: str
    game: str
    status: Status
    players: int
    most: int
    full: bool
    watchers: bool = True


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


class SheetInfo(Struct, frozen=True):
    """Which of the game's options count on its score sheet."""

    options: tuple[str, ...]


class OptionInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an option is set: a clock, a count, one of some values, yes or no, one a seat, a seat, a
    typed-in box.

    What does not concern its kind is left out.
    """

    kind: Literal["seconds", "whole", "choice", "switch", "by_seat", "seat", "box"]
    default: Any
    label: Texts
    why: Texts
    value_names: Mapping[str, Texts]
    values: list[str | int] | None = None  # of a choice, or of each seat
    least: float | None = None
    most: float | None = None
    shortest: float | None = None  # a clock that is on runs so many seconds at least
    after: str | None = None  # a seat: the option that asks for it, unless that has its default
    asks: list[str] | None = None  # a seat: what is asked, by that option's value and the players


class GameInfo(Struct, frozen=True, kw_only=True):
    """One game that can be played here, and all that it says of itself. Texts are by language."""

    id: str
    version: int  # of its rules
    players: tuple[int, int]  # from, to
    order: int  # among the games
    name: Texts
    pitch: Texts
    colour: str  # #rrggbb
    minutes: tuple[int, int] | None  # a match takes from, to
    levels: tuple[Level, ...]  # the bots that people are offered, the weakest first
    first_level: str
    usual_level: str
    play_now_bots: int
    bots: list[str]  # all of them, those for studies too
    options: dict[str, OptionInfo]
    legal: dict[str, list[str]]  # by phase, the types of actions that it knows; {}: not told
    figures: tuple[Figure, ...]  # of a finished match, that its players compare
    limits: Mapping[str, int]
    words: Mapping[str, Texts]  # of the names in its views and actions, for who draws it from them
    refusals: dict[str, Texts]  # its own, by code
    rules: list[str]  # the languages in which there are rules: /api/games/ID/rules/LANGUAGE
    face: str | None  # the module that draws it; null: the page draws it
    lesson: bool
    one_device: OneDevice  # how several people play it at one device
    one_device_option: str  # the switch without which they cannot; "": they always can
    balance: bool  # whether it has a balance report of its own
    sheet: SheetInfo | None  # null: it has no score sheet for the real box
    box: str | None  # the option that takes a typed-in box; null: none does
    schema: dict[
        str, Any
    ]  # JSON Schema: options, deal, action, event, public, private, result, sheet


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
    race: Reckoning | None = None  # how this entry's race was decided, if there were rivals


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
    """Whether the server can play and write; how many tables and sockets it has open.

    `games_left_out`: games of other packages that are installed and cannot be played.
    """

    status: Literal["ok", "ailing"]
    tables: int
    sockets: int
    games_left_out: list[LeftOut]


class ErrorAnswer(Struct, frozen=True):
    """Every answer that is a refusal: `code` and `details` make the sentence for people."""

    code: str
    details: dict[str, Any] = {}


def error_answer(rejected: Rejected) -> ErrorAnswer:
    return ErrorAnswer(rejected.code, msgspec.to_builtins(rejected.details, enc_hook=repr))
