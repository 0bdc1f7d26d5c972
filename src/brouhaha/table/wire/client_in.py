"""What a client says: `ClientIn…`, anything that a frame from outside may be.

By who may say it: anybody, players, the host. `permissions.py` says when.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from brouhaha.table.wire.fields import (
    Code,
    Count,
    GameId,
    Level,
    Milliseconds,
    Name,
    OptionName,
    OptionValue,
    Role,
    SeatNumber,
    Token,
    Tokens,
)
from brouhaha.table.wire.policy import PolicyChange


class _In(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """Strict: a message with a field that nobody knows is refused, not half understood."""


# Anybody


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


# Players


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


# The host


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
