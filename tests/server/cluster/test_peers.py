"""Two processes that talk, without NATS: numbers, gaps, silence, and how far they are apart."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest

from brouhaha.bus import Bus, Heard
from brouhaha.server.clock import Clock
from brouhaha.server.cluster import peers as peers_module
from brouhaha.server.cluster.messages import (
    Answered,
    Item,
    Located,
    Parcel,
    Ponged,
    Proven,
    Reset,
    Said,
    Told,
    ToMeasure,
    Weighed,
    decode_parcel,
    encode,
)
from brouhaha.server.cluster.peers import Peer, Peers
from brouhaha.server.cluster.remote_client import RemoteClient
from brouhaha.server.cluster.remote_link import Links, RemoteLink
from brouhaha.table.wire import ClientInReady
from tests.server.guests import SOON, run


class Tape:
    """Stands in for the bus: keeps what was sent."""

    def __init__(self) -> None:
        self.sent: list[Parcel] = []

    def send(self, subject: str, payload: bytes, undelivered: str = "") -> None:
        self.sent.append(decode_parcel(payload))


class Ear:
    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed: list[str] = []
        self.measures = 0

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: str) -> None:
        self.closed.append(code)

    def notify(self, code: str) -> None:
        self.closed.append(code)

    def measure(self) -> None:
        self.measures += 1


class Desk:
    """Our end, and all that it heard and lost."""

    def __init__(self) -> None:
        self.tape = Tape()
        self.heard: list[Item] = []
        self.lost: list[str] = []
        bus = cast("Bus", self.tape)
        self.peers = Peers(
            bus, "us", Clock(), lambda peer, item: self.heard.append(item),
            lambda peer: self.lost.append(peer.name), lambda peer: True,
        )  # fmt: skip

    def hear(self, number: int, *items: Item) -> None:
        self.peers._hear(encode(Parcel("them", number, list(items))))


def test_what_is_said_in_one_turn_goes_out_as_one_numbered_message() -> None:
    async def scenario() -> None:
        tape = Tape()
        peer = Peer(cast("Bus", tape), "us", "them", 0.0)
        peer.tell(1, b"same")
        peer.tell(2, b"same")
        peer.tell(1, b"other")
        await asyncio.sleep(0)
        peer.send(Said(1, b"{}"))
        await asyncio.sleep(0)
        assert tape.sent == [
            Parcel("us", 1, [Told([1, 2], b"same"), Told([1], b"other")]),
            Parcel("us", 2, [Said(1, b"{}")]),
        ]

    run(scenario())


def test_a_long_message_does_not_grow_longer_than_nats_takes() -> None:
    async def scenario() -> None:
        tape = Tape()
        peer = Peer(cast("Bus", tape), "us", "them", 0.0)
        for number in range(20):
            peer.tell(number, b"%d" % number * 50_000)
        await asyncio.sleep(0)
        assert len(tape.sent) > 1
        assert max(len(encode(parcel)) for parcel in tape.sent) < 1_000_000
        assert [item.conns for parcel in tape.sent for item in parcel.items] == [  # type: ignore[union-attr]
            [number] for number in range(20)
        ]

    run(scenario())


def test_a_missing_number_loses_everybody_between_the_two() -> None:
    async def scenario() -> None:
        desk = Desk()
        desk.hear(1, Said(1, b"a"))
        desk.hear(2, Said(1, b"b"))
        assert not desk.lost
        desk.hear(4, Said(1, b"d"))
        assert desk.lost == ["them"]
        await asyncio.sleep(0)
        assert [item for parcel in desk.tape.sent for item in parcel.items] == [Reset()]
        desk.hear(5, Reset())
        assert desk.lost == ["them", "them"]

    run(scenario())


def test_who_is_silent_is_lost_and_who_answers_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(peers_module, "PING_EVERY", 0.01)
    monkeypatch.setattr(peers_module, "SILENCE", 0.2)

    async def scenario() -> None:
        desk = Desk()
        desk.hear(1)
        watching = asyncio.create_task(desk.peers.watch())
        async with asyncio.timeout(SOON):
            while not desk.lost:
                await asyncio.sleep(0.01)
        watching.cancel()
        assert desk.lost == ["them"]
        assert len(desk.tape.sent) > 2

    run(scenario())


def test_nats_knows_of_nobody_under_that_name() -> None:
    async def scenario() -> None:
        desk = Desk()
        desk.hear(1)
        desk.peers._undelivered(Heard("brouhaha.undelivered.us.them", b"", undelivered=True))
        desk.peers._undelivered(Heard("brouhaha.undelivered.us.others", b"", undelivered=True))
        assert desk.lost == ["them"]

    run(scenario())


async def linked(hop: float | None = None) -> tuple[Tape, RemoteLink, Links, Peer, Ear]:
    tape, links, ear = Tape(), Links(), Ear()
    peer = Peer(cast("Bus", tape), "us", "them", 0.0)
    for _ in range(3 if hop is not None else 0):
        peer.measured(hop or 0.0)
    located = Located("them", known=True, holder=0, clients=4, frame_bytes=900)
    link = RemoteLink(links, peer, "XXXXXX", "token", ear, located)
    links.add(peer, link)
    return tape, link, links, peer, ear


def test_the_way_between_edge_and_owner_is_credited_like_a_players_own() -> None:
    async def scenario() -> None:
        tape, link, *_ = await linked(3.0)
        link.measured(20.0)
        link.answered(25.0, 8.0)
        link.proven(19.0)
        await asyncio.sleep(0)
        assert tape.sent[0].items == [
            Ponged(link.conn, 23.0), Answered(link.conn, 28.0, 8.0), Proven(link.conn, 22.0),
        ]  # fmt: skip

    run(scenario())


def test_nothing_is_proven_before_the_way_between_the_processes_is_known() -> None:
    """The least of all that was proven counts for ever: without that way it is too short."""

    async def scenario() -> None:
        tape, link, _, peer, _ = await linked()
        link.proven(19.0)
        link.measured(20.0)
        link.answered(25.0, 8.0)
        peer.measured(30.0)
        link.proven(19.0)
        await asyncio.sleep(0)
        assert [item for parcel in tape.sent for item in parcel.items] == [Proven(link.conn, 49.0)]

    run(scenario())


def test_the_owner_has_a_connection_measured_that_is_in_a_race() -> None:
    async def scenario() -> None:
        _, link, links, peer, ear = await linked(3.0)
        links.hear(peer, ToMeasure(link.conn))
        links.hear(peer, ToMeasure(link.conn + 1))
        assert ear.measures == 1
        client = RemoteClient(peer, 7)
        client.measure()
        await asyncio.sleep(0)
        assert cast("Tape", peer._bus).sent[-1].items == [ToMeasure(7)]

    run(scenario())


def test_a_stray_delay_or_hurry_does_not_move_the_measured_way() -> None:
    async def scenario() -> None:
        _, _, _, peer, _ = await linked(3.0)
        for hop in (500.0, 3.0, 3.1, 0.1, 3.0, 3.0, 3.2):
            peer.measured(hop)
        assert peer.hop == 3.0

    run(scenario())


def test_what_the_owner_tells_reaches_the_connection_and_what_it_costs() -> None:
    async def scenario() -> None:
        _, link, links, peer, ear = await linked(0.0)
        links.hear(peer, Told([link.conn, 999_999], b"frame"))
        assert ear.frames == [b"frame"]
        links.hear(peer, Weighed(link.conn, 2, 5, 700, 600))
        assert (link.person, link.clients, link.weight.frame_bytes) == (2, 5, 700)
        before = link.weight.log_bytes
        link.say(ClientInReady(), 0.0)
        assert link.weight.log_bytes - before == 600  # is paid once
        before = link.weight.log_bytes
        link.say(ClientInReady(), 0.0)
        assert link.weight.log_bytes == before
        links.lost(peer)
        assert ear.closed == ["restarting"]
        assert not links.has(peer)
        other: Any = Told([link.conn], b"late")
        links.hear(peer, other)
        assert ear.frames == [b"frame"]

    run(scenario())


def test_what_only_a_later_release_knows_is_left_out() -> None:
    """Two releases side by side, while a cluster is upgraded."""
    later = msgspec.msgpack.encode(["them", 1, [[2, 5, b"{}", "more"], [99, 5], [12]], "more"])
    assert decode_parcel(later) == Parcel("them", 1, [Said(5, b"{}"), Reset()])


def test_whoever_was_forgotten_is_told_nothing_more_by_those_who_were_connected() -> None:
    """What they still say would be numbered by another than who has its name by now."""

    async def scenario() -> None:
        desk = Desk()
        old = desk.peers.named("them")
        old.send(Said(1, b"on its way"))
        desk.peers._undelivered(Heard("brouhaha.undelivered.us.them", b"", undelivered=True))
        old.send(Said(1, b"late"))
        new = desk.peers.named("them")
        new.send(Said(2, b"first"))
        await asyncio.sleep(0)
        assert desk.tape.sent == [Parcel("us", 1, [Said(2, b"first")])]

    run(scenario())


def test_whoever_has_a_history_that_we_do_not_know_comes_again() -> None:
    """We have forgotten them, and they do not know it."""

    async def scenario() -> None:
        desk = Desk()
        desk.hear(7, Said(1, b"{}"))
        assert desk.lost == ["them"]
        desk.hear(8, Said(1, b"{}"))
        assert desk.lost == ["them"]

    run(scenario())


def test_whoever_has_forgotten_us_begins_anew_and_so_do_we() -> None:
    """Those who were connected come again, once; what comes after is heard."""

    async def scenario() -> None:
        desk = Desk()
        desk.hear(1, Said(1, b"{}"))
        desk.peers.named("them").send(Said(9, b"{}"))
        await asyncio.sleep(0)
        desk.hear(1, Said(2, b"{}"))
        assert desk.lost == ["them"]
        desk.hear(2, Said(2, b"{}"))
        desk.peers.named("them").send(Said(9, b"{}"))
        await asyncio.sleep(0)
        assert desk.lost == ["them"]
        assert [parcel.number for parcel in desk.tape.sent] == [1, 1]
        assert Reset() not in [item for parcel in desk.tape.sent for item in parcel.items]

    run(scenario())


def test_whom_nobody_has_asked_anything_was_not_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with which we talked a while ago has a table that somebody enters now."""
    monkeypatch.setattr(peers_module, "PING_EVERY", 0.01)

    async def scenario() -> None:
        desk = Desk()
        needed = False
        desk.peers._needed = lambda peer: needed
        peer = desk.peers.named("them")
        peer.heard_at -= 100
        assert desk.peers.named("them") is peer
        needed = True
        watching = asyncio.create_task(desk.peers.watch())
        async with asyncio.timeout(SOON):
            while len(desk.tape.sent) < 3:
                await asyncio.sleep(0.01)
        watching.cancel()
        assert desk.lost == []

    run(scenario())


