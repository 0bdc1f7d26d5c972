"""Who may say what, and when: data.

The host may send away whoever sits at the table, at any time (`ClientInRemove`); bots leave only in
the lobby. Moves (`act`) are not here: they are many and have a quicker way in, `MatchControl.act`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from brouhaha.engine.errors import Rejected
from brouhaha.table import wire
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import (
    ALREADY_HERE,
    NOT_A_PLAYER,
    NOT_HOST,
    NOT_YOUR_SEAT,
    TOO_MANY_CHANGES,
    TOURNAMENT_DECIDES,
    not_now,
)
from brouhaha.table.state import TableState
from brouhaha.table.wire import ClientIn, Status

Who = Literal["anybody", "player", "host"]

LOBBY: Final[frozenset[Status]] = frozenset({"lobby"})
PLAYING: Final[frozenset[Status]] = frozenset({"playing"})
PAUSED: Final[frozenset[Status]] = frozenset({"paused"})
ENDED: Final[frozenset[Status]] = frozenset({"ended"})
ALWAYS: Final = LOBBY | PLAYING | PAUSED | ENDED


class Permission(NamedTuple):
    who: Who
    when: frozenset[Status]


PERMISSIONS: Final[Mapping[type[ClientIn], Permission]] = {
    wire.ClientInBeat: Permission("anybody", ALWAYS),
    wire.ClientInMeasured: Permission("anybody", ALWAYS),
    wire.ClientInLeave: Permission("anybody", ALWAYS),
    wire.ClientInSit: Permission("player", ALWAYS),
    wire.ClientInRename: Permission("player", LOBBY),
    wire.ClientInOwn: Permission("player", LOBBY),
    wire.ClientInReady: Permission("player", LOBBY),
    wire.ClientInChoose: Permission("host", LOBBY),
    wire.ClientInSeatBot: Permission("host", LOBBY),
    wire.ClientInRemove: Permission("host", ALWAYS),
    wire.ClientInPassHost: Permission("host", ALWAYS),
    wire.ClientInRenameSeat: Permission("host", ALWAYS),
    wire.ClientInReadmit: Permission("host", ALWAYS),
    wire.ClientInAdmit: Permission("host", ALWAYS),
    wire.ClientInTurnAway: Permission("host", ALWAYS),
    wire.ClientInPolicy: Permission("host", ALWAYS),
    wire.ClientInStart: Permission("host", LOBBY),
    wire.ClientInHandOver: Permission("player", ALWAYS),
    wire.ClientInTakeOver: Permission("player", PLAYING | PAUSED),
    wire.ClientInPause: Permission("player", PLAYING),
    wire.ClientInResume: Permission("player", PAUSED),
    wire.ClientInTwoTables: Permission("host", LOBBY),
    wire.ClientInOneTable: Permission("host", LOBBY | ENDED),
    wire.ClientInRematch: Permission("host", ENDED),
    wire.ClientInNext: Permission("host", ENDED),
}
# Bounded in number by person, so that the log cannot be made to grow for ever. What always works is
# not here: sending people away ends with them, and who has used theirs up can still say ready.
COUNTED: Final = frozenset(
    {
        wire.ClientInSit,
        wire.ClientInRename,
        wire.ClientInOwn,
        wire.ClientInChoose,
        wire.ClientInSeatBot,
        wire.ClientInPassHost,
        wire.ClientInRenameSeat,
        wire.ClientInPolicy,
        wire.ClientInTakeOver,
        wire.ClientInTwoTables,
        wire.ClientInOneTable,
    }
)
# What nobody says at a tournament's table, where the tournament has seated everybody and begins.
# Who plays may leave: a bot goes on, and they may come back.
THE_TOURNAMENTS: Final = frozenset(
    {
        wire.ClientInSit,
        wire.ClientInRename,
        wire.ClientInChoose,
        wire.ClientInSeatBot,
        wire.ClientInRemove,
        wire.ClientInPassHost,
        wire.ClientInRenameSeat,
        wire.ClientInReadmit,
        wire.ClientInPolicy,
        wire.ClientInStart,
        wire.ClientInTakeOver,
        wire.ClientInTwoTables,
        wire.ClientInOneTable,
        wire.ClientInRematch,
        wire.ClientInNext,
    }
)
# What each at a device says for themselves. Moves too, in `MatchControl.act`.
BY_SEAT: Final = (
    wire.ClientInLeave,
    wire.ClientInRename,
    wire.ClientInOwn,
    wire.ClientInReady,
    wire.ClientInHandOver,
    wire.ClientInTakeOver,
    wire.ClientInPause,
    wire.ClientInResume,
)


def speaker(state: TableState, client: Client, message: ClientIn) -> Player | None:
    """For whom at its device a message speaks: whom it names (`by`), the host if it is for them to
    say, else whose device it is. None: it watches."""
    by = message.by if isinstance(message, BY_SEAT) else None
    if by is not None and client.player is not None:
        player = client.player_at(by)
        if player is None:
            raise Rejected(NOT_YOUR_SEAT)
        return player
    if client.others and type(message) in PERMISSIONS and PERMISSIONS[type(message)].who == "host":
        hosts = (player for player in client.others if player.person == state.host)
        return next(hosts, client.player)
    return client.player


def check(state: TableState, player: Player | None, message: ClientIn, most_changes: int) -> None:
    """Raise `Rejected` if this may not be said, now, by this player (None: by who watches)."""
    kind = type(message)
    if kind not in PERMISSIONS:
        raise Rejected(ALREADY_HERE)  # a second hello
    who, when = PERMISSIONS[kind]
    if state.tournament is not None and player is not None:
        leaves_early = kind is wire.ClientInLeave and state.status == "lobby"
        if leaves_early or kind in THE_TOURNAMENTS:
            raise Rejected(TOURNAMENT_DECIDES)
    if who == "anybody":
        return
    if player is None:
        raise Rejected(NOT_A_PLAYER)
    if state.status not in when:
        raise not_now(state.status)
    if who == "host" and player.person != state.host:
        raise Rejected(NOT_HOST, host=state.host_name)
    unready = isinstance(message, wire.ClientInReady) and not message.ready
    counted = kind in COUNTED or unready
    if counted and state.seats[player.seat].changes >= most_changes:
        raise Rejected(TOO_MANY_CHANGES)
