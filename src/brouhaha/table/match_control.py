"""A match at the table: its beginning, its pauses and its end. Its moves are in `moves`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.log import Log
from brouhaha.engine.match import AnyMatch, Match, new_header
from brouhaha.engine.reading import decode_action
from brouhaha.table import entries, moves, party, wire
from brouhaha.table.commit import FinishedMatch
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.presence import Player
from brouhaha.table.refusals import NOT_READY, TOO_MANY_MATCHES, TOO_MANY_PAUSES, not_now
from brouhaha.table.seating import mind_empty_seats, seat_players

if TYPE_CHECKING:
    from brouhaha.table.table import Table

# Beginning


def start(table: Table, player: Player, message: wire.ClientInStart, now: float) -> None:
    """The host begins; that is the host's own ready. Who is away does not hold the others up."""
    waited_for = [
        table.state.seats[other.seat].name
        for other in table.players.values()
        if other.client is not None
        and other.person != player.person
        and not table.state.seats[other.seat].ready
    ]
    if waited_for:
        raise Rejected(NOT_READY, names=", ".join(waited_for))
    _begin(table, now)


def rematch(table: Table, player: Player, message: wire.ClientInRematch, now: float) -> None:
    _begin(table, now)


def _begin(table: Table, now: float) -> None:
    state = table.state
    if state.matches >= table.settings.matches:
        raise Rejected(TOO_MANY_MATCHES, most=table.settings.matches)
    game = games.find(state.game)
    staying = [seat.name for seat in state.seats if not seat.gone]
    header = new_header(game, staying, state.options, table.entropy(32), state.deal)
    match = Match(game, header)
    table.decide(entries.Started(header, table.entropy(12).hex()))
    seat_players(table, now)
    _run(table, match, now, now)


def _run(table: Table, match: AnyMatch, origin: float, now: float) -> None:
    live = LiveMatch(match, origin, table.step, partial(moves.refused, table))
    live.tells = table.outbox.seq + 1
    table.outbox.forget_events()
    table.live_match = live
    for player in table.players.values():
        player.minded = False
        if player.client is not None:
            live.lines[player.seat] = player.client.line
    for number, seat in enumerate(table.state.seats):
        if seat.bot is not None:
            live.bots.sit(match, number, seat.bot, live.clock(now))
    mind_empty_seats(table, now)
    table.outbox.match_changed = True
    table.show()


def restore(table: Table, played: list[entries.Played | entries.Ticked], now: float) -> None:
    """Play the logged match again; its clock stood still, and does so until people are back."""
    header = table.state.header
    if header is None:
        return
    match = Match(games.find(header.game), header)
    for move in played:
        if isinstance(move, entries.Played):
            match.play(move.seat, decode_action(match.game, move.action), move.at)
        else:
            match.advance(move.at)
    _run(table, match, now + table.settings.return_time - match.now, now)
    table.dirty = False  # there is nobody to tell


# Pauses


def pause(table: Table, player: Player, message: wire.ClientInPause, now: float) -> None:
    """Any player may stop the clock, a few times; what was on its way is settled first."""
    if table.state.seats[player.seat].pauses >= table.settings.pauses:
        raise Rejected(TOO_MANY_PAUSES, most=table.settings.pauses)
    if player.seat >= len(current_match(table).acted):
        raise not_now(table.state.status)
    stop_clock(table, player.seat, now)


def current_match(table: Table) -> LiveMatch:
    assert table.live_match is not None
    return table.live_match


def stop_clock(table: Table, seat: int | None, now: float) -> None:
    live = current_match(table)
    live.settle(now, at_once=True)
    if live.over:
        return
    table.paused_since = now
    table.outbox.match_changed = True
    table.decide(entries.Paused(int(live.clock(now)), seat))


def resume(table: Table, player: Player, message: wire.ClientInResume, now: float) -> None:
    go_on(table, now)


def go_on(table: Table, now: float) -> None:
    live = current_match(table)
    live.origin = now - max(table.state.paused_at, live.match.now)
    table.outbox.match_changed = True
    table.decide(entries.Resumed())
    mind_empty_seats(table, now)


# End


def end(table: Table) -> None:
    """The match is over: the party counts it, and it goes to the archive."""
    live = current_match(table)
    live.settle(table.now, at_once=True)  # moves that still wait are answered
    state, match = table.state, live.match
    points, wins = party.award(match.result, len(match.header.players))
    table.decide(entries.Ended(points, wins))
    table.finished.append(
        FinishedMatch(
            str(state.replay),
            state.matches,
            match.game.id,
            match.header.players,
            [seat.bot for seat in state.seats],
            match.now,
            msgspec.Raw(wire.encode(match.result)),
            msgspec.Raw(wire.encode(Log(match.header, match.entries, match.now))),
        )
    )
    table.outbox.match_changed = True
