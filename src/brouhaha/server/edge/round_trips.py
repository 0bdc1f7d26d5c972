"""How long it takes to a client and back: what it is asked, when, and when its answer came.

Two ways: a ping, which the client's browser or a proxy before it answers, and a `measure` inside
the socket, which only the page itself can. What is sent is random: nothing is answered early.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import Final
from zlib import crc32

from brouhaha.server.clock import Clock
from brouhaha.server.edge.direct_socket import PING, TEXT
from brouhaha.server.edge.limits import Limits
from brouhaha.server.tables.link import Link
from brouhaha.table import wire
from brouhaha.table.rtt import FIRST_PINGS, Pings, is_measured

HEX: Final = re.compile("[0-9a-f]{16}")


class RoundTrips:
    """Of one connection."""

    __slots__ = ("_clock", "_first_waits", "_limits", "_measures", "_pinged", "_pings", "_send")

    def __init__(self, clock: Clock, limits: Limits, send: Callable[[bytes, int], None]) -> None:
        self._clock = clock
        self._limits = limits
        self._send = send  # a frame of a kind
        self._pings = Pings(secrets.token_bytes)
        self._pinged = 0  # times, since it has a seat
        self._measures: Pings | None = None  # if its page answers them
        self._first_waits = list(reversed(FIRST_PINGS))

    def end(self) -> None:
        """Nothing more is sent. It forgets its connection: they would be garbage in a cycle."""
        self._send = _nowhere

    # Pings

    def ping(self) -> None:
        self._send(self._pings.ping(self._clock.now()), PING)

    def pong(self, payload: bytes) -> float | None:
        """The round trip in ms; None: nobody asked for this pong."""
        return self._pings.pong(payload, self._clock.now())

    def until_next_ping(self, link: Link | None, *, plays: bool) -> float:
        """Seconds."""
        every = self._limits.ping_seconds if plays else self._limits.quiet_ping_seconds
        if self._first_waits and self._first_waits[-1] < every:
            return self._first_waits.pop()
        # All who play at a table at the same moment, each table at another: one waking, not four.
        moment = crc32(link.code.encode()) if link is not None and plays else hash(self)
        whose = moment % 9973 / 997
        wait = every - (time.monotonic() + whose) % every
        return wait if wait > every / 2 else wait + every

    # Measures

    def page_answers(self) -> None:
        """Its page has said that it answers `measure`."""
        self._measures = Pings(secrets.token_bytes)

    def measure_is_due(self) -> bool:
        """Does one go with this ping of a player's?"""
        self._pinged += 1
        return is_measured(self._pinged)

    def measure(self) -> None:
        """Inside the socket, if that is answered."""
        if self._measures is not None:
            nonce = self._measures.ping(self._clock.now()).hex()
            self._send(wire.encode(wire.ClientOutMeasure(nonce)), TEXT)

    def measured(self, answer: wire.ClientInMeasured) -> float | None:
        """The round trip in ms, through whatever lies between; None: nobody asked for this."""
        if self._measures is None or not HEX.fullmatch(answer.nonce):
            return None
        return self._measures.pong(bytes.fromhex(answer.nonce), self._clock.now())


def _nowhere(frame: bytes, kind: int) -> None:
    """Whoever it was for has gone."""
