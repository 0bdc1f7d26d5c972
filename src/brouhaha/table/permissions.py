"""What may be said when, and by whom: a table of data.

`moves.act` is not in it: moves are many, and have a quicker way in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from brouhaha.engine.errors import Rejected
from brouhaha.table import joining, lobby, match_control, wire
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import ALREADY_HERE, NOT_A_PLAYER, NOT_HOST, TOO_MANY_CHANGES, not_now
from brouhaha.table.wire import ClientIn, Status

if TYPE_CHECKING:
    from brouhaha.table.table import Table

Handler = Callable[["Table", Player, Any, float], None]

ALWAYS: Final[Mapping[type[ClientIn], Handler]] = {
    wire.ClientInPassHost: lobby.pass_host,
    wire.ClientInRemove: lobby.remove,
}
PERMISSIONS: Final[Mapping[Status, Mapping[type[ClientIn], Handler]]] = {
    "lobby": {
        **ALWAYS,
        wire.ClientInRename: lobby.rename,
        wire.ClientInReady: lobby.ready,
        wire.ClientInChoose: lobby.choose,
        wire.ClientInSeatBot: lobby.seat_bot,
        wire.ClientInStart: match_control.start,
    },
    "playing": {**ALWAYS, wire.ClientInPause: match_control.pause},
    "paused": {**ALWAYS, wire.ClientInResume: match_control.resume},
    "ended": {
        **ALWAYS,
        wire.ClientInRematch: match_control.rematch,
        wire.ClientInNext: lobby.choose,
    },
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
CHANGES: Final = frozenset(PERMISSIONS["lobby"]) - {wire.ClientInStart}  # bounded in number


def handle(table: Table, client: Client, message: ClientIn, now: float) -> None:
    """Carry out what a client says, or raise `Rejected` with nothing changed."""
    if isinstance(message, wire.ClientInLeave):
        joining.leave(table, client, now)
        return
    if isinstance(message, wire.ClientInHello):
        raise Rejected(ALREADY_HERE)
    player = client.player
    if player is None:
        raise Rejected(NOT_A_PLAYER)
    handler = PERMISSIONS[table.state.status].get(type(message))
    if handler is None:
        raise not_now(table.state.status)
    if type(message) in HOST_ONLY and player.person != table.state.host:
        raise Rejected(NOT_HOST, host=host_name(table))
    if type(message) in CHANGES and table.state.changes >= table.settings.changes:
        raise Rejected(TOO_MANY_CHANGES)
    handler(table, player, message, now)


def host_name(table: Table) -> str:
    number = table.state.seat_of(table.state.host)
    return "" if number is None else table.state.seats[number].name
