"""What is told to other programs, from whichever process it happens in to whichever they read at.

Each process reports which feeds somebody reads there; what happens is sent while somebody does.
Whoever begins to read is known to the others within a report.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Final

import msgspec

from brouhaha.bus import Bus, Heard
from brouhaha.server.cluster.messages import FEED, Report, encode
from brouhaha.server.feed.feed import Feed, Topic
from brouhaha.server.feed.types import Told

REMEMBERED: Final = 2.0  # seconds: who has reported nothing for so long reads nothing


class FeedMessage(msgspec.Struct, array_like=True):
    """What one process tells all others."""

    sender: str
    topics: list[Topic]
    told: Told


decode: Final = msgspec.msgpack.Decoder(FeedMessage).decode


class SharedFeeds:
    def __init__(self, bus: Bus, me: str) -> None:
        self._bus = bus
        self._me = me
        self._feed: Feed | None = None
        self._read: dict[
            str, tuple[frozenset[Topic], float]
        ] = {}  # by process, and when it said so

    def join(self, feed: Feed) -> None:
        """This process's own."""
        self._feed = feed
        feed.elsewhere = self

    async def begin(self) -> None:
        await self._bus.listen(FEED, self._hear)

    # Who reads what

    def read_here(self) -> list[Topic]:
        self._forget_the_silent()
        return [] if self._feed is None else self._feed.read_here()

    def hear(self, report: Report) -> None:
        known, _ = self._read.get(report.sender, (frozenset(), 0.0))
        now = frozenset(report.feeds)
        self._read[report.sender] = now, time.monotonic()
        if now != known and self._feed is not None:
            self._feed.listen()

    def _forget_the_silent(self) -> None:
        oldest = time.monotonic() - REMEMBERED
        silent = [name for name, (_, heard_at) in self._read.items() if heard_at < oldest]
        for name in silent:
            del self._read[name]
        if silent and self._feed is not None:
            self._feed.listen()

    def wants(self, topics: Collection[Topic] | None = None) -> bool:
        """Does somebody elsewhere read one of these, or anything at all?"""
        read = (feeds for feeds, _ in self._read.values())
        return any(feeds if topics is None else not feeds.isdisjoint(topics) for feeds in read)

    # What is told

    def tell(self, told: Told, topics: Collection[Topic]) -> None:
        if self.wants(topics):
            self._bus.send(FEED, encode(FeedMessage(self._me, list(topics), told)))

    def _hear(self, heard: Heard) -> None:
        message = decode(heard.payload)
        if message.sender != self._me and self._feed is not None:
            self._feed.give_out(message.told, message.topics)
