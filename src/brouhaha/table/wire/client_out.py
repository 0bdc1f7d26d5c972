"""What a client hears: `ClientOut…`, and what these messages are made of."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Raw, Struct

from brouhaha.table.wire.fields import Arrangement, Role, Status
from brouhaha.table.wire.policy import TablePolicy

VERSION: Final = 1  # of this wire; counts up when an old client would no longer understand


class _Out(Struct, frozen=True, tag_field="type", gc=False):
    """Everything that a client hears."""


class Missed(Struct, frozen=True, gc=False):
    """What happened in the match while its player was away."""

    lasted: float  # ms since they went
    moves: int  # that the others made
    minded: int  # that a bot made for them


class Seated(Struct, frozen=True, gc=False):
    """A further seat of this device. Keep the token: it is the seat."""

    seat: int
    token: str
    heard: int  # the highest `id` that came in from this seat so far: go on above it
    missed: Missed | None = None  # by a player who comes back into the same match


class ClientOutWelcome(_Out, frozen=True, tag="welcome"):
    """You are in. Keep the token: it is the seat, and is never sent again to anybody else."""

    code: str
    role: Role
    seat: int | None  # of a player
    token: str | None  # of a player, or of a screen that the host let in
    heard: int  # the highest `id` that came in from this seat so far: go on above it
    version: int = VERSION
    missed: Missed | None = None  # by a player who comes back into the same match
    also: list[Seated] = []  # of the tokens in the hello, those that opened a further seat


class ClientOutSeated(_Out, frozen=True, tag="seated"):
    """Somebody else has sat down at this device."""

    held: Seated


LineWord = Literal["near", "far", "shaky"]


class LineView(Struct, frozen=True, gc=False):
    """How far away somebody is, as measured: what their page and line say, not what is credited."""

    word: LineWord
    rtt: int  # ms, there and back, as half of the time
    jitter: int  # ms between a quick and a slow one: of a hundred, 25 are below, 10 above
    screen: int = 0  # ms that its page says it takes, besides, to draw what came in


class SeatView(Struct, frozen=True, gc=False):
    """One seat as everybody sees it. Seats keep their number during a match and until `next`."""

    name: str
    bot: str | None  # its level, when a bot sits here
    connected: bool  # a bot always is
    away: bool  # its page is out of sight: a locked phone, another tab
    ready: bool
    waiting: bool  # for the next match: the seats that play come first
    open: bool  # a bot's in a match, which somebody who waits may take over
    host: bool
    minded: bool  # its player is away and a bot plays for them
    gone: bool  # its player has left; the seat goes with the match, unless they come back
    points: int  # of the party so far: one for each rival left behind in a match
    wins: int  # of the party so far: matches won, alone or with others
    line: LineView | None = None  # of a person who is here, once it was measured
    device: int = 0  # seats with the same number share one; of a bot's nobody asks


class Standing(Struct, frozen=True, gc=False):
    """What somebody at the party's other table has so far."""

    name: str
    bot: str | None
    points: int
    wins: int


class OtherTable(Struct, frozen=True, gc=False):
    """The party's other table, as far as this one shows it."""

    code: str
    status: Status
    game: str
    played: list[str]
    seats: list[Standing]


class Knock(Struct, frozen=True, gc=False):
    """Somebody at the door, whom the host may `admit` or `turn_away`."""

    id: int
    name: str  # a screen has none
    role: Role


class ClientOutTable(_Out, frozen=True, tag="table"):
    """Who sits where and what is being played; sent whenever any of it changes."""

    code: str
    status: Status
    game: str
    options: dict[str, Any]  # all of them, defaults too
    dealt: bool  # the cards are given, not drawn
    seats: list[SeatView]
    policy: TablePolicy
    ways: list[Arrangement]  # to seat more people than seats: the proposed one first; else empty
    other: OtherTable | None  # of the same party
    tournament: str | None  # the code of the one whose table it is
    tournament_table: int  # and its number there
    spectators: int
    screens: int
    match: int  # number of the match being played, or played last; 0: none yet
    played: list[str]  # the games of the party's finished matches, in order
    paused_by: int | None  # the seat; None when paused: the table itself, as everybody was gone
    seed_hash: str | None  # SHA-256 of the match's seed, from its start
    seed: str | None  # the seed itself, hexadecimal, when the match is over
    replay: str | None  # the finished match's replay id
    result: Raw  # of the finished match: the game's own result, else null
    you: int | None = None  # your seat now
    removed: list[str] = []  # the host alone: the names of those who were sent away
    door: list[Knock] = []  # the host alone: who knocks
    also: list[int] = []  # further seats of this device


