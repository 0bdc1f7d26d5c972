"""What may be said when, and by whom: a table of data.

`play.act` is not in it: moves are many, and have a quicker way in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from brouhaha.engine.errors import Rejected
from brouhaha.table import arrivals, lobby, play, wire
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import ALREADY_HERE, NOT_A_PLAYER, NOT_HOST, NOT_NOW, TOO_MANY_CHANGES
from brouhaha.table.wire import ClientIn, Status

if TYPE_CHECKING:
    from brouhaha.table.table import Table

Handler = Callable[["Table", Player, Any, float], None]

ALWAYS: Final[Mapping[type[ClientIn], Handler]] = {
    wire.ClientInPassHost: lobby.pass_host,
    wire.ClientInRemove: lobby.remove,
}
MANNERS: Final[Mapping[Status, Mapping[type[ClientIn], Handler]]] = {
    "lobby": {
        **ALWAYS,
        wire.ClientInRename: lobby.rename,
        wire.ClientInReady: lobby.ready,
        wire.ClientInChoose: lobby.choose,
        wire.ClientInSeatBot: lobby.seat_bot,
        wire.ClientInStart: play.start,
    },
    "playing": {**ALWAYS, wire.ClientInPause: play.pause},
    "paused": {**ALWAYS, wire.ClientInResume: play.resume},
    "ended": {**ALWAYS, wire.ClientInRematch: play.rematch, wire.ClientInNext: lobby.choose},
}
HOST_ONLY: Final = frozenset(
    {
        wire.ClientInChoose,
        wire.ClientInSeatBot,
        wire.ClientInRemove,
        wire.ClientInPassHost,
        wire.ClientInStart,
        wire.ClientInRematch,
        wire.ClientInNext,
    }
)
CHANGES: Final = frozenset(MANNERS["lobby"]) - {wire.ClientInStart}  # bounded in number


def handle(table: Table, client: Client, message: ClientIn, now: float) -> None:
    """Carry out what a client says, or raise `Rejected` with nothing changed."""
    if isinstance(message, wire.ClientInLeave):
        arrivals.leave(table, client, now)
        return
    if isinstance(message, wire.ClientInHello):
        raise Rejected(ALREADY_HERE)
    player = client.player
    if player is None:
        raise Rejected(NOT_A_PLAYER)
    handler = MANNERS[table.room.status].get(type(message))
    if handler is None:
        raise Rejected(NOT_NOW, status=table.room.status)
    if type(message) in HOST_ONLY and player.person != table.room.host:
        raise Rejected(NOT_HOST, host=host_name(table))
    if type(message) in CHANGES and table.room.changes >= table.settings.changes:
        raise Rejected(TOO_MANY_CHANGES)
    handler(table, player, message, now)


def host_name(table: Table) -> str:
    number = table.room.seat_of(table.room.host)
    return "" if number is None else table.room.seats[number].name
