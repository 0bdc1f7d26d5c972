"""What each log entry does to a table's state.

`apply` is the only place where any of it changes, and it takes nothing but log entries: so a table
that is restored from its log is the table that wrote it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from brouhaha.table import entries
from brouhaha.table.entries import TableEntry
from brouhaha.table.state import Moved, Removed, Seat, TableState, moved_options, with_own

SCREENS_KEPT: Final = 16  # that the host let in and that may come back: a home has fewer


def apply(state: TableState, entry: TableEntry) -> None:
    """One entry's worth of change."""
    kind = type(entry)
    if kind in CHANGED_BY:
        _count_change(state, CHANGED_BY[kind](state, entry))
    APPLY[kind](state, entry)


def _count_change(state: TableState, person: int | None) -> None:
    for seat in state.seats:
        seat.changes += seat.person == person


def _opened(state: TableState, entry: entries.Opened) -> None:
    state.code, state.game, state.options = entry.code, entry.game, entry.options


def _joined(state: TableState, entry: entries.Joined) -> None:
    seat = _new_seat(state, entry.name)
    seat.fingerprint = entry.fingerprint
    seat.address = entry.address
    _sit_beside(state, seat, entry.brought_by)
    if entry.address:
        state.joins[entry.address] = state.joins.get(entry.address, 0) + 1
    if state.host is None:
        state.host = seat.person


def _bot_seated(state: TableState, entry: entries.BotSeated) -> None:
    seat = _new_seat(state, entry.name)
    seat.bot = entry.level
    seat.ready = True


def _new_seat(state: TableState, name: str) -> Seat:
    seat = Seat(state.people, name)
    state.people += 1
    state.seats.append(seat)
    return seat


def _sit_beside(state: TableState, seat: Seat, person: int | None) -> None:
    """At that person's device; None: at one of their own."""
    seat.device, state.devices = state.devices, state.devices + 1
    for other in state.seats:
        if other.person == person:
            seat.device = other.device


def _sent_away(state: TableState, entry: entries.SentAway) -> None:
    seat = state.seats[entry.seat]
    state.removed.append(Removed(seat.name, seat.fingerprint, entry.address))
    _left(state, entries.Left(entry.seat))


def _left(state: TableState, entry: entries.Left) -> None:
    seat = state.seats[entry.seat]
    if entry.kicked and seat.fingerprint is not None:
        state.removed.append(Removed(seat.name, seat.fingerprint, ""))
    seat.gone = True
    if not entry.may_return:
        seat.fingerprint = None
    if state.host == seat.person:
        state.host = None
    if state.header is None:
        _clear_gone(state)
    elif entry.seat >= len(state.header.players):  # who waits has no part in the match
        _move(state, [number for number in range(len(state.seats)) if number != entry.seat])


def _turned_away(state: TableState, entry: entries.TurnedAway) -> None:
    if all((one.fingerprint, one.address) != (None, entry.address) for one in state.removed):
        state.removed.append(Removed(entry.name, None, entry.address))


def _screen_admitted(state: TableState, entry: entries.ScreenAdmitted) -> None:
    state.screens = [*state.screens, entry.fingerprint][-SCREENS_KEPT:]


def _handed_over(state: TableState, entry: entries.HandedOver) -> None:
    seat = state.seats[entry.seat]
    seat.fingerprint = entry.fingerprint
    _sit_beside(state, seat, entry.taken_by)


def _returned(state: TableState, entry: entries.Returned) -> None:
    state.seats[entry.seat].gone = False
    if state.host is None:
        state.host = state.seats[entry.seat].person


def _clear_gone(state: TableState) -> None:
    """Those who stay move up."""
    _move(state, [number for number, seat in enumerate(state.seats) if not seat.gone])


def _move(state: TableState, numbers: list[int]) -> None:
    """These seats stay, in this order."""
    if numbers != list(range(len(state.seats))):
        state.options = moved_options(state, numbers)
        state.seats = [state.seats[number] for number in numbers]


def _readmitted(state: TableState, entry: entries.Readmitted) -> None:
    del state.removed[entry.removed]


def _renamed(state: TableState, entry: entries.Renamed) -> None:
    seat = state.seats[entry.seat]
    seat.name, seat.name_given = entry.name, entry.by_host


def _own_option_set(state: TableState, entry: entries.OwnOptionSet) -> None:
    state.options = with_own(state.options, entry.seat, entry.option, entry.value)


def _said_ready(state: TableState, entry: entries.SaidReady) -> None:
    state.seats[entry.seat].ready = entry.ready


def _host_passed(state: TableState, entry: entries.HostPassed) -> None:
    state.host = state.seats[entry.seat].person


def _policy_set(state: TableState, entry: entries.PolicySet) -> None:
    state.policy = entry.policy


def _chosen(state: TableState, entry: entries.Chosen) -> None:
    state.game, state.options, state.deal = entry.game, entry.options, entry.deal
    for seat, level in zip(state.seats, entry.levels, strict=True):
        seat.bot, seat.ready = level, level is not None
    state.abandoned = None
    if state.status == "ended":
        _back_to_the_lobby(state)
    _clear_gone(state)


def _back_to_the_lobby(state: TableState) -> None:
    state.status = "lobby"
    state.header = state.replay = None


def _arranged(state: TableState, entry: entries.Arranged) -> None:
    number = {seat.person: number for number, seat in enumerate(state.seats)}
    _move(state, [number[person] for person in entry.people])


def _took_over(state: TableState, entry: entries.TookOver) -> None:
    numbers = [number for number in range(len(state.seats)) if number != entry.waiting]
    numbers[entry.seat] = entry.waiting
    _move(state, numbers)
    seat = state.seats[entry.seat]
    seat.played, seat.waited = seat.played + 1, 0


