"""How far away is a seat? Measured by the server alone, so that nobody can claim a distance.

- A ping's payload is random: a pong cannot be sent before its ping has come.
- A pong can be sent late, to seem far away. Where the client connects directly, the kernel's own
  round trip time (TCP_INFO) is the ceiling, and late pongs bring nothing. Behind a proxy it cannot
  be checked: then a seat gets no more than `UNCHECKED` ms of credit, however far it seems. (A proxy
  that passes the kernel's figure on, as nginx can with $tcpinfo_rtt, makes it checkable again.)
- The low quantile of a window is the distance; the spread of the window is the seat's jitter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

FIRST_PINGS: Final = (0.25, 0.5, 1.0, 2.0)  # seconds between them: who just came may act soon
WINDOW: Final = 16  # pings: a minute and a half, so that a change of network is noticed
LOW, HIGH = 0.2, 0.8  # quantiles: a stray delay, or a stray hurry, moves neither
LEAST_SLACK: Final = 10.0  # ms: a screen's frame and a timer's grain
MOST_SLACK: Final = 40.0  # ms: all that a lie in `after` can win
ALLOWANCE: Final = 5.0  # ms: what a client's own process may add to the kernel's round trip
UNCHECKED: Final = 15.0  # ms of credit without a check: what a forger on the spot can win by it


class Line:
    """One connection's distance, as far as it is believed."""

    __slots__ = ("_kernels", "_pings", "reach", "rtt", "slack")

    def __init__(self) -> None:
        self._pings: deque[float] = deque(maxlen=WINDOW)
        self._kernels: deque[float] = deque(maxlen=WINDOW)
        self.rtt = 0.0  # ms: how much earlier than its arrival an action may count
        self.slack = LEAST_SLACK  # ms: how exactly that is known
        self.reach = LEAST_SLACK  # ms: how long after an action it may come in and be believed

    def measured(self, ping: float, kernel: float | None) -> None:
        """A ping's round trip, and the kernel's if it is known, in ms."""
        self._pings.append(max(0.0, ping))
        pings = sorted(self._pings)
        low, high = _quantile(pings, LOW), _quantile(pings, HIGH)
        self.slack = min(max(2 * (high - low), LEAST_SLACK), MOST_SLACK)
        if kernel is not None:
            self._kernels.append(max(0.0, kernel))
        self.rtt = min(low, self._ceiling())
        self.reach = self.rtt + self.slack

    def _ceiling(self) -> float:
        if not self._kernels:
            return UNCHECKED
        return _quantile(sorted(self._kernels), LOW) + ALLOWANCE


class Pings:
    """The pings of one connection that are on their way."""

    MOST_OPEN: Final = 8  # older ones are lost: a client that does not answer costs no memory

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._open: dict[bytes, float] = {}

    def ping(self, now: float) -> bytes:
        """The payload to send."""
        payload = self._entropy(8)
        self._open[payload] = now
        if len(self._open) > self.MOST_OPEN:
            del self._open[next(iter(self._open))]
        return payload

    def pong(self, payload: bytes, now: float) -> float | None:
        """The round trip in ms; None: nobody asked for this pong."""
        sent = self._open.pop(payload, None)
        return None if sent is None else now - sent


def _quantile(ordered: list[float], share: float) -> float:
    return ordered[int(share * (len(ordered) - 1))]
