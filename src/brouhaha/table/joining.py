"""Coming and going: hello, reconnect, a lost connection, leaving for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.table import names, tokens
from brouhaha.table.commit import Conn
from brouhaha.table.entries import Joined, Left
from brouhaha.table.match_control import go_on
from brouhaha.table.presence import Client, Player
from brouhaha.table.refusals import (
    BAD_TOKEN,
    KICKED,
    MATCH_RUNNING,
    TABLE_FULL,
    TOO_MANY_CHANGES,
    TOO_MANY_WATCHERS,
)
from brouhaha.table.seating import find_host, mind_empty_seats, seat_players
from brouhaha.table.wire import (
    VERSION,
    ClientInHello,
    ClientOutNotice,
    ClientOutWelcome,
    Notice,
    encode,
)

if TYPE_CHECKING:
    from brouhaha.table.table import Table


def hello(table: Table, conn: Conn, message: ClientInHello, now: float) -> ClientOutWelcome:
    """Somebody is here: a player, new or back again, or one who watches."""
    if message.role != "player":
        client = _watch(table, conn, message)
        token = None
    elif message.token is not None:
        client = _come_back(table, conn, message, message.token, now)
        token = message.token
    else:
        client, token = _sit_down(table, conn, message, now)
    table.clients[conn] = client
    player = client.player
    seat, heard = (player.seat, player.heard) if player else (None, 0)
    welcome = ClientOutWelcome(table.state.code, client.role, seat, token, heard)
    table.outbox.greet(client, encode(welcome))
    if message.version is not None and message.version != VERSION:
        table.send(conn, encode(ClientOutNotice("new_version")))
    mind_empty_seats(table, now)
    table.show()
    return welcome


def _watch(table: Table, conn: Conn, message: ClientInHello) -> Client:
    most = table.settings.screens if message.role == "screen" else table.settings.spectators
    if sum(client.role == message.role for client in table.clients.values()) >= most:
        raise Rejected(TOO_MANY_WATCHERS)
    return Client(conn, message.role, None, message.seq)


def _sit_down(table: Table, conn: Conn, message: ClientInHello, now: float) -> tuple[Client, str]:
    """A new player takes the seat after the last."""
    state = table.state
    name = names.clean(message.name)
    if state.status in ("playing", "paused"):
        raise Rejected(MATCH_RUNNING)
    room_for = games.find(state.game).players.stop - 1
    if sum(not seat.gone for seat in state.seats) >= room_for:
        raise Rejected(TABLE_FULL, most=room_for)
    if state.changes >= table.settings.changes:
        raise Rejected(TOO_MANY_CHANGES)
    token = tokens.new_token(table.entropy)
    name = names.without_double(name, [seat.name for seat in state.seats])
    table.decide(Joined(name, tokens.fingerprint(token)))
    seat_players(table, now)
    player = table.players[state.seats[-1].person]
    return _connect(table, conn, player, message, now), token


def _come_back(table: Table, conn: Conn, message: ClientInHello, token: str, now: float) -> Client:
    """The player whose token this is; an older connection of theirs makes way."""
    seat = tokens.position(token, [seat.fingerprint for seat in table.state.seats])
    if seat is None:
        kicked = tokens.position(token, table.state.kicked) is not None
        raise Rejected(KICKED if kicked else BAD_TOKEN)
    player = table.players[table.state.seats[seat].person]
    if player.client is not None:
        _send_off(table, player.client, "replaced", now)
    return _connect(table, conn, player, message, now)


def _connect(
    table: Table, conn: Conn, player: Player, message: ClientInHello, now: float
) -> Client:
    client = Client(conn, "player", player, message.seq)
    player.client = client
    live = table.live_match
    if live is not None and player.seat < len(live.acted):
        live.lines[player.seat] = client.line
        if player.minded:
            live.bots.stand_up(player.seat)
    player.minded = False
    if table.state.status == "paused" and table.state.paused_by is None:
        go_on(table, now)
    return client


def drop(table: Table, client: Client, now: float) -> None:
    """The connection is gone; a player's seat stays theirs."""
    del table.clients[client.conn]
    table.outbox.forget(client)
    player = client.player
    if player is not None and player.client is client:
        player.client = None
        player.away_since = now
        if table.live_match is not None:
            table.live_match.lines.pop(player.seat, None)
    if not table.clients:
        table.empty_since = now
    table.show()


def leave(table: Table, client: Client, now: float) -> None:
    """Goodbye: a player's seat is given up, though a match is played to its end by a bot."""
    table.hang_up(client.conn, "left")
    drop(table, client, now)
    if client.player is not None:
        give_up_seat(table, client.player, kicked=False, now=now)


def send_away(table: Table, player: Player, now: float) -> None:
    """The host's decision."""
    if player.client is not None:
        _send_off(table, player.client, "kicked", now)
    give_up_seat(table, player, kicked=True, now=now)


def give_up_seat(table: Table, player: Player, *, kicked: bool, now: float) -> None:
    table.decide(Left(player.seat, kicked))
    seat_players(table, now)
    mind_empty_seats(table, now)
    if table.state.host is None:
        find_host(table)


def _send_off(table: Table, client: Client, code: Notice, now: float) -> None:
    table.send(client.conn, encode(ClientOutNotice(code)))
    table.hang_up(client.conn, code)
    drop(table, client, now)
