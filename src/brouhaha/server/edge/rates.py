"""Token buckets: a steady rate, and some at once. Time is an argument, in seconds."""

from __future__ import annotations

from collections.abc import Callable

from brouhaha.server.edge.last_used import LastUsed
from brouhaha.server.edge.tally import Tally


class Bucket:
    """It fills at `rate` a second up to `most`; each thing done takes one out."""

    __slots__ = ("_filled_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._filled_at = now

    def take(self, now: float, count: int = 1) -> bool:
        """Is there one left? Without a `count`, it stays there."""
        left = self._left + (now - self._filled_at) * self._rate
        if left > self._most:
            left = self._most
        self._filled_at = now
        enough = left >= 1
        self._left = left - count if enough else left
        return enough

    def owe(self, count: float) -> None:
        """So much was had elsewhere."""
        self._left -= count


class Buckets:
    """One bucket for each address, of the addresses last heard of."""

    def __init__(self, rate: float, most: float, remembered: int) -> None:
        self._rate = rate
        self._most = most
        self._remembered = remembered
        self._buckets: LastUsed[Bucket] = LastUsed(remembered)
        self._tally: Tally | None = None

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float, count: int = 1) -> bool:
        took = self._bucket(address, now).take(now, count)
        if took and count and self._tally is not None:
            self._tally.add(address, (count,))
        return took

    def owe(self, address: str, now: float, count: float) -> None:
        """So much was had elsewhere."""
        self._bucket(address, now).owe(count)

    def share(self, part: float) -> Tally:
        """From now on others are told of what is had here, in parts of what may be had at once."""
        self._tally = Tally((self._most * part,), self._remembered)
        return self._tally

    def _bucket(self, address: str, now: float) -> Bucket:
        return self._buckets.get(address, lambda: Bucket(self._rate, self._most, now))


class Counts:
    """How many things each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}
        self.elsewhere: Callable[[str], int] = lambda address: 0  # in other processes

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, address: str) -> bool:
        """One more; False if that would be too many."""
        count = self._open.get(address, 0)
        if count + self.elsewhere(address) >= self._most:
            return False
        self._open[address] = count + 1
        return True

    def many(self, part: float) -> dict[str, int]:
        """Of addresses that have so large a part of what they may have."""
        return {address: n for address, n in self._open.items() if n >= self._most * part}

    def leave(self, address: str) -> None:
        count = self._open[address] - 1
        if count:
            self._open[address] = count
        else:
            del self._open[address]
