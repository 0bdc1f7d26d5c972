"""Fake clients whose table is in another process: all that they say and hear goes through the
messages, the link and the remote client of a cluster. Time is given; there is no NATS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from brouhaha.server.clock import Clock
from brouhaha.server.cluster.messages import Item, Located, Parcel, Told, decode_parcel, encode
from brouhaha.server.cluster.peers import Peer
from brouhaha.server.cluster.remote_client import RemoteClient, RemoteClients
from brouhaha.server.cluster.remote_link import Links, RemoteLink
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.direct_link import DirectLink
from brouhaha.server.tables.link import Link as ServerLink
from brouhaha.server.tables.opening import Errand
from brouhaha.server.tables.registry import Recipient, Registry
from brouhaha.table import Close, Effect, Later, Measure, Table
from brouhaha.table.wire import ClientIn, ClientInHello, Notice
from tests.table.fake_link import Client, Link, read


class InstantPeer:
    """Another process: what is said to it arrives at once, as bytes."""

    hop: float | None = 0.0

    def __init__(self) -> None:
        self.hears: Callable[[Item], None]

    def send(self, item: Item) -> None:
        for came in decode_parcel(encode(Parcel("", 1, [item]))).items:
            self.hears(came)

    def tell(self, conn: int, frame: bytes) -> None:
        self.send(Told([conn], frame))


class Caller:
    """Stands in for the committer: calls tables, and the test commits."""

    def __init__(self) -> None:
        self.registry = Registry()

    def run(self, table: Table, call: Callable[..., None], *arguments: Any) -> None:
        call(*arguments)


class Watch:
    """The test's clock."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def now(self) -> float:
        return self._link.now


class HopClient(Client):
    """At the edge."""

    link: HopLink
    remote: RemoteLink | None = None

    def say(self, message: ClientIn) -> Client:
        if self.remote is None:
            assert isinstance(message, ClientInHello)
            self._enter(message)
        else:
            self.remote.say(message, self.link.now)
        self.link.tell()
        return self

    def _enter(self, hello: ClientInHello) -> None:
        link = self.link
        owners = DirectLink(link.caller, link.table, Errand(), hello.token)
        located = Located("", owners.known, owners.holder, owners.clients, 0)
        recipient = cast("Recipient", self)
        self.remote = RemoteLink(
            link.links, link.owner, link.code, hello.token, recipient, located
        )  # fmt: skip
        self.remote.enter(hello, link.now, "")
        at_owner = link.remote_clients._clients.get(link.edge, {}).get(self.remote.conn)
        if at_owner is not None:
            self.conn = cast("int", at_owner)  # tests name it to the table

    def drop(self) -> None:
        if self.remote is not None:
            self.remote.leave(self.link.now)
        self.link.tell()

    # From the table

    def send(self, frame: bytes) -> None:
        assert self.closed is None
        self.frames.append(frame)
        self.heard.append(read(frame))

    def close(self, code: str) -> None:
        self.closed = code
        if self.remote is not None:
            self.remote.leave(self.link.now)

    def notify(self, code: Notice) -> None:
        self.close(code)

    def measure(self) -> None:
        self.measures += 1


class HopLink(Link):
    """The owner and the edge."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        self.caller = cast("Committer", Caller())
        self.links = Links()
        self.remote_clients = RemoteClients(self._find, cast("Clock", Watch(self)))
        to_owner, to_edge = InstantPeer(), InstantPeer()
        self.owner, self.edge = cast("Peer", to_owner), cast("Peer", to_edge)
        to_owner.hears = lambda item: self.remote_clients.hear(self.edge, item)  # type: ignore[arg-type]
        to_edge.hears = lambda item: self.links.hear(self.owner, item)  # type: ignore[arg-type]
        super().__init__(*arguments, **settings)

    def _find(self, code: str, token: str | None, recipient: Recipient) -> ServerLink | None:
        return DirectLink(self.caller, self.table, recipient, token)

    def connect(self, **hello: Any) -> Client:
        client = HopClient(self, len(self.clients))
        self.clients[client.conn] = client
        return client.say(ClientInHello(self.code, **hello))

    def carry_out(self, effect: Effect) -> None:
        conn: object = effect.conn
        if isinstance(effect, Later):
            self.later.append(effect)
        elif not isinstance(conn, RemoteClient):  # whom a test let in by itself
            super().carry_out(effect)
        elif isinstance(effect, Measure):
            conn.measure()
        elif isinstance(effect, Close):
            conn.close(effect.code)
        else:
            conn.send(effect.frame)
