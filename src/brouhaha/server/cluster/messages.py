"""What processes say to each other. Both are ours and run the same release, or the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from brouhaha.server.http.types import HeldSeat, NewTable, OpenedTable
from brouhaha.table.wire import OtherTable

# Subjects. A code is six letters, a process's name is hexadecimal: neither has a dot or a star.
REPORT: Final = "brouhaha.report"  # what each process tells all others
FEED: Final = "brouhaha.feed"  # what happened in one, for whoever reads of it at another


def take_subject(process: str) -> str:
    """A table that its owner gives up, for this process."""
    return f"brouhaha.take.{process}"


def open_subject(process: str) -> str:
    """A table that is to be opened in this process."""
    return f"brouhaha.open.{process}"


def table_subject(code: str) -> str:
    return f"brouhaha.table.{code}"


def process_subject(process: str) -> str:
    return f"brouhaha.process.{process}"


def undelivered_subject(sender: str, receiver: str) -> str:
    return f"brouhaha.undelivered.{sender}.{receiver}"


# Questions to a table's owner


class Find(Struct, tag="find", array_like=True):
    """Who owns it, and whom does this token let in?"""

    token: str | None


class Located(Struct, array_like=True):
    """The answer. `holder`: the person whose seat the token opens."""

    owner: str
    known: bool
    holder: int | None
    clients: int
    frame_bytes: int


class Look(Struct, tag="look", array_like=True):
    """How does it look to strangers? `TableInfo`"""


class AskSeat(Struct, tag="seat", array_like=True):
    """Which seat does this token open? `SeatAnswer`; `code`: of the table where it was kept."""

    code: str
    token: str


class SeatAnswer(Struct, array_like=True):
    """`moved_to`: the code of the table where the token opens a seat now."""

    moved_to: str | None
    seat: HeldSeat | None


class Compare(Struct, tag="compare", array_like=True):
    """The party's other table stands like this; how do you? `OtherTable`"""

    other: OtherTable


class Release(Struct, tag="release", array_like=True):
    """Whoever asks needs the table in their own process."""


Question = Find | Look | AskSeat | Compare | Release
NOT_HERE: Final = b""  # the answer of a process that does not have the table (any more)
RELEASED: Final = b"\x00"
NOT_UNDERSTOOD: Final = b"\x01"  # a question of a later release


# Questions to a process


class Open(Struct, array_like=True):
    """Open this table, for whoever asks from this address."""

    wanted: NewTable
    address: str


class Opened(Struct, array_like=True):
    """The answer: the table, or a refusal with what it says and its details."""

    table: OpenedTable | None
    refusal: tuple[str, str, str] = ("", "", "")
    details: dict[str, Any] = {}


# From the edge to the owner


class Entered(Struct, tag=1, array_like=True):
    """A connection says hello."""

    conn: int
    code: str
    token: str | None
    hello: bytes
    address: str


class Said(Struct, tag=2, array_like=True):
    conn: int
    text: bytes


class Ponged(Struct, tag=3, array_like=True):
    conn: int
    took: float


class Answered(Struct, tag=4, array_like=True):
    conn: int
    took: float
    paint: float


class Proven(Struct, tag=5, array_like=True):
    conn: int
    kernel: float


class Left(Struct, tag=6, array_like=True):
    conn: int


# From the owner to the edge


class Told(Struct, tag=7, array_like=True):
    """One frame, for one or more connections."""

    conns: list[int]
    frame: bytes


class Closed(Struct, tag=8, array_like=True):
    conn: int
    code: str


class ToMeasure(Struct, tag=13, array_like=True):
    """It is in a race: how far away is it?"""

    conn: int


class Weighed(Struct, tag=9, array_like=True):
    """Whose seat the connection has, and what it costs to talk there. `owed`: bytes of the log
    that it has made since this was last told."""

    conn: int
    person: int | None
    clients: int
    frame_bytes: int
    owed: int
    held: dict[int, int] = {}  # the persons of all its seats, by the seats' numbers


# From each to all

Amounts = dict[str, tuple[float, ...]]  # by address


class Report(Struct, array_like=True):
    """`tables`: how many it has; `room`: for how many more. `had`: what each address has had of
    it since the last report, by measure; `sockets`: how many it has there, where it is many.
    `feeds`: of what somebody reads there."""

    sender: str
    tables: int
    room: int
    had: dict[str, Amounts]
    sockets: dict[str, int]
    feeds: list[tuple[Literal["house", "table", "tournament"], str]] = []


# Between any two


class Ping(Struct, tag=10, array_like=True):
    sent: float  # by the sender's clock, which only the sender reads


class Pong(Struct, tag=11, array_like=True):
    sent: float


class Reset(Struct, tag=12, array_like=True):
    """Something of yours was lost: everybody between us must come again."""


FromEdge = Entered | Said | Ponged | Answered | Proven | Left
FromOwner = Told | Closed | ToMeasure | Weighed
Item = (
    Entered | Said | Ponged | Answered | Proven | Left
    | Told | Closed | ToMeasure | Weighed
    | Ping | Pong | Reset
)  # fmt: skip


class Parcel(Struct, array_like=True):
    """All that one process has to say to another at a time; numbered from 1."""

    sender: str
    number: int
    items: list[Item]


class RawParcel(Struct, array_like=True):
    """The same, before its items are looked at."""

    sender: str
    number: int
    items: list[msgspec.Raw]


encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Parcel).decode
_decode_raw: Final = msgspec.msgpack.Decoder(RawParcel).decode
_decode_item: Final = msgspec.msgpack.Decoder(Item).decode
decode_report: Final = msgspec.msgpack.Decoder(Report).decode
decode_question: Final = msgspec.msgpack.Decoder(Question).decode


def decode_parcel(payload: bytes) -> Parcel:
    """Without the items that only a later release knows."""
    try:
        return _decode(payload)
    except msgspec.ValidationError:
        raw = _decode_raw(payload)
        return Parcel(raw.sender, raw.number, list(_known(raw.items)))


def _known(items: Iterable[msgspec.Raw]) -> Iterator[Item]:
    for item in items:
        with suppress(msgspec.ValidationError):
            yield _decode_item(item)