class OwnPart(Struct, frozen=True, gc=False):
    """What a further seat of this device may know."""

    seat: int
    private: Raw  # its own view
    heard: int  # the highest `id` of its moves that were accepted so far


class ClientOutUpdate(_Out, frozen=True, tag="update"):
    """The match as you may know it, and what happened since the last update."""

    seq: int
    at: int  # the match's clock in ms; deadlines in the views are on the same line
    public: Raw  # the game's public view
    events: Raw  # a list of the game's events; empty for whoever has just come
    result: Raw  # the game's result, from the moment it is judged, else null
    private: Raw  # your own view, if you play, else null
    heard: int | None = None  # the highest `id` of your moves that were accepted so far
    also: list[OwnPart] = []  # of further seats of this device that play
    race: Reckoning | None = None  # that was decided since, if two or more wanted the same


class Race(Struct, frozen=True, gc=False):
    """Who was quicker, and by how many ms. Below 0: you were, but your move came in too late."""

    seat: int
    by: float
    odds: float  # the chance that they acted before you, by what is known
    drawn: bool = False  # it was too close to call, and the match's seed decided


class Runner(Struct, frozen=True, gc=False):
    """One seat in a race; times are the match's, in ms with decimals."""

    seat: int
    arrived: float  # when its move came in
    acted: float  # when it was made, as far as that is believed
    claimed: float | None  # and as its page says; null: it said nothing that is known
    behind: float  # the chance that the first of this race acted before this one


class Reckoning(Struct, frozen=True, gc=False):
    """A race as it was decided: everybody in it whose move was there, the first in front."""

    runners: list[Runner]
    among: int = 1  # so many, from the first on, were too close to call
    winner: int = 0  # the place of the one who won; not 0 only if it was drawn


class ClientOutRefused(_Out, frozen=True, tag="refused"):
    """Not done, and nothing has changed. `code` and `details` make the sentence for the player."""

    code: str
    details: dict[str, Any] = {}
    id: int | None = None  # of the move, if it was one
    request: str | None = None  # the `type` of the message, if it was understood
    race: Race | None = None  # another seat's move came before this one
    by: int | None = None  # whose move it was, if it was one


Notice = Literal[
    "kicked",
    "replaced",
    "handed_over",
    "table_closed",
    "restarting",
    "new_version",
    "rules_changed",
    "match_broken",
    "game_failed",
    "too_long",
]


class ClientOutNotice(_Out, frozen=True, tag="notice"):
    """Something that concerns you, though you did not ask; after most of them the socket closes.

    `kicked` · `replaced` (this seat is open in another window) · `handed_over` (another device has
    this seat now, and your token opens nothing any more) · `table_closed` · `restarting` (the
    server; come back with your token) · `new_version` (reload) · `rules_changed`, `match_broken`
    (the match that you were in could not be played on after a restart: the next one can begin) ·
    `game_failed` (the game's own code failed: the match is given up, the next one can begin) ·
    `too_long` (the match had become longer than any may be, and was ended).

    With a `seat` it is about that seat alone, and the device goes on with its other ones.
    """

    code: Notice
    seat: int | None = None


class ClientOutHandOver(_Out, frozen=True, tag="hand_over"):
    """A secret that opens your seat once, for whoever says hello with it in time."""

    secret: str
    lasts: float  # ms


class ClientOutKnocking(_Out, frozen=True, tag="knocking"):
    """The host is asked whether you may come in: the answer is a `welcome` or a `refused`."""


class ClientOutMoved(_Out, frozen=True, tag="moved"):
    """Your seat is at this other table of the party now: say hello there, with the same token."""

    code: str


class ClientOutBeat(_Out, frozen=True, tag="beat"):
    """Yes, here: the answer to a `beat`."""


class ClientOutMeasure(_Out, frozen=True, tag="measure"):
    """Answer at once with `measured`: how far away are you? Only for who said so in `hello`."""

    nonce: str


Complaint = Literal["bad_message", "too_fast"]


class ClientOutError(_Out, frozen=True, tag="error"):
    """The frame was not a message; `reason` says what is wrong with it."""

    code: Complaint
    reason: str = ""


ClientOut = (
    ClientOutWelcome
    | ClientOutSeated
    | ClientOutTable
    | ClientOutUpdate
    | ClientOutRefused
    | ClientOutNotice
    | ClientOutKnocking
    | ClientOutMoved
    | ClientOutHandOver
    | ClientOutBeat
    | ClientOutMeasure
    | ClientOutError
)
