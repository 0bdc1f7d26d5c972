"""A table's log: all that it accepted, in order. Reading it again gives the same table.

An entry says what was decided, not what was asked: restoring asks nobody and decides nothing.
Connections are not in it. Seats are numbers as they stood when the entry was written; times are
milliseconds of the match.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from brouhaha.engine.log import Header
from brouhaha.table.wire import Reckoning, TablePolicy


class _Entry(Struct, frozen=True, tag_field="type", gc=False):
    pass


class Opened(_Entry, frozen=True, tag="opened"):
    code: str
    game: str
    options: dict[str, Any]


class Joined(_Entry, frozen=True, tag="joined", omit_defaults=True):
    """A person sits down, on the seat after the last. Of token and address, only fingerprints."""

    name: str
    fingerprint: str
    address: str = ""  # not known
    brought_by: int | None = None  # the person at whose device they sit; else they have their own


class BotSeated(_Entry, frozen=True, tag="bot_seated"):
    name: str
    level: str


class Left(_Entry, frozen=True, tag="left"):
    """Of their own will, or (`kicked`, in older logs) of the host's. `may_return`: their token
    keeps its worth."""

    seat: int
    kicked: bool = False
    may_return: bool = False


class SentAway(_Entry, frozen=True, tag="sent_away"):
    """By the host. Who comes from that address knocks from now on, if it is known."""

    seat: int
    address: str


class TurnedAway(_Entry, frozen=True, tag="turned_away"):
    """Somebody who knocked may not come in."""

    name: str
    address: str


class ScreenAdmitted(_Entry, frozen=True, tag="screen_admitted"):
    """The host let a screen in: with its token it comes back."""

    fingerprint: str


class HandedOver(_Entry, frozen=True, tag="handed_over", omit_defaults=True):
    """The seat has another token: its player has gone to another device, which is their own or
    (`taken_by`) that person's."""

    seat: int
    fingerprint: str
    taken_by: int | None = None


class Returned(_Entry, frozen=True, tag="returned"):
    """Who had left the match takes the seat back."""

    seat: int


class Readmitted(_Entry, frozen=True, tag="readmitted"):
    """Somebody who was sent away may come again; `removed` is their position in that list."""

    removed: int


class Renamed(_Entry, frozen=True, tag="renamed", omit_defaults=True):
    """By themselves, or (`by_host`) by the host: then the name stays."""

    seat: int
    name: str
    by_host: bool = False


class OwnOptionSet(_Entry, frozen=True, tag="own_option"):
    seat: int
    option: str
    value: str | int | None


class SaidReady(_Entry, frozen=True, tag="ready"):
    seat: int
    ready: bool


class HostPassed(_Entry, frozen=True, tag="host"):
    seat: int


class PolicySet(_Entry, frozen=True, tag="policy"):
    policy: TablePolicy


class Chosen(_Entry, frozen=True, tag="chosen"):
    """The next game. `levels` by seat: what each bot is called in that game."""

    game: str
    options: dict[str, Any]
    deal: dict[str, Any] | None
    levels: list[str | None]


class Arranged(_Entry, frozen=True, tag="arranged"):
    """Who plays the next match, in the order of their seats, and then who waits: persons."""

    people: list[int]


class TookOver(_Entry, frozen=True, tag="took_over"):
    """Somebody who waited plays on a bot's seat in the match. `waiting` was their number."""

    seat: int
    waiting: int


class Linked(_Entry, frozen=True, tag="linked"):
    """The code of the party's other table, or None: it has but this one."""

    code: str | None


class Reserved(_Entry, frozen=True, tag="reserved"):
    """The table is a tournament's: its people have their seats, and the tournament begins."""

    tournament: str  # its code
    table: int  # the number by which people look for it


class CameOver(_Entry, frozen=True, tag="came_over", omit_defaults=True):
    """Somebody of the party's other table sits down here, with the token that they have."""

    name: str
    fingerprint: str
    points: int
    wins: int
    played: int
    waited: int
    brought_by: int | None = None  # as in `Joined`


class WentOver(_Entry, frozen=True, tag="went_over"):
    """These persons sit at the party's other table from now on."""

    code: str
    people: list[int]


class Started(_Entry, frozen=True, tag="started"):
    header: Header
    replay: str  # the id under which the match can be seen again, from its end


class Played(_Entry, frozen=True, tag="played"):
    """An accepted move. It counts at `at`; the race was judged by `acted`."""

    at: int
    seat: int
    action: Any  # the game's typed action; its plain form when it was read from a log
    arrived: float
    acted: float
    id: int | None = None  # the client's number for it; a bot's move has none
    race: Reckoning | UnsetType = UNSET  # how it was decided, if there were rivals


class Ticked(_Entry, frozen=True, tag="ticked", omit_defaults=True):
    """The clock came so far, and what was due happened; or (`run_out`) all time was up: the match
    had become too long."""

    at: int
    run_out: bool = False


class Paused(_Entry, frozen=True, tag="paused"):
    at: int
    seat: int | None  # None: the table itself, as everybody was gone


class Resumed(_Entry, frozen=True, tag="resumed"):
    pass


class Ended(_Entry, frozen=True, tag="ended"):
    """The match is over; what each seat gets for the party."""

    points: list[int]
    wins: list[int]


class Abandoned(_Entry, frozen=True, tag="abandoned"):
    """The match cannot be played any more; the table is open for the next one.

    `reason`: it was begun under other rules than the ones here, playing it again failed, the game's
    own code failed during play, or it had become too long and has no clocks that could end it.
    """

    reason: Literal["rules_changed", "match_broken", "game_failed", "too_long"]
    detail: str  # for whoever looks into it


class MovedHere(_Entry, frozen=True, tag="moved_here"):
    """Another process has the table from now on. Whoever had it before cannot write any more."""

    process: str


class Closed(_Entry, frozen=True, tag="closed"):
    """Nobody came for a long time."""


TableEntry = (
    Opened
    | Joined
    | BotSeated
    | Left
    | SentAway
    | TurnedAway
    | ScreenAdmitted
    | HandedOver
    | Returned
    | Readmitted
    | Renamed
    | OwnOptionSet
    | SaidReady
    | HostPassed
    | PolicySet
    | Chosen
    | Arranged
    | TookOver
    | Linked
    | Reserved
    | CameOver
    | WentOver
    | Started
    | Played
    | Ticked
    | Paused
    | Resumed
    | Ended
    | Abandoned
    | MovedHere
    | Closed
)

encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(TableEntry).decode
