"""The other processes that we talk with: one numbered stream each way, and whether they are there.

What is said in one turn of the event loop goes out as one message. A peer is lost when NATS knows
of nobody under its name, when it has been silent for `SILENCE`, or when a number is missing.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from brouhaha.bus import Bus, Heard
from brouhaha.server.clock import Clock
from brouhaha.server.cluster.messages import (
    Item,
    Parcel,
    Ping,
    Pong,
    Reset,
    Told,
    decode_parcel,
    encode,
    process_subject,
    undelivered_subject,
)

PING_EVERY: Final = 0.4  # seconds
SILENCE: Final = 1.6  # seconds: three pings were not answered, and the fourth is due
HOPS: Final = 16  # that are remembered: about six seconds
PARCEL_BYTES: Final = 262_144  # NATS takes a megabyte


class Peer:
    """Another process."""

    def __init__(self, bus: Bus, me: str, name: str, now: float) -> None:
        self.name = name
        self.hop: float | None = None  # ms of the tables' time, there and back, once it is known
        self.forgotten = False  # then whoever was connected through it has nothing more to say
        self.heard_at = now
        self._bus = bus
        self._me = me
        self._loop = asyncio.get_running_loop()
        self._hops: deque[float] = deque(maxlen=HOPS)
        self._items: list[Item] = []
        self._bytes = 0
        self._sent = 0
        self._expected = 1
        self._begins = True  # our 1 is new to it, and its own 1 the answer to that

    # Out

    def send(self, item: Item) -> None:
        if self.forgotten:  # another one has its name, and numbers of its own
            return
        if not self._items:
            self._loop.call_soon(self._flush)
        self._items.append(item)

    def tell(self, conn: int, frame: bytes) -> None:
        """Those who are told the same one after the other are told it in one item."""
        last = self._items[-1] if self._items else None
        if type(last) is Told and last.frame == frame:
            last.conns.append(conn)
            return
        self.send(Told([conn], frame))
        self._bytes += len(frame)
        if self._bytes > PARCEL_BYTES:
            self._flush()

    def _flush(self) -> None:
        if not self._items or self.forgotten:  # it went out because it was long
            return
        items, self._items, self._bytes = self._items, [], 0
        self._sent += 1
        parcel = encode(Parcel(self._me, self._sent, items))
        self._bus.send(process_subject(self.name), parcel, undelivered_subject(self._me, self.name))

    # In

    def is_next(self, number: int) -> bool:
        """Does this parcel follow the last one? Or is it the answer to our beginning: then what it
        said before it heard of that has come first."""
        expected, self._expected = self._expected, number + 1
        answers, self._begins = self._begins and number == 1, self._begins and number != 1
        return answers or number == expected

    def has_forgotten_us(self, number: int) -> bool:
        """It counts from 1 again. We then do so too, and its next 1 would be the answer to ours: if
        both took the other's answer for a beginning, there would be no end of it."""
        return number == 1 and self._expected > 1 and not self._begins

    def begin_anew(self) -> None:
        """Both sides count from 1 again."""
        self._expected, self._sent = 2, 0

    def measured(self, hop: float) -> None:
        """Low, but not the lowest: a stray hurry does not count."""
        self._hops.append(hop)
        self.hop = sorted(self._hops)[len(self._hops) // 5]


class Peers:
    def __init__(
        self,
        bus: Bus,
        me: str,
        clock: Clock,
        heard: Callable[[Peer, Item], None],
        lost: Callable[[Peer], None],
        needed: Callable[[Peer], bool],
    ) -> None:
        """`heard`: what a peer says; `lost`: nobody is connected through it any more; `needed`: is
        anybody?"""
        self._bus = bus
        self._me = me
        self._clock = clock
        self._heard = heard
        self._lost = lost
        self._needed = needed
        self._peers: dict[str, Peer] = {}

    async def begin(self) -> None:
        await self._bus.follow(process_subject(self._me), self._hear)
        await self._bus.listen(undelivered_subject(self._me, "*"), self._undelivered)

    def named(self, name: str) -> Peer:
        peer = self._peers.get(name)
        if peer is None:
            peer = self._peers[name] = Peer(self._bus, self._me, name, time.monotonic())
        elif not self._needed(peer):  # nobody has asked it anything: it was not silent
            peer.heard_at = time.monotonic()
        return peer

    def _hear(self, payload: bytes) -> None:
        parcel = decode_parcel(payload)
        peer = self.named(parcel.sender)
        peer.heard_at = time.monotonic()
        if peer.has_forgotten_us(parcel.number):
            peer.begin_anew()
            self._lost(peer)
        elif not peer.is_next(parcel.number):
            peer.send(Reset())
            self._lost(peer)
        for item in parcel.items:
            if type(item) is Ping:
                peer.send(Pong(item.sent))
            elif type(item) is Pong:
                peer.measured(self._clock.now() - item.sent)
            elif type(item) is Reset:
                self._lost(peer)
            else:
                self._heard(peer, item)

    def _undelivered(self, heard: Heard) -> None:
        """NATS knows of nobody under that name."""
        if heard.undelivered:
            self._forget(heard.subject.rpartition(".")[2])

    def _forget(self, name: str) -> None:
        peer = self._peers.pop(name, None)
        if peer is not None:
            peer.forgotten = True
            self._lost(peer)

    async def watch(self) -> None:
        """Ping those through whom anybody is connected, and find out who is silent."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(PING_EVERY)
            now = time.monotonic()
            if now - began > PING_EVERY + SILENCE / 2:  # it was us who slept: ask before judging
                for peer in self._peers.values():
                    peer.heard_at = now
            for peer in [each for each in self._peers.values() if self._needed(each)]:
                if now - peer.heard_at > SILENCE:
                    self._forget(peer.name)
                else:
                    peer.send(Ping(self._clock.now()))
