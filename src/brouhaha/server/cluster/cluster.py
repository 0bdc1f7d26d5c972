"""The parts of a cluster, as one process has them, and where its sockets find their tables."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from typing import Final, get_args

from brouhaha.bus import Bus
from brouhaha.commits import StoreWorker
from brouhaha.server.cluster.capacity import Capacity
from brouhaha.server.cluster.messages import AskSeat, Find, FromOwner, Item, Located, SeatAnswer
from brouhaha.server.cluster.owners import Owners
from brouhaha.server.cluster.ownership import Ownership
from brouhaha.server.cluster.peers import Peer, Peers
from brouhaha.server.cluster.remote_client import RemoteClients
from brouhaha.server.cluster.remote_link import Links, RemoteLink
from brouhaha.server.cluster.reports import Reports
from brouhaha.server.cluster.shared_feeds import SharedFeeds
from brouhaha.server.cluster.shared_limits import SharedLimits
from brouhaha.server.cluster.tables_here import TablesHere
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.http.types import HeldSeat, TableInfo
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import Link
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import codes

FROM_OWNER: Final = get_args(FromOwner)


class Cluster:
    def __init__(
        self, servers: str, committer: Committer, reader: StoreWorker, visitors: Visitors
    ) -> None:
        self.name = secrets.token_hex(8)  # of this life of this process
        self.bus = Bus(servers, f"brouhaha {self.name}")
        self.ownership = Ownership(self.bus, self.name, committer, reader)
        limits, tables = SharedLimits(visitors), committer.registry.tables
        most = committer.settings.limits.tables
        self.feeds = SharedFeeds(self.bus, self.name)
        self._reports = Reports(
            self.bus,
            self.name,
            limits,
            self.feeds,
            lambda: len(tables),
            lambda: 0 if self.ownership.stopping else most - len(tables),
        )
        self.capacity = Capacity(self.bus, self.name, committer, self.ownership, self._reports)
        self._links = Links()
        self._owners = owners = Owners(self.bus, self.ownership)
        self._here = TablesHere(committer, self.ownership, owners)
        self._clients = RemoteClients(self._here.find, committer.clock)
        self._peers = Peers(
            self.bus, self.name, committer.clock, self._heard, self._lost, self._is_needed
        )
        self.finder = ClusterFinder(self._here, self.ownership, owners, self._peers, self._links)
        self._chores: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Raises `Unreachable`."""
        await self.bus.connect()
        await self._peers.begin()
        await self.capacity.begin()
        await self.feeds.begin()
        await self._reports.begin()
        chores = self._peers.watch(), self.ownership.watch(), self._reports.watch()
        self._chores = [asyncio.create_task(chore) for chore in chores]

    @property
    def well(self) -> bool:
        return self.bus.connected

    @property
    def room_elsewhere(self) -> int:
        """For so many more tables the other processes have room."""
        return self._reports.room_elsewhere()

    def gauges(self) -> dict[str, float]:
        """For the metrics."""
        return {"bus_connected": self.bus.connected, "bus_sends_lost": self.bus.lost_sends}

    async def owner_elsewhere(self, code: str) -> str | None:
        """The process that has this table, if it is another one and answers at once."""
        return None if self._here.knows(code) else await self._owners.named(code)

    async def hand_over(self) -> None:
        """Before the sockets are closed."""
        await self.capacity.hand_over()

    async def end(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await self.bus.close()

    def _heard(self, peer: Peer, item: Item) -> None:
        if isinstance(item, FROM_OWNER):
            self._links.hear(peer, item)
        else:
            self._clients.hear(peer, item)  # type: ignore[arg-type]

    def _lost(self, peer: Peer) -> None:
        self._links.lost(peer)
        self._clients.lost(peer)

    def _is_needed(self, peer: Peer) -> bool:
        return self._links.has(peer) or self._clients.has(peer)


class ClusterFinder:
    """Here, else at its owner; a table without one is claimed."""

    def __init__(
        self, here: TablesHere, ownership: Ownership, owners: Owners, peers: Peers, links: Links
    ) -> None:
        self._owners = owners
        self._here = here
        self._ownership = ownership
        self._peers = peers
        self._links = links

    def find(
        self, code: str, token: str | None, recipient: Recipient
    ) -> Link | Awaitable[Link | None] | None:
        if not codes.is_code(code):
            return None
        link = self._here.find(code, token, recipient)
        if link is None:
            return self._find(code, token, recipient)
        if token is not None and not link.known:
            return self._find_if_still_here(code, token, recipient)
        return link

    async def _find_if_still_here(self, code: str, token: str, recipient: Recipient) -> Link | None:
        here = await self._ownership.still_here(code)
        link = self._here.find(code, token, recipient) if here else None
        return link or await self._find(code, token, recipient)

    async def _find(self, code: str, token: str | None, recipient: Recipient) -> Link | None:
        located = await self._owners.ask(code, Find(token), Located)
        if located is None:
            return self._here.find(code, token, recipient)
        peer = self._peers.named(located.owner)
        return RemoteLink(self._links, peer, code, token, recipient, located)

    async def look(self, code: str) -> TableInfo | None:
        return await self._here.look_anywhere(code) if codes.is_code(code) else None

    async def seat(self, code: str, token: str) -> HeldSeat | None:
        return await self._seat(code, code, token, moves=1)

    async def _seat(self, code: str, asked: str, token: str, moves: int) -> HeldSeat | None:
        """It may have moved to the other table of its party; nobody moves while they are asked."""
        if not codes.is_code(code):
            return None
        answer = self._ownership.seat_here(code, asked, token)
        if answer is None:
            answer = await self._owners.ask(code, AskSeat(asked, token), SeatAnswer)
            answer = answer or self._ownership.seat_here(code, asked, token)
        if answer is not None and answer.moved_to is not None and moves:
            return await self._seat(answer.moved_to, asked, token, moves - 1)
        return None if answer is None else answer.seat
