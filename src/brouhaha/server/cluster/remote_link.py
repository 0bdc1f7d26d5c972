"""At the edge: the link to a table in another process."""

from __future__ import annotations

from itertools import count
from typing import Final

from msgspec import Struct

from brouhaha.server.cluster.messages import (
    Answered,
    Closed,
    Entered,
    FromOwner,
    Left,
    Located,
    Ponged,
    Proven,
    Said,
    Told,
    ToMeasure,
    Weighed,
)
from brouhaha.server.cluster.peers import Peer
from brouhaha.server.tables.link import PartyWish, Weight
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import wire
from brouhaha.table.wire import ClientIn, ClientInHello

_numbers: Final = count(1)


class OwnersWeight(Struct):
    """As the owner told it last. `log_bytes` counts what this connection has made."""

    frame_bytes: int
    log_bytes: int = 0


class RemoteLink:
    def __init__(
        self,
        links: Links,
        peer: Peer,
        code: str,
        token: str | None,
        recipient: Recipient,
        located: Located,
    ) -> None:
        self.conn = next(_numbers)
        self.code = code
        self.known = located.known
        self.holder = located.holder
        self.weight: Weight = OwnersWeight(located.frame_bytes)
        self.clients = located.clients
        self.person: int | None = None
        self.held: dict[int, int] = {}
        self.recipient = recipient
        self._owed = 0
        self._links = links
        self._peer = peer
        self._token = token

    def enter(self, hello: ClientInHello, now: float, address: str) -> None:
        self._links.add(self._peer, self)
        said = wire.encode(hello)
        self._peer.send(Entered(self.conn, self.code, self._token, said, address))

    def say(self, message: ClientIn, now: float) -> None:
        """What the last messages added to the log is paid for now that it is known."""
        self.weight.log_bytes += self._owed
        self._owed = 0
        self._peer.send(Said(self.conn, wire.encode(message)))

    def change_party(self, wish: PartyWish, now: float) -> None:
        self.say(wish, now)

    # The way to the owner is a part of the way to the table. As long as it is not known, nothing
    # is: the least round trip that was ever proven is kept, and would be too short for ever.

    def measured(self, ping: float) -> None:
        if self._peer.hop is not None:
            self._peer.send(Ponged(self.conn, ping + self._peer.hop))

    def answered(self, took: float, paint: float) -> None:
        if self._peer.hop is not None:
            self._peer.send(Answered(self.conn, took + self._peer.hop, paint))

    def proven(self, kernel: float) -> None:
        if self._peer.hop is not None:
            self._peer.send(Proven(self.conn, kernel + self._peer.hop))

    def leave(self, now: float) -> None:
        self._links.remove(self._peer, self)
        self._peer.send(Left(self.conn))

    def weighed(self, told: Weighed) -> None:
        self.person, self.clients, self.held = told.person, told.clients, told.held
        self.weight.frame_bytes = told.frame_bytes
        self._owed += told.owed


class Links:
    """All links of this process to tables elsewhere, by the owner."""

    def __init__(self) -> None:
        self._links: dict[Peer, dict[int, RemoteLink]] = {}

    def add(self, peer: Peer, link: RemoteLink) -> None:
        self._links.setdefault(peer, {})[link.conn] = link

    def remove(self, peer: Peer, link: RemoteLink) -> None:
        links = self._links.get(peer, {})
        links.pop(link.conn, None)
        if not links:
            self._links.pop(peer, None)

    def has(self, peer: Peer) -> bool:
        return peer in self._links

    def hear(self, peer: Peer, item: FromOwner) -> None:
        """What is for a connection that has gone is for nobody."""
        links = self._links.get(peer, {})
        if isinstance(item, Told):
            for conn in item.conns:
                if conn in links:
                    links[conn].recipient.send(item.frame)
        elif item.conn not in links:
            return
        elif isinstance(item, Closed):
            links[item.conn].recipient.close(item.code)
        elif isinstance(item, ToMeasure):
            links[item.conn].recipient.measure()
        else:
            links[item.conn].weighed(item)

    def lost(self, peer: Peer) -> None:
        """Whoever is connected through it comes again, and finds the table where it is by then."""
        for link in self._links.pop(peer, {}).values():
            link.recipient.notify("restarting")
