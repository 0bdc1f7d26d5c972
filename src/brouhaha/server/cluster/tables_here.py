"""The tables of this process, and the links to them. A party's other table may be elsewhere."""

from __future__ import annotations

import asyncio

from brouhaha.engine.errors import Rejected
from brouhaha.server.cluster.messages import Look
from brouhaha.server.cluster.owners import Owners
from brouhaha.server.cluster.ownership import Ownership
from brouhaha.server.http.refusals import STORE_FAILED
from brouhaha.server.http.types import TableInfo
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.direct_link import DirectFinder, DirectLink
from brouhaha.server.tables.link import ComeAgain, Link, PartyWish
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import Table, frames, wire
from brouhaha.table.refusals import OTHER_TABLE_PLAYS, TWO_TABLES


class TablesHere(DirectFinder):
    def __init__(self, committer: Committer, ownership: Ownership, owners: Owners) -> None:
        super().__init__(committer)
        self._ownership = ownership
        self._owners = owners

    def find(self, code: str, token: str | None, recipient: Recipient) -> Link | None:
        table = self._tables.get(code)
        if table is None:
            return None
        return PartyLink(self, self._committer, table, recipient, token)

    def knows(self, code: str) -> bool:
        return code in self._tables

    async def look_anywhere(self, code: str) -> TableInfo | None:
        found = await self.look(code)
        if found is None:
            found = await self._owners.ask(code, Look(), TableInfo) or await self.look(code)
        return found

    async def bring(self, code: str) -> None:
        """A table that is elsewhere."""
        await self._ownership.fetch(code)

    def has(self, table: Table) -> bool:
        return self._tables.get(table.state.code) is table


class PartyLink(DirectLink):
    """A direct link; but before a party's tables are made one, both must be here."""

    __slots__ = ("_asking", "_here")

    def __init__(
        self,
        here: TablesHere,
        committer: Committer,
        table: Table,
        recipient: Recipient,
        token: str | None,
    ) -> None:
        super().__init__(committer, table, recipient, token)
        self._here = here
        self._asking: asyncio.Task[None] | None = None

    def change_party(self, wish: PartyWish, now: float) -> None:
        other = self._table.state.other
        if other is None or other in self._committer.registry.tables:
            super().change_party(wish, now)
            return
        self._table.check(self._recipient, wish)  # nobody else's wish moves a table
        self._asking = asyncio.create_task(self._change_with(other, wish))

    async def _change_with(self, other: str, wish: PartyWish) -> None:
        """The other table is elsewhere, or is no more."""
        try:
            found = await self._here.look_anywhere(other)
            if found is not None:
                await self._bring(found, wish)
            if self._here.has(self._table):  # else whoever wished it comes again
                super().change_party(wish, self._committer.clock.now())
        except ComeAgain:
            self._refuse(Rejected(STORE_FAILED), wish)
        except Rejected as rejected:
            self._refuse(rejected, wish)

    async def _bring(self, other: TableInfo, wish: PartyWish) -> None:
        if isinstance(wish, wire.ClientInTwoTables):
            raise Rejected(TWO_TABLES)
        if other.status in ("playing", "paused"):
            raise Rejected(OTHER_TABLE_PLAYS)
        await self._here.bring(other.code)

    def _refuse(self, rejected: Rejected, wish: PartyWish) -> None:
        self._recipient.send(frames.refusal(rejected, str(wish.__struct_config__.tag)))
