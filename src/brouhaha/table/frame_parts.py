"""What a frame is put together from: what everybody gets, and each one's own end."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brouhaha.engine.game import Event
from brouhaha.table.wire import Arrangement, OtherTable, OwnPart, SeatView, Status, TablePolicy


class CommonUpdate(Struct, frozen=True, tag_field="type", tag="update", gc=False):
    """`ClientOutUpdate` without what is one seat's own."""

    seq: int
    at: int
    public: Any
    events: list[Event]
    result: Any


class OwnEnd(Struct, frozen=True, gc=False):
    """The rest of a `ClientOutUpdate`: what is one seat's own; of who watches, nothing."""

    private: Any
    heard: int | None


class DevicesEnd(OwnEnd, frozen=True, gc=False):
    """The same for a device with several seats."""

    also: list[OwnPart]


class CommonTable(Struct, frozen=True, tag_field="type", tag="table", gc=False):
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
    tournament: str | None
    tournament_table: int
    spectators: int
    screens: int
    match: int
    played: list[str]
    paused_by: int | None
    seed_hash: str | None
    seed: str | None
    replay: str | None
    result: Any
