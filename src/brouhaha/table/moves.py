"""A player's move: on its way into the match, and the answer if the match does not take it.

A move has a number (`id`) that counts up. One that comes again is not played again: it gets the
first one's answer again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from brouhaha.engine.errors import Rejected
from brouhaha.engine.faults import fault_in
from brouhaha.engine.game import Action, AnyGame
from brouhaha.engine.reading import decode_action
from brouhaha.engine.refusals import BAD_ACTION, WRONG_PHASE
from brouhaha.table import frames, wire
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.presence import Client, Player
from brouhaha.table.race import Move, acted_at
from brouhaha.table.refusals import NOT_A_PLAYER, TOO_MANY_MOVES, not_now

if TYPE_CHECKING:
    from brouhaha.table.table import Table


@cache
def _action_decoder(game: AnyGame) -> Callable[[msgspec.Raw], Action]:
    return msgspec.json.Decoder(game.kinds.action).decode


def act(table: Table, client: Client, message: wire.ClientInAct, now: float) -> None:
    """A player's move: into the match at once, or into the race."""
    player = client.player
    if player is None:
        table.refuse(client.conn, message, Rejected(NOT_A_PLAYER))
    elif message.id <= player.heard:
        _answer_again(table, client, player, message.id)
    else:
        player.heard = message.id
        try:
            live = _match_of(table, player)
            action = _decoded(live.match.game, message.action)
        except Rejected as rejected:
            _answer(table, player, message.id, frames.refusal(rejected, "act", message.id))
        else:
            _submit(table, client, live, action, message, now)


def _match_of(table: Table, player: Player) -> LiveMatch:
    """The match that this player is in, if it takes a move now."""
    live = table.live_match
    if live is None or table.state.status != "playing" or player.seat >= len(live.acted):
        raise not_now(table.state.status)
    if live.queue and live.queue.waiting_of(player.seat) >= table.settings.waiting_moves:
        raise Rejected(TOO_MANY_MOVES)
    return live


def _submit(
    table: Table,
    client: Client,
    live: LiveMatch,
    action: Action,
    message: wire.ClientInAct,
    now: float,
) -> None:
    """Judge when it was made, and let the match have it."""
    assert client.player is not None
    seat, line = client.player.seat, client.line
    contested = live.contested(seat, action)
    acted = acted_at(
        now,
        table.outbox.sent(message.seen),
        message.after,
        line.rtt,
        line.slack,
        live.acted[seat],
    )
    live.submit(Move(seat, action, now, acted, message.id, message.seen, contested), now)


def _decoded(game: AnyGame, raw: msgspec.Raw) -> Action:
    try:
        return _action_decoder(game)(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        reason = fault_in(error)
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Rejected(BAD_ACTION, reason=reason) from None
    return decode_action(game, plain)  # says what is wrong with it


def _answer_again(table: Table, client: Client, player: Player, move: int) -> None:
    """A move that was sent twice: the first one's answer, if it has had one."""
    answer = player.answers.get(move)
    if answer is not None:
        table.send(client.conn, answer)
    else:
        table.outbox.show_again(client)
        table.dirty = True


def refused(table: Table, move: Move, rejected: Rejected) -> None:
    """The match did not take it; if a rival was quicker, say who, and by how much."""
    player = table.players.get(table.state.seats[move.seat].person)
    if move.id is None or player is None or table.live_match is None:
        return
    race = None
    by = rejected.details.get("by")
    if by is not None or rejected.refusal is WRONG_PHASE:
        rival = table.live_match.rival(move, by)
        if rival is not None:
            race = wire.Race(rival.seat, round(move.acted - rival.acted, 1))
    _answer(table, player, move.id, frames.refusal(rejected, "act", move.id, race))


def _answer(table: Table, player: Player, move: int, frame: bytes) -> None:
    player.remember(move, frame)
    if player.client is not None:
        table.send(player.client.conn, frame)
