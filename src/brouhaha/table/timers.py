"""What happens when nobody does anything: bots mind seats, the host passes, the table closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from brouhaha.table.entries import Closed
from brouhaha.table.match_control import go_on, stop_clock
from brouhaha.table.presence import Player
from brouhaha.table.seating import find_host, mind_empty_seats
from brouhaha.table.wire import ClientOutNotice, encode

if TYPE_CHECKING:
    from brouhaha.table.table import Table


def set_timer(table: Table) -> None:
    """When the next of all this may happen."""
    table.timer = None if table.closed else min(_moments(table))


def _moments(table: Table) -> Iterator[float]:
    settings, playing = table.settings, table.state.status == "playing"
    if not table.clients:
        yield table.empty_since + settings.idle
        if playing:
            yield table.empty_since + settings.grace
        return
    yield table.active_at + settings.quiet
    if playing:
        for player in table.players.values():
            if player.client is None and not player.minded:
                yield player.away_since + settings.grace
    if _paused_by_somebody(table):
        yield table.paused_since + settings.longest_pause
    host = _host_away(table)
    if host is not None:
        yield host.away_since + settings.host_grace


def ring(table: Table, now: float) -> None:
    """Whatever of it is due."""
    settings = table.settings
    if not table.clients:
        _nobody_here(table, now)
    elif now >= table.active_at + settings.quiet:
        _close(table)
    else:
        mind_empty_seats(table, now)
        host = _host_away(table)
        if host is not None and now >= host.away_since + settings.host_grace:
            find_host(table, away=host)
        if _paused_by_somebody(table) and now >= table.paused_since + settings.longest_pause:
            go_on(table, now)
    set_timer(table)


def _nobody_here(table: Table, now: float) -> None:
    """A match waits for its players; a table that nobody comes back to closes."""
    if now >= table.empty_since + table.settings.idle:
        _close(table)
    elif table.state.status == "playing" and now >= table.empty_since + table.settings.grace:
        stop_clock(table, None, now)


def _paused_by_somebody(table: Table) -> bool:
    return table.state.status == "paused" and table.state.paused_by is not None


def _host_away(table: Table) -> Player | None:
    """The host, if away while another person is here who could be it."""
    host = table.players.get(table.state.host) if table.state.host is not None else None
    if host is None or host.client is not None:
        return None
    return host if any(player.client for player in table.players.values()) else None


def _close(table: Table) -> None:
    notice = encode(ClientOutNotice("table_closed"))
    for client in table.clients.values():
        table.send(client.conn, notice)
        table.hang_up(client.conn, "table_closed")
    table.decide(Closed())
