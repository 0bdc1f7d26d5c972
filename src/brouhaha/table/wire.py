"""What is said over a socket: one JSON text frame a message, told apart by its `type`.

Messages are named as the server sees them: `ClientIn…` comes in from a client, `ClientOut…` goes
out to one. A client says `hello` first; a player gets `welcome` with a seat token, then `table`
and, during a match, `update`. Whoever reconnects says `hello` with the token and gets all three
again, as things are now.

A connection may have several seats: a tablet in the middle of the table, a phone that goes round.
It says `sit` for each further one, and keeps its token; `also` brings them all back with one hello.
Each seat counts its own moves. `by` says for which of its seats a message is; without it, for the
first (`you`), and a host's decision for the host. A connection with one seat need know none of it.

What a game says (actions, views, events, results, options) travels inside as that game's own JSON:
the table does not open it more than once, and encodes the public part once for everybody.

Clients ignore fields that they do not know; the table refuses them (`bad_message`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

VERSION: Final = 1  # of this wire; counts up when an old client would no longer understand

Status = Literal["lobby", "playing", "paused", "ended"]
Role = Literal["player", "spectator", "screen"]
Rotation = Literal["in_turn", "winner_stays"]
Arrangement = Literal["in_turn", "winner_stays", "two_tables"]

Code = Annotated[str, Meta(max_length=16)]  # as typed: codes.py tidies it
Name = Annotated[str, Meta(max_length=200)]  # as typed: names.py trims it
Token = Annotated[str, Meta(max_length=128)]
GameId = Annotated[str, Meta(max_length=32)]
OptionName = Annotated[str, Meta(max_length=32)]
OptionValue = Annotated[str, Meta(max_length=32)] | Annotated[int, Meta(ge=0, le=2**31)]
Level = Annotated[str, Meta(max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # whole in JavaScript too
Milliseconds = Annotated[float, Meta(ge=0, le=86_400_000)]
Tokens = Annotated[list[Token], Meta(max_length=15)]  # a device has fewer seats


class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """Strict: a message with a field that nobody knows is refused, not half understood."""


Filter = Literal["off", "mild", "strict"]
Trust = Literal["friends", "strangers"]
Wait = Annotated[int, Meta(ge=0, le=1000)]
Credit = Annotated[int, Meta(ge=0, le=250)]


class TablePolicy(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What the host has decided about the table itself, whichever game is played."""

    locked: bool = False  # nobody new sits down; whoever has a seat can come back
    bots_make_way: bool = True  # for people: in the lobby, for the next match, and by `take_over`
    rotation: Rotation = "in_turn"  # who sits out when there are more people than seats
    code_hidden: bool = False  # the big screen shows neither the code nor its QR
    filter: Filter = "mild"  # which words of names and answers those who watch do not see
    approve: bool = False  # newcomers knock, and the host lets them in
    watchers: bool = True  # anybody may watch; else only the host's own screens
    trust: Trust = "friends"  # in races: are pages and lines believed, or only what is proven?
    credit: Credit = 25  # ms: the most that a stranger's distance counts for
    longest_wait: Wait = 400  # ms: for a seat that may have acted first; beyond it, it bends
    draw: bool = False  # a race that is too close to call is drawn from the match's seed
    watchers_later: bool = True  # who only watches sees nothing before the farthest player does


class PolicyChange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Some fields of `TablePolicy`: the others stay as they are, whoever changes them meanwhile."""

    locked: bool | UnsetType = UNSET
    bots_make_way: bool | UnsetType = UNSET
    rotation: Rotation | UnsetType = UNSET
    code_hidden: bool | UnsetType = UNSET
    filter: Filter | UnsetType = UNSET
    approve: bool | UnsetType = UNSET
    watchers: bool | UnsetType = UNSET
    trust: Trust | UnsetType = UNSET
    credit: Credit | UnsetType = UNSET
    longest_wait: Wait | UnsetType = UNSET
    draw: bool | UnsetType = UNSET
    watchers_later: bool | UnsetType = UNSET


# Client → table: anybody


class ClientInHello(_In, frozen=True, tag="hello"):
    """The first message. A player gives a name, or the token of a seat they already have; or the
    secret with which another device hands its seat over, and a new token for it of 32 characters
    at least. Such a token with a name is the new seat's: whoever hears no welcome says the same
    again, and has that seat, not a second one. Who watches with the host's token is the host's own
    screen, and always gets in."""

    code: Code
    role: Role = "player"
    name: Name | None = None
    token: Token | None = None
    hand_over: Token | None = None
    seq: Count | None = None  # the last update seen, by whoever was here before
    version: Count | None = None  # of the wire, as the client knows it
    wait: bool = False  # a new player: if no seat is free, for one
    knock: bool = False  # if the host is to be asked first: wait for the answer
    measures: bool = False  # I answer `measure`: so my line is known through any proxy
    also: Tokens = []  # of further seats that this device has; `welcome` says which are still its


class ClientInBeat(_In, frozen=True, tag="beat"):
    """Are you there? Answered with a `beat` at once, ahead of whatever the table is doing.

    A page says it when it has heard nothing for a while, and when it goes out of sight (`hidden`: a
    locked phone, another tab) or comes back. Nobody else needs to: pings find a dead line too.
    """

    hidden: bool = False


class ClientInMeasured(_In, frozen=True, tag="measured"):
    """The answer to a `measure`, at once, with its nonce."""

    nonce: Annotated[str, Meta(max_length=32)]
    paint: Milliseconds = 0  # how long this page takes, usually, to draw an update that came in


class ClientInLeave(_In, frozen=True, tag="leave"):
    """Goodbye. A player's seat is given up, and every seat of the device, unless `by` names one.
    During a match a bot plays it, and the token takes it back until the match ends."""

    by: SeatNumber | None = None


# Client → table: players


class ClientInAct(_In, frozen=True, tag="act"):
    """A move in the game.

    `id` counts up for each move of a seat. A move that comes again with its id (a double tap, a
    resend after a reconnect) is not played twice: its first answer is given again.
    """

    id: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    seen: Count  # `seq` of the last update that was on the screen
    after: Milliseconds  # since that update was drawn; with decimals, if the client has them
    action: Raw  # the game's own action, such as {"type": "discard"}
    by: SeatNumber | None = None


class ClientInSit(_In, frozen=True, tag="sit"):
    """Somebody else sits down at this device: a person without a phone, by name (and, as in a
    hello, a new token); or one who has a seat, by its token; or by the secret with which another
    device hands it over, and a new token. Answered with `seated`."""

    name: Name | None = None
    token: Token | None = None
    hand_over: Token | None = None
    wait: bool = False  # somebody new: if no seat is free, for one


class ClientInRename(_In, frozen=True, tag="rename"):
    """Another name, in the lobby."""

    name: Name
    by: SeatNumber | None = None


class ClientInOwn(_In, frozen=True, tag="own"):
    """What I play with, in the lobby: one of the options that each player sets for themselves."""

    option: OptionName
    value: OptionValue | None = None
    by: SeatNumber | None = None


class ClientInReady(_In, frozen=True, tag="ready"):
    """I am ready to start, or no longer."""

    ready: bool = True
    by: SeatNumber | None = None


class ClientInHandOver(_In, frozen=True, tag="hand_over"):
    """Another device shall have my seat: answered with a secret for its `hello` or `sit`."""

    by: SeatNumber | None = None


class ClientInTakeOver(_In, frozen=True, tag="take_over"):
    """Somebody who waits plays this bot's seat on, at once."""

    seat: SeatNumber
    by: SeatNumber | None = None


