"""Keeping persons, seats and bots in step: numbers, the host, who is minded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brouhaha.table.bots import minder
from brouhaha.table.entries import HostPassed
from brouhaha.table.presence import Player
from brouhaha.table.state import Seat

if TYPE_CHECKING:
    from brouhaha.table.table import Table


def seat_players(table: Table, now: float) -> None:
    """Every person with a seat has a `Player`, who knows the seat's number now."""
    staying = {}
    for number, seat in enumerate(table.state.seats):
        if seat.bot is None and not seat.gone:
            player = table.players.get(seat.person) or Player(seat.person, seat.heard, now)
            player.seat = number
            staying[seat.person] = player
    table.players = staying


def find_host(table: Table, *, away: Player | None = None) -> None:
    """The first person who is here is the host, else the first who is not; `away`: not that one."""
    others = [player for player in table.players.values() if player is not away]
    here = [player for player in others if player.client is not None]
    for heir in here or others:
        table.decide(HostPassed(heir.seat))
        return


def mind_empty_seats(table: Table, now: float) -> None:
    """A bot plays for whoever has left, or has been away for long; for nobody, if nobody looks on.

    Its level is the middle one: neither a punishment nor a reward for being away.
    """
    live = table.live_match
    if live is None or table.state.status != "playing" or not table.clients:
        return
    for number, seat in enumerate(table.state.seats[: len(live.acted)]):
        if seat.bot is None and number not in live.bots and _needs_minding(table, seat, now):
            level = minder(live.match.game)
            live.bots.sit(live.match, number, level, live.clock(now))
            if seat.person in table.players:
                table.players[seat.person].minded = True
            table.show()


def _needs_minding(table: Table, seat: Seat, now: float) -> bool:
    player = table.players.get(seat.person)
    if player is None:
        return True
    return player.client is None and now >= player.away_since + table.settings.grace
