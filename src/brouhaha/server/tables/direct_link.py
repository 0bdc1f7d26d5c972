"""The link to a table in this process: direct calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from brouhaha import games
from brouhaha.server.http.types import HeldSeat, TableInfo
from brouhaha.server.tables import two_tables
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import ComeAgain, Link, PartyWish, Weight
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import Table
from brouhaha.table.wire import ClientIn, ClientInHello


class DirectLink:
    __slots__ = (
        "_committer", "_recipient", "_table", "code", "holder", "known", "say", "weight",
    )  # fmt: skip

    def __init__(
        self, committer: Committer, table: Table, recipient: Recipient, token: str | None
    ) -> None:
        self._committer = committer
        self._table = table
        self._recipient = recipient
        self.code = table.state.code
        seat = table.seat_of(token) if token is not None else None
        self.known = token is not None and (seat is not None or table.knows(token))
        self.holder = None if seat is None else seat.person
        self.weight: Weight = table.outbox
        # No function of its own: every move comes by here.
        run: Callable[..., None] = committer.run
        self.say: Callable[[ClientIn, float], None] = partial(run, table, table.receive, recipient)

    @property
    def clients(self) -> int:
        return len(self._table.seating.clients)

    @property
    def person(self) -> int | None:
        client = self._table.seating.clients.get(self._recipient)
        return client.player.person if client is not None and client.player is not None else None

    @property
    def held(self) -> dict[int, int]:
        client = self._table.seating.clients.get(self._recipient)
        return {} if client is None else {one.seat: one.person for one in client.players}

    def enter(self, hello: ClientInHello, now: float, address: str) -> None:
        self._committer.registry.connect(self._table, self._recipient)
        table = self._table
        self._committer.run(table, table.receive, self._recipient, hello, now, address)

    def change_party(self, wish: PartyWish, now: float) -> None:
        two_tables.carry_out(self._committer, self._table, self._recipient, wish)

    def measured(self, ping: float) -> None:
        self._committer.run(self._table, self._table.measured, self._recipient, ping)

    def answered(self, took: float, paint: float) -> None:
        self._committer.run(self._table, self._table.answered, self._recipient, took, paint)

    def proven(self, kernel: float) -> None:
        self._table.proven(self._recipient, kernel)

    def leave(self, now: float) -> None:
        self._committer.registry.disconnect(self._table, self._recipient)
        self._committer.run(self._table, self._table.disconnect, self._recipient, now)


class DirectFinder:
    """All tables are here."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._tables = committer.registry.tables

    def find(self, code: str, token: str | None, recipient: Recipient) -> Link | None:
        table = self._table(code)
        return None if table is None else DirectLink(self._committer, table, recipient, token)

    async def look(self, code: str) -> TableInfo | None:
        table = self._tables.get(code)
        return None if table is None else table_info(table)

    async def seat(self, code: str, token: str) -> HeldSeat | None:
        table = self._table(code)
        moved = table.moved_to(token) if table is not None else None
        found = table if moved is None else self._table(moved)
        return None if found is None else held_seat(found, code, token)

    def _table(self, code: str) -> Table | None:
        table = self._tables.get(code)
        if table is None and self._committer.recovery.is_under_way(code):
            raise ComeAgain
        return table


def table_info(table: Table) -> TableInfo:
    """As strangers may see it."""
    state = table.state
    most = games.find(state.game).players.stop - 1
    players = sum(not seat.gone for seat in state.seats)
    return TableInfo(
        state.code, state.game, state.status, players, most, players >= most, state.policy.watchers
    )


def held_seat(table: Table, code: str, token: str) -> HeldSeat | None:
    """The seat that this token opens; `code` is the table's that was asked for."""
    seat, state = table.seat_of(token), table.state
    return None if seat is None else HeldSeat(code, state.game, state.status, seat.name, seat.gone)
