"""What happens when nobody does anything: bots mind seats, the host passes, the table closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from brouhaha.table.live_match import LiveMatch
from brouhaha.table.seating import Seating
from brouhaha.table.settings import Settings
from brouhaha.table.state import TableState

Alarm = Literal["close", "pause", "mind_seats", "pass_host", "resume", "show_presence"]


def alarms(
    state: TableState,
    seating: Seating,
    live: LiveMatch | None,
    active_at: float,
    presence_due: float | None,
    settings: Settings,
) -> Iterator[tuple[float, Alarm]]:
    """When each of these is to happen, if nothing changes until then.

    `active_at`: when anybody last did anything. `presence_due`: see `Outbox`.
    """
    if state.closed:
        return
    if presence_due is not None:
        yield presence_due, "show_presence"
    if seating.clients:
        yield active_at + settings.quiet, "close"
        yield from _somebody_here(state, seating, live, settings)
    elif state.tournament is not None and state.status == "playing":
        yield from _unattended(seating, live, settings)  # a round waits for nobody
    else:
        yield seating.empty_since + settings.idle, "close"
        if state.status == "playing":  # a match waits for its players
            yield seating.empty_since + settings.grace, "pause"


def _somebody_here(
    state: TableState, seating: Seating, live: LiveMatch | None, settings: Settings
) -> Iterator[tuple[float, Alarm]]:
    if state.status == "playing":
        yield from _unattended(seating, live, settings)
    host = seating.absent_host
    if host is not None:
        yield host.away_since + settings.host_grace, "pass_host"
    if live is not None and state.status == "paused" and state.paused_by is not None:
        yield live.stopped_since + settings.longest_pause, "resume"


def _unattended(
    seating: Seating, live: LiveMatch | None, settings: Settings
) -> Iterator[tuple[float, Alarm]]:
    if live is None:
        return
    for player in seating.away:
        if player.seat < live.match.seats and player.seat not in live.bots.by_seat:
            yield player.away_since + settings.grace, "mind_seats"
