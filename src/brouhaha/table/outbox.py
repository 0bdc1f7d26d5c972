"""What is told to whom: the table when it changed, the match when it moved, all to a newcomer.

A client's frames come in this order: its welcome, the table, the update, answers to what it asked.
One update a flush carries all that the flush brought. `seq` is its number.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from brouhaha.engine.game import Event
from brouhaha.table import frames
from brouhaha.table.commit import Close, Conn, Effect, Send
from brouhaha.table.live_match import LiveMatch
from brouhaha.table.presence import Client
from brouhaha.table.wire import SeatView

if TYPE_CHECKING:
    from brouhaha.table.table import Table

REMEMBERED_UPDATES: Final = 256  # whose sending time is known, for moves that name them
REMEMBERED_EVENTS: Final = 32  # updates whose events a returning client is given


class Outbox:
    """What is still to be told, and when the last things were."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.match_changed = False
        self.table_changed = False
        self._fresh: list[Client] = []  # who has just come
        self._greetings: list[Effect] = []
        self._mail: list[Effect] = []
        self._sent: dict[int, float] = {}
        self._recent: deque[tuple[int, list[Event]]] = deque(maxlen=REMEMBERED_EVENTS)

    def greet(self, client: Client, frame: bytes) -> None:
        """The first frame of a connection; the table and the match as they are follow it."""
        self._greetings.append(Send(client.conn, frame))
        self._fresh.append(client)

    def show_again(self, client: Client) -> None:
        """Everything once more, and what has happened since everybody was last told."""
        if client not in self._fresh:
            client.seen = self.seq
            self._fresh.append(client)

    def send(self, conn: Conn, frame: bytes) -> None:
        self._mail.append(Send(conn, frame))

    def hang_up(self, conn: Conn, code: str) -> None:
        self._mail.append(Close(conn, code))

    def forget(self, client: Client) -> None:
        """It has gone again before anything was told."""
        if client in self._fresh:
            self._fresh.remove(client)

    def forget_events(self) -> None:
        """Another match begins."""
        self._recent.clear()

    def take(self, table: Table) -> tuple[list[Effect], int | None]:
        """All that is to be told, and the number of the update among it."""
        effects = self._greetings
        self._tell_table(table, effects)
        seq = self._tell_match(table, effects)
        effects += self._mail
        self._fresh, self._greetings, self._mail = [], [], []
        return effects, seq

    def was_sent(self, seq: int, now: float) -> None:
        self._sent[seq] = now
        if len(self._sent) > REMEMBERED_UPDATES:
            del self._sent[next(iter(self._sent))]

    def sent(self, seq: int) -> float | None:
        """When an update went out; None: too long ago, or never."""
        return self._sent.get(seq)

    def _tell_table(self, table: Table, effects: list[Effect]) -> None:
        hearers = list(table.clients.values()) if self.table_changed else self._fresh
        self.table_changed = False
        if not hearers:
            return
        match = table.live_match.match if table.live_match else None
        common = frames.common_table(table.state, match, seat_views(table), watching(table))
        for client in hearers:
            seat = client.player.seat if client.player else None
            effects.append(Send(client.conn, frames.clients_table(common, seat)))

    def _tell_match(self, table: Table, effects: list[Effect]) -> int | None:
        live, fresh = table.live_match, self._fresh
        if live is None or not (self.match_changed or fresh):
            return None
        self.seq = seq = live.tells
        live.tells += 1
        at = clock(table, live)
        events, live.events = live.events, []
        if self.match_changed:
            old = list(table.clients.values())
            if fresh:
                old = [client for client in old if client not in fresh]
            _update(table, live, seq, at, events, old, effects)
        self.match_changed = False
        self._recent.append((seq, events))
        for client in fresh:
            _update(table, live, seq, at, self._missed(client), [client], effects)
        return seq

    def _missed(self, client: Client) -> list[Event]:
        """What happened since the last update that a returning client saw, if it is remembered."""
        seen = client.seen
        if seen is None or all(seq != seen for seq, _ in self._recent):
            return []
        return [event for seq, events in self._recent if seq > seen for event in events]


def _update(
    table: Table,
    live: LiveMatch,
    seq: int,
    at: int,
    events: list[Event],
    hearers: list[Client],
    effects: list[Effect],
) -> None:
    if not hearers:
        return
    match = live.match
    common = frames.common_update(match, seq, at, events)
    watchers = b""
    for client in hearers:
        player = client.player
        if player is not None and player.seat < len(match.header.players):
            heard = table.state.seats[player.seat].heard
            frame = frames.players_update(common, match, player.seat, heard)
        else:
            watchers = frame = watchers or frames.watchers_update(common)
        effects.append(Send(client.conn, frame))


def clock(table: Table, live: LiveMatch) -> int:
    """The match's clock as everybody is told it."""
    if table.state.status == "playing":
        return int(live.clock(table.now))
    return table.state.paused_at if table.state.status == "paused" else live.match.now


def seat_views(table: Table) -> list[SeatView]:
    state = table.state
    views = []
    for seat in state.seats:
        player = table.players.get(seat.person)
        here = seat.bot is not None or (player is not None and player.client is not None)
        minded = player is not None and player.minded
        views.append(
            SeatView(
                seat.name,
                seat.bot,
                here and not seat.gone,
                seat.ready,
                state.host == seat.person,
                minded,
                seat.gone,
                seat.points,
                seat.wins,
            )
        )
    return views


def watching(table: Table) -> tuple[int, int]:
    """Spectators and big screens."""
    roles = [client.role for client in table.clients.values()]
    return roles.count("spectator"), roles.count("screen")
