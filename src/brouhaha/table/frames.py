"""Frames, built cheaply: what everybody gets is encoded once, and each one's own part is added.

Fields of one connection stand last in their message. An update's common bytes end with a comma in
place of the closing brace, and each one's own end follows. `wire` says how the whole looks.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event, PublicView
from brouhaha.engine.match import AnyMatch
from brouhaha.table import party
from brouhaha.table.frame_parts import CommonTable, CommonUpdate, DevicesEnd, OwnEnd
from brouhaha.table.state import TableState
from brouhaha.table.wire import (
    ClientOutRefused,
    Knock,
    OtherTable,
    OwnPart,
    Race,
    Reckoning,
    SeatView,
    encode,
)

MOST_BYTES: Final = 1_000_000  # of an update: of ours nimble's is the largest, 1.5 kB


class TooMuchToTell(Exception):
    """A fault of the game: its views hold more than anybody can be sent with every move."""


def common_update(
    match: AnyMatch, public: PublicView, seq: int, at: int, events: list[Event]
) -> bytes:
    """An update as far as everybody may see it; each one's own end follows."""
    result = match.game.result(match.state)
    frame = encode(CommonUpdate(seq, at, public, events, result))[:-1] + b","
    if len(frame) > MOST_BYTES:
        raise TooMuchToTell(f"an update of {len(frame)} bytes")
    return frame


def players_end(private: Any, heard: int) -> bytes:
    """The end of an update for a seat: `heard` is the highest id of a move that came from it."""
    end = encode(OwnEnd(private, heard))
    if len(end) > MOST_BYTES:
        raise TooMuchToTell(f"a private view of {len(end)} bytes")
    return end[1:]


WATCHERS_END: Final = encode(OwnEnd(None, None))[1:]


def with_race(update: bytes, race: Reckoning) -> bytes:
    """The same for everybody; few updates have one."""
    return update + b'"race":' + encode(race) + b","


def common_table(
    state: TableState,
    match: AnyMatch | None,
    seats: list[SeatView],
    other: OtherTable | None,
    spectators: int,
    screens: int,
) -> bytes:
    """The table as everybody sees it, without the closing brace."""
    over = state.status == "ended" and match is not None
    frame = encode(
        CommonTable(
            code=state.code,
            status=state.status,
            game=state.game,
            options=state.options,
            dealt=(match.header.deal if match else state.deal) is not None,
            seats=seats,
            policy=state.policy,
            ways=party.ways(state, alone=other is None),
            other=other,
            tournament=state.tournament,
            tournament_table=state.tournament_table,
            spectators=spectators,
            screens=screens,
            match=state.matches,
            played=state.played,
            paused_by=state.paused_by,
            seed_hash=match.seed_hash if match else None,
            seed=match.header.seed if match and over else None,
            replay=state.replay if over else None,
            result=match.result if match and over else None,
        )
    )
    return frame[:-1]


def clients_table(common: bytes, seats: list[int], removed: list[str], door: list[Knock]) -> bytes:
    """And what is one client's own: its seats; for the host, who was sent away and who knocks."""
    you = seats[0] if seats else None
    own = encode(you), encode(removed), encode(door), encode(seats[1:])
    return common + b',"you":%b,"removed":%b,"door":%b,"also":%b}' % own


def devices_end(match: AnyMatch, seats: list[int], heard: list[int]) -> bytes:
    """The end of an update for a device with several seats: the first one's part, and the others'.
    Who waits has none. `heard` by seat: the highest id of a move."""
    first, private, state = seats[0], match.game.private, match.state
    also = [
        OwnPart(seat, Raw(encode(private(state, seat))), heard[seat])
        for seat in seats[1:]
        if seat < match.seats
    ]
    if first < match.seats:
        end = DevicesEnd(private(state, first), heard[first], also)
    else:
        end = DevicesEnd(None, None, also)
    return encode(end)[1:]


def refusal(
    rejected: Rejected,
    request: str | None = None,
    move: int | None = None,
    race: Race | None = None,
    by: int | None = None,
) -> bytes:
    """What a client is told that may not do something; the server uses it too."""
    details = _plain(rejected.details)
    return encode(ClientOutRefused(rejected.code, details, move, request, race, by))


def _plain(details: dict[str, object]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(details, str_keys=True, enc_hook=repr)
    return plain
