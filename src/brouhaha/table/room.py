"""What lasts of a table: who has which seat, what is chosen, how the party stands.

`apply` is the only place where any of it changes, and it takes nothing but log entries: so a table
that is restored from its log is the table that wrote it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brouhaha.engine.log import Header
from brouhaha.table import entries
from brouhaha.table.entries import TableEntry
from brouhaha.table.wire import Status


class Seat(msgspec.Struct):
    """A seat and whom it belongs to. `person` is theirs for as long as they stay."""

    person: int
    name: str
    fingerprint: str | None = None  # of a person's token
    bot: str | None = None  # a bot's level
    ready: bool = False
    gone: bool = False  # left during a match: the seat goes when the match is cleared away
    points: int = 0
    wins: int = 0
    pauses: int = 0  # in this match
    heard: int = 0  # the highest id of an accepted move


class Room(msgspec.Struct):
    code: str
    game: str = ""
    options: dict[str, Any] = {}
    deal: dict[str, Any] | None = None
    status: Status = "lobby"
    seats: list[Seat] = []
    host: int | None = None  # the person
    people: int = 0  # who ever sat here, bots too
    kicked: list[str] = []  # fingerprints
    changes: int = 0  # since the last match began
    matches: int = 0
    played: list[str] = []  # the games of finished matches
    header: Header | None = None  # of the match being played, or played last
    replay: str | None = None
    paused_by: int | None = None
    paused_at: int = 0
    closed: bool = False

    def seat_of(self, person: int | None) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.person == person:
                return number
        return None


def apply(room: Room, entry: TableEntry) -> None:
    """One entry's worth of change."""
    kind = type(entry)
    APPLY[kind](room, entry)
    if kind not in OF_A_MATCH:
        room.changes += 1


def _opened(room: Room, entry: entries.Opened) -> None:
    room.code, room.game, room.options = entry.code, entry.game, entry.options


def _joined(room: Room, entry: entries.Joined) -> None:
    seat = _new_seat(room, entry.name)
    seat.fingerprint = entry.fingerprint
    if room.host is None:
        room.host = seat.person


def _bot_seated(room: Room, entry: entries.BotSeated) -> None:
    seat = _new_seat(room, entry.name)
    seat.bot = entry.level
    seat.ready = True


def _new_seat(room: Room, name: str) -> Seat:
    seat = Seat(room.people, name)
    room.people += 1
    room.seats.append(seat)
    return seat


def _left(room: Room, entry: entries.Left) -> None:
    seat = room.seats[entry.seat]
    if entry.kicked and seat.fingerprint is not None:
        room.kicked.append(seat.fingerprint)
    seat.gone, seat.fingerprint = True, None
    if room.host == seat.person:
        room.host = None
    if room.header is None:
        _clear_gone(room)
    elif entry.seat >= len(room.header.players):  # who came after the match has no part in it
        del room.seats[entry.seat]


def _clear_gone(room: Room) -> None:
    room.seats = [seat for seat in room.seats if not seat.gone]


def _renamed(room: Room, entry: entries.Renamed) -> None:
    room.seats[entry.seat].name = entry.name


def _said_ready(room: Room, entry: entries.SaidReady) -> None:
    room.seats[entry.seat].ready = entry.ready


def _host_passed(room: Room, entry: entries.HostPassed) -> None:
    room.host = room.seats[entry.seat].person


def _chosen(room: Room, entry: entries.Chosen) -> None:
    room.game, room.options, room.deal = entry.game, entry.options, entry.deal
    for seat, level in zip(room.seats, entry.levels, strict=True):
        seat.bot, seat.ready = level, level is not None
    if room.status == "ended":
        room.status = "lobby"
        room.header = room.replay = None
    _clear_gone(room)


def _started(room: Room, entry: entries.Started) -> None:
    _clear_gone(room)
    room.status, room.changes = "playing", 0
    room.header, room.replay = entry.header, entry.replay
    room.matches += 1
    for seat in room.seats:
        seat.pauses, seat.ready = 0, seat.bot is not None


def _played(room: Room, entry: entries.Played) -> None:
    seat = room.seats[entry.seat]
    if entry.id is not None and entry.id > seat.heard:
        seat.heard = entry.id


def _ticked(room: Room, entry: entries.Ticked) -> None:
    """The match's own business."""


def _paused(room: Room, entry: entries.Paused) -> None:
    room.status, room.paused_by, room.paused_at = "paused", entry.seat, entry.at
    if entry.seat is not None:
        room.seats[entry.seat].pauses += 1


def _resumed(room: Room, entry: entries.Resumed) -> None:
    room.status, room.paused_by = "playing", None


def _ended(room: Room, entry: entries.Ended) -> None:
    room.status = "ended"
    room.played.append(room.game)
    for seat, points, wins in zip(room.seats, entry.points, entry.wins, strict=False):
        seat.points += points
        seat.wins += wins


def _closed(room: Room, entry: entries.Closed) -> None:
    room.closed = True


APPLY: dict[type[TableEntry], Callable[[Room, Any], None]] = {
    entries.Opened: _opened,
    entries.Joined: _joined,
    entries.BotSeated: _bot_seated,
    entries.Left: _left,
    entries.Renamed: _renamed,
    entries.SaidReady: _said_ready,
    entries.HostPassed: _host_passed,
    entries.Chosen: _chosen,
    entries.Started: _started,
    entries.Played: _played,
    entries.Ticked: _ticked,
    entries.Paused: _paused,
    entries.Resumed: _resumed,
    entries.Ended: _ended,
    entries.Closed: _closed,
}

OF_A_MATCH = frozenset({entries.Started, entries.Played, entries.Ticked, entries.Ended})
