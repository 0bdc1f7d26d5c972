"""At the owner: those whose sockets are in other processes. To a table they are like any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from brouhaha.engine.errors import Rejected
from brouhaha.server.clock import Clock
from brouhaha.server.cluster.messages import (
    Answered,
    Closed,
    Entered,
    FromEdge,
    Left,
    Ponged,
    Proven,
    Said,
    ToMeasure,
    Weighed,
)
from brouhaha.server.cluster.peers import Peer
from brouhaha.server.tables.link import Link, PartyWish
from brouhaha.server.tables.registry import Recipient
from brouhaha.table import frames, wire
from brouhaha.table.wire import Notice

TELL_OWED: Final = 512  # bytes of the log: less waits until something else is told
FindHere = Callable[[str, str | None, Recipient], Link | None]
RESTARTING: Final[Notice] = "restarting"


class RemoteClient:
    """What its edge must know of it is told with its frames, when it has changed."""

    def __init__(self, peer: Peer, conn: int) -> None:
        self.link: Link | None = None
        self._peer = peer
        self._conn = conn
        self._owed = 0
        self._weighed: tuple[dict[int, int], int, int] | None = None

    # From the table

    def send(self, frame: bytes) -> None:
        self._peer.tell(self._conn, frame)
        self._weigh()

    def close(self, code: str) -> None:
        self._peer.send(Closed(self._conn, code))

    def measure(self) -> None:
        self._peer.send(ToMeasure(self._conn))

    def notify(self, code: Notice) -> None:
        """Say why, and close."""
        self._peer.tell(self._conn, wire.encode(wire.ClientOutNotice(code)))
        self.close(code)

    def _weigh(self) -> None:
        link = self.link
        if link is None:
            return
        held, clients, size = link.held, link.clients, link.weight.frame_bytes
        # Frames differ by a few bytes all the time: what they weigh is told by powers of two.
        weighed = held, clients, size.bit_length()
        if weighed != self._weighed or self._owed >= TELL_OWED:
            self._weighed = weighed
            self._peer.send(Weighed(self._conn, link.person, clients, size, self._owed, held))
            self._owed = 0

    # From the edge

    def hear(self, link: Link, message: wire.ClientIn, now: float) -> None:
        before = link.weight.log_bytes
        if isinstance(message, PartyWish):
            try:
                link.change_party(message, now)
            except Rejected as rejected:
                self.send(frames.refusal(rejected, str(message.__struct_config__.tag)))
        else:
            link.say(message, now)
        self._owed += link.weight.log_bytes - before


class RemoteClients:
    """All who are at a table here and have their socket elsewhere, by their edge."""

    def __init__(self, find_here: FindHere, clock: Clock) -> None:
        """`find_here` finds the tables of this process."""
        self._find_here = find_here
        self._clock = clock
        self._clients: dict[Peer, dict[int, RemoteClient]] = {}

    def has(self, peer: Peer) -> bool:
        return peer in self._clients

    def hear(self, peer: Peer, item: FromEdge) -> None:
        if type(item) is Entered:
            self._enter(peer, item)
            return
        client = self._clients.get(peer, {}).get(item.conn)
        link = client.link if client is not None else None
        if client is None or link is None:
            if type(item) is not Left:  # it thinks that it is here
                RemoteClient(peer, item.conn).notify(RESTARTING)
        elif type(item) is Said:
            client.hear(link, wire.decode(item.text), self._clock.now())
        elif type(item) is Ponged:
            link.measured(item.took)
        elif type(item) is Answered:
            link.answered(item.took, item.paint)
        elif type(item) is Proven:
            link.proven(item.kernel)
        else:
            self._leave(peer, item.conn)

    def _enter(self, peer: Peer, item: Entered) -> None:
        client = RemoteClient(peer, item.conn)
        hello, link = wire.decode(item.hello), self._find_here(item.code, item.token, client)
        if link is None or not isinstance(hello, wire.ClientInHello):
            client.notify(RESTARTING)  # it has moved on since it was found here
            return
        self._clients.setdefault(peer, {})[item.conn] = client
        client.link = link
        link.enter(hello, self._clock.now(), item.address)

    def _leave(self, peer: Peer, conn: int) -> None:
        clients = self._clients.get(peer, {})
        client = clients.pop(conn, None)
        if not clients:
            self._clients.pop(peer, None)
        if client is not None and client.link is not None:
            client.link.leave(self._clock.now())

    def lost(self, peer: Peer) -> None:
        """Its sockets are gone, or will come again."""
        for conn in list(self._clients.get(peer, {})):
            self._leave(peer, conn)
