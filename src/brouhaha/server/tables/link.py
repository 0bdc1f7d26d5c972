"""The seam between the edge and a table's owner.

The edge has the sockets: what comes in, limits, pings, how far away somebody is. The owner has the
table: it judges, commits and tells. Both may be one process; then a link is a direct call
(`direct_link.py`). What the edge knows of a table it knows through its link, so a link can be a way
to another process as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from brouhaha.server.http.types import HeldSeat, TableInfo
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import wire
from brouhaha.table.wire import ClientIn, ClientInHello

PartyWish = wire.ClientInTwoTables | wire.ClientInOneTable


class ComeAgain(Exception):
    """The table is being read from its log: whoever wants it should try again in a moment."""


class Weight(Protocol):
    """What is told and kept because of what somebody says."""

    frame_bytes: int  # of the last frame for everybody, more or less
    log_bytes: int  # of all that is kept


class Link(Protocol):
    """One connection's way to its table."""

    code: str
    known: bool  # the token that the table was looked up with opens a seat, or a screen's place
    holder: int | None  # the person whose seat it opens
    weight: Weight

    @property
    def clients(self) -> int:
        """How many are told of what is said here."""

    @property
    def person(self) -> int | None:
        """Whose seat this connection has; None: it has none."""

    @property
    def held(self) -> dict[int, int]:
        """The person of each seat that it has, by the seat's number."""

    @property
    def say(self) -> Callable[[ClientIn, float], None]:
        """What a client says, and when it came."""

    def enter(self, hello: ClientInHello, now: float, address: str) -> None:
        """The first message. From then on the table may send frames to the connection."""

    def change_party(self, wish: PartyWish, now: float) -> None:
        """What the host wishes about the party's tables. May raise `Rejected`."""

    def measured(self, ping: float) -> None:
        """A ping came back after `ping` ms."""

    def answered(self, took: float, paint: float) -> None:
        """The page itself answered after `took` ms; a screen's frame takes it `paint` ms."""

    def proven(self, kernel: float) -> None:
        """The least round trip that the kernel has seen, in ms."""

    def leave(self, now: float) -> None:
        """The connection has closed."""


class Finder(Protocol):
    """Where the tables are."""

    def find(
        self, code: str, token: str | None, recipient: Recipient
    ) -> Link | Awaitable[Link | None] | None:
        """A way to this table; None: there is no such table. Raises `ComeAgain`."""

    async def look(self, code: str) -> TableInfo | None:
        """A table as strangers may see it."""

    async def seat(self, code: str, token: str) -> HeldSeat | None:
        """The seat that this token opens, at this table or at the one it moved to. Raises
        `ComeAgain`."""