class ClientInPause(_In, frozen=True, tag="pause"):
    """Stop the match's clock. Any player may, a few times a match."""

    by: SeatNumber | None = None


class ClientInResume(_In, frozen=True, tag="resume"):
    """Let the match go on. Any player may."""

    by: SeatNumber | None = None


# Client → table: the host


class ClientInChoose(_In, frozen=True, tag="choose"):
    """Which game is played next, with which options; cards may be given instead of drawn."""

    game: GameId
    options: dict[str, Any] = {}
    deal: dict[str, Any] | None = None


class ClientInSeatBot(_In, frozen=True, tag="seat_bot"):
    """A bot of this level (one of the game's) takes a seat."""

    level: Level


class ClientInRemove(_In, frozen=True, tag="remove"):
    """A bot leaves, or a player is sent away: their token opens nothing until `readmit`."""

    seat: SeatNumber


class ClientInPassHost(_In, frozen=True, tag="host"):
    """That player is the host from now on."""

    seat: SeatNumber


class ClientInRenameSeat(_In, frozen=True, tag="rename_seat"):
    """The host gives somebody a name; that player cannot change it any more."""

    seat: SeatNumber
    name: Name


class ClientInReadmit(_In, frozen=True, tag="readmit"):
    """Somebody who was sent away may come again. `removed`: their position in that list."""

    removed: Count


class ClientInAdmit(_In, frozen=True, tag="admit"):
    """Somebody who knocks may come in."""

    knock: Count


class ClientInTurnAway(_In, frozen=True, tag="turn_away"):
    """Somebody who knocks may not; who comes from their address knocks again later at best."""

    knock: Count


class ClientInPolicy(_In, frozen=True, tag="policy"):
    """What changes in how the table is run."""

    policy: PolicyChange


class ClientInStart(_In, frozen=True, tag="start"):
    """Begin the match; every player who is here has said ready, or the host starts `anyway`."""

    anyway: bool = False


class ClientInTwoTables(_In, frozen=True, tag="two_tables"):
    """Half of the people go to a second table, which is opened for them: one party, one total."""


class ClientInOneTable(_In, frozen=True, tag="one_table"):
    """Everybody of the party's other table comes to this one."""


class ClientInRematch(_In, frozen=True, tag="rematch"):
    """After a match: the same game again, at once, with everybody still here."""


class ClientInNext(_In, frozen=True, tag="next"):
    """After a match: back to the lobby for the party's next game."""

    game: GameId
    options: dict[str, Any] = {}
    deal: dict[str, Any] | None = None


ClientIn = (
    ClientInHello
    | ClientInBeat
    | ClientInMeasured
    | ClientInLeave
    | ClientInAct
    | ClientInSit
    | ClientInRename
    | ClientInOwn
    | ClientInReady
    | ClientInHandOver
    | ClientInTakeOver
    | ClientInPause
    | ClientInResume
    | ClientInChoose
    | ClientInSeatBot
    | ClientInRemove
    | ClientInPassHost
    | ClientInRenameSeat
    | ClientInReadmit
    | ClientInAdmit
    | ClientInTurnAway
    | ClientInPolicy
    | ClientInStart
    | ClientInTwoTables
    | ClientInOneTable
    | ClientInRematch
    | ClientInNext
)


# Table → client


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

_decoder: Final = msgspec.json.Decoder(ClientIn)
_encoder: Final = msgspec.json.Encoder()

decode = _decoder.decode  # bytes or str → ClientIn; raises msgspec.DecodeError, ValidationError
encode = _encoder.encode  # ClientOut → bytes
