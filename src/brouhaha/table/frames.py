"""Frames, built cheaply: what everybody gets is encoded once, and each one's own part is added.

Fields of one connection stand last in their message, so that the common bytes only lose their
closing brace. `wire` says how the whole looks.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event, PublicView
from brouhaha.engine.match import AnyMatch
from brouhaha.table import party
from brouhaha.table.state import TableState
from brouhaha.table.wire import (
    Arrangement,
    ClientOutRefused,
    Knock,
    OtherTable,
    Race,
    SeatView,
    Status,
    TablePolicy,
    encode,
)

PLAYERS_PART: Final = b',"private":%b,"heard":%d}'  # the end of an update, for a seat
WATCHERS_PART: Final = b',"private":null,"heard":null}'


class _CommonUpdate(msgspec.Struct, frozen=True, tag_field="type", tag="update", gc=False):
    """`ClientOutUpdate` without what is one seat's own."""

    seq: int
    at: int
    public: Any
    events: list[Event]
    result: Any


class _CommonTable(msgspec.Struct, frozen=True, tag_field="type", tag="table", gc=False):
    """`ClientOutTable` without what is one client's own."""

    code: str
    status: Status
    game: str
    options: dict[str, Any]
    dealt: bool
    seats: list[SeatView]
    policy: TablePolicy
    ways: list[Arrangement]
    other: OtherTable | None
    spectators: int
    screens: int
    match: int
    played: list[str]
    paused_by: int | None
    seed_hash: str | None
    seed: str | None
    replay: str | None
    result: Any


def common_update(
    match: AnyMatch, public: PublicView, seq: int, at: int, events: list[Event]
) -> bytes:
    """An update as far as everybody may see it, without its closing brace."""
    result = match.game.result(match.state)
    return encode(_CommonUpdate(seq, at, public, events, result))[:-1]


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
        _CommonTable(
            code=state.code,
            status=state.status,
            game=state.game,
            options=state.options,
            dealt=(match.header.deal if match else state.deal) is not None,
            seats=seats,
            policy=state.policy,
            ways=party.ways(state, alone=other is None),
            other=other,
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


def clients_table(common: bytes, seat: int | None, removed: list[str], door: list[Knock]) -> bytes:
    """And what is one client's own: its seat; for the host, who was sent away and who knocks."""
    own = encode(seat), encode(removed), encode(door)
    return common + b',"you":%b,"removed":%b,"door":%b}' % own


def refusal(
    rejected: Rejected,
    request: str | None = None,
    move: int | None = None,
    race: Race | None = None,
) -> bytes:
    """What a client is told that may not do something; the server uses it too."""
    return encode(ClientOutRefused(rejected.code, _plain(rejected.details), move, request, race))


def _plain(details: dict[str, object]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(details, str_keys=True, enc_hook=repr)
    return plain