class Ends:
    """Two processes over a bus that keeps everything in order."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, bytes]] = []
        self.heard: dict[str, list[Item]] = {"a": [], "b": []}
        self.lost: list[str] = []
        self.peers = {name: self._end(name) for name in "ab"}

    def _end(self, name: str) -> Peers:
        return Peers(
            cast("Bus", self), name, Clock(), lambda peer, item: self.heard[name].append(item),
            lambda peer: self.lost.append(name), lambda peer: True,
        )  # fmt: skip

    def send(self, subject: str, payload: bytes, undelivered: str = "") -> None:
        self.posted.append(("b" if decode_parcel(payload).sender == "a" else "a", payload))

    async def deliver(self) -> None:
        """Until there is nothing left to say."""
        for _ in range(10):
            await asyncio.sleep(0)
            posted, self.posted = self.posted, []
            for name, payload in posted:
                self.peers[name]._hear(payload)
        assert not self.posted, "they do not come to an end"


def test_who_has_forgotten_the_other_and_is_spoken_to_first_agrees_with_it_again() -> None:
    """As after a sleep: both took the other's answer for a new beginning, for ever."""

    async def scenario() -> None:
        ends = Ends()
        a, b = ends.peers["a"], ends.peers["b"]
        for _ in range(3):
            a.named("b").send(Said(1, b"x"))
            b.named("a").send(Told([1], b"y"))
            await ends.deliver()
        assert ends.lost == []
        a._forget("b")
        b.named("a").send(Told([1], b"of old"))
        await ends.deliver()
        assert sorted(set(ends.lost)) == ["a", "b"]
        ends.lost.clear()
        for _ in range(3):
            a.named("b").send(Said(2, b"new"))
            b.named("a").send(Told([2], b"new"))
            await ends.deliver()
        assert ends.lost == []
        assert ends.heard["a"][-3:] == [Told([2], b"new")] * 3
        assert ends.heard["b"][-3:] == [Said(2, b"new")] * 3

    run(scenario())