def _linked(state: TableState, entry: entries.Linked) -> None:
    state.other = entry.code


def _reserved(state: TableState, entry: entries.Reserved) -> None:
    state.tournament, state.tournament_table = entry.tournament, entry.table


def _came_over(state: TableState, entry: entries.CameOver) -> None:
    seat = _new_seat(state, entry.name)
    seat.fingerprint = entry.fingerprint
    seat.points, seat.wins = entry.points, entry.wins
    seat.played, seat.waited = entry.played, entry.waited
    _sit_beside(state, seat, entry.brought_by)
    state.moved = [one for one in state.moved if one.fingerprint != entry.fingerprint]
    if state.host is None:
        state.host = seat.person


def _went_over(state: TableState, entry: entries.WentOver) -> None:
    for seat in state.seats:
        if seat.person in entry.people and seat.fingerprint is not None:
            state.moved.append(Moved(seat.fingerprint, entry.code))
    if state.host in entry.people:
        state.host = None
    numbers = [n for n, seat in enumerate(state.seats) if seat.person not in entry.people]
    _move(state, numbers)


def _started(state: TableState, entry: entries.Started) -> None:
    _clear_gone(state)
    state.status, state.joins = "playing", {}
    state.header, state.replay, state.abandoned = entry.header, entry.replay, None
    state.deal = None  # given cards are for one match: the next one is drawn
    state.matches += 1
    for seat in state.seats:
        seat.pauses, seat.ready, seat.won = 0, seat.bot is not None, False
        seat.changes = 0
        seat.waited += 1
    for seat in state.seats[: state.playing]:
        seat.played, seat.waited = seat.played + 1, 0


def _played(state: TableState, entry: entries.Played) -> None:
    seat = state.seats[entry.seat]
    if entry.id is not None and entry.id > seat.heard:
        seat.heard = entry.id


def _ticked(state: TableState, entry: entries.Ticked) -> None:
    """The match's own business."""


def _paused(state: TableState, entry: entries.Paused) -> None:
    state.status, state.paused_by, state.paused_at = "paused", entry.seat, entry.at
    if entry.seat is not None:
        state.seats[entry.seat].pauses += 1


def _resumed(state: TableState, entry: entries.Resumed) -> None:
    state.status, state.paused_by = "playing", None


def _ended(state: TableState, entry: entries.Ended) -> None:
    state.status = "ended"
    state.played.append(state.game)
    for seat, points, wins in zip(state.seats, entry.points, entry.wins, strict=False):
        seat.points += points
        seat.wins += wins
        seat.won = wins > 0


def _abandoned(state: TableState, entry: entries.Abandoned) -> None:
    """A match that had ended is only no longer shown: nobody misses anything."""
    if state.status != "ended":
        state.abandoned = entry
    state.paused_by = None
    _back_to_the_lobby(state)
    _clear_gone(state)


def _moved_here(state: TableState, entry: entries.MovedHere) -> None:
    """Nobody at the table notices."""


def _closed(state: TableState, entry: entries.Closed) -> None:
    state.closed = True


APPLY: dict[type[TableEntry], Callable[[TableState, Any], None]] = {
    entries.Opened: _opened,
    entries.Joined: _joined,
    entries.BotSeated: _bot_seated,
    entries.Left: _left,
    entries.SentAway: _sent_away,
    entries.TurnedAway: _turned_away,
    entries.ScreenAdmitted: _screen_admitted,
    entries.HandedOver: _handed_over,
    entries.Returned: _returned,
    entries.Readmitted: _readmitted,
    entries.Renamed: _renamed,
    entries.OwnOptionSet: _own_option_set,
    entries.SaidReady: _said_ready,
    entries.HostPassed: _host_passed,
    entries.PolicySet: _policy_set,
    entries.Chosen: _chosen,
    entries.Arranged: _arranged,
    entries.TookOver: _took_over,
    entries.Linked: _linked,
    entries.Reserved: _reserved,
    entries.CameOver: _came_over,
    entries.WentOver: _went_over,
    entries.Started: _started,
    entries.Played: _played,
    entries.Ticked: _ticked,
    entries.Paused: _paused,
    entries.Resumed: _resumed,
    entries.Ended: _ended,
    entries.Abandoned: _abandoned,
    entries.MovedHere: _moved_here,
    entries.Closed: _closed,
}


def _by_host(state: TableState, entry: TableEntry) -> int | None:
    return state.host


def _by_bringer(state: TableState, entry: entries.Joined) -> int | None:
    return entry.brought_by


def _by_seat(state: TableState, entry: Any) -> int | None:
    seat: Seat = state.seats[entry.seat]
    return seat.person


def _by_either(state: TableState, entry: entries.Renamed) -> int | None:
    return state.host if entry.by_host else _by_seat(state, entry)


def _by_waiting(state: TableState, entry: entries.TookOver) -> int | None:
    return state.seats[entry.waiting].person


# Whose change each of these is: everybody has their own number of them (`Settings.changes`). The
# rest is a match's, or cannot come without one of these or without somebody who joined.
CHANGED_BY: dict[type[TableEntry], Callable[[TableState, Any], int | None]] = {
    entries.Joined: _by_bringer,
    entries.BotSeated: _by_host,
    entries.Left: _by_seat,
    entries.HandedOver: _by_seat,
    entries.Returned: _by_seat,
    entries.Renamed: _by_either,
    entries.OwnOptionSet: _by_seat,
    entries.SaidReady: _by_seat,
    entries.HostPassed: _by_host,
    entries.PolicySet: _by_host,
    entries.Chosen: _by_host,
    entries.TookOver: _by_waiting,
    entries.Linked: _by_host,
}
