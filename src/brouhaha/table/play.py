"""A match at the table: its beginning, its pauses and its end. Its moves are in `moves`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import Match, new_header
from brouhaha.engine.reading import decode_action
from brouhaha.table import entries, moves, party, wire
from brouhaha.table.batch import Finished
from brouhaha.table.presence import Player
from brouhaha.table.refusals import NOT_NOW, NOT_READY, TOO_MANY_MATCHES, TOO_MANY_PAUSES
from brouhaha.table.running import Running
from brouhaha.table.seating import mind_empty_seats, seat_players

if TYPE_CHECKING:
    from brouhaha.table.table import Table

# Beginning


def start(table: Table, player: Player, message: wire.ClientInStart, now: float) -> None:
    """The host begins; that is the host's own ready. Who is away does not hold the others up."""
    waited_for = [
        table.room.seats[other.seat].name
        for other in table.players.values()
        if other.client is not None
        and other.person != player.person
        and not table.room.seats[other.seat].ready
    ]
    if waited_for:
        raise Rejected(NOT_READY, names=", ".join(waited_for))
    _begin(table, now)


def rematch(table: Table, player: Player, message: wire.ClientInRematch, now: float) -> None:
    _begin(table, now)


def _begin(table: Table, now: float) -> None:
    room = table.room
    if room.matches >= table.settings.matches:
        raise Rejected(TOO_MANY_MATCHES, most=table.settings.matches)
    game = games.find(room.game)
    staying = [seat.name for seat in room.seats if not seat.gone]
    header = new_header(game, staying, room.options, table.entropy(32), room.deal)
    match = Match(game, header)
    table.decide(entries.Started(header, table.entropy(12).hex()))
    seat_players(table, now)
    _run(table, match, now, now)


def _run(table: Table, match: Match, origin: float, now: float) -> None:
    running = Running(match, origin, table.step, partial(moves.refused, table))
    running.tells = table.teller.seq + 1
    table.teller.forget_events()
    table.running = running
    for player in table.players.values():
        player.minded = False
        if player.client is not None:
            running.lines[player.seat] = player.client.line
    for number, seat in enumerate(table.room.seats):
        if seat.bot is not None:
            running.minds.sit(match, number, seat.bot, running.clock(now))
    mind_empty_seats(table, now)
    table.teller.match_changed = True
    table.show()


def restore(table: Table, played: list[entries.Played | entries.Ticked], now: float) -> None:
    """Play the logged match again; its clock stood still, and does so until people are back."""
    header = table.room.header
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
    if table.room.seats[player.seat].pauses >= table.settings.pauses:
        raise Rejected(TOO_MANY_PAUSES, most=table.settings.pauses)
    if player.seat >= len(running_match(table).acted):
        raise Rejected(NOT_NOW, status=table.room.status)
    stop_clock(table, player.seat, now)


def running_match(table: Table) -> Running:
    assert table.running is not None
    return table.running


def stop_clock(table: Table, seat: int | None, now: float) -> None:
    running = running_match(table)
    running.settle(now, at_once=True)
    if running.over:
        return
    table.paused_since = now
    table.teller.match_changed = True
    table.decide(entries.Paused(int(running.clock(now)), seat))


def resume(table: Table, player: Player, message: wire.ClientInResume, now: float) -> None:
    go_on(table, now)


def go_on(table: Table, now: float) -> None:
    running = running_match(table)
    running.origin = now - max(table.room.paused_at, running.match.now)
    table.teller.match_changed = True
    table.decide(entries.Resumed())
    mind_empty_seats(table, now)


# End


def end(table: Table) -> None:
    """The match is over: the party counts it, and it goes to the archive."""
    running = running_match(table)
    running.settle(table.now, at_once=True)  # moves that still wait are answered
    room, match = table.room, running.match
    points, wins = party.award(match.result, len(match.header.players))
    table.decide(entries.Ended(points, wins))
    result = msgspec.to_builtins(match.result)
    names, bots = match.header.players, [seat.bot for seat in room.seats]
    table.finished.append(
        Finished(str(room.replay), room.matches, match.game.id, names, bots, result, match.log)
    )
    table.teller.match_changed = True
