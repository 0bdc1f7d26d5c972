"""Limits by address, for all processes together: each tells the others what an address has had of
it, and they take that from what the address may still have.

What is told comes a moment later: an address that floods several processes in the same quarter of a
second has as much from each for that long. Then it owes all of it everywhere.
"""

from __future__ import annotations

import time
from typing import Final

from brouhaha.server.cluster.messages import Amounts, Report
from brouhaha.server.edge.budgets import Budget
from brouhaha.server.edge.tally import Tally
from brouhaha.server.edge.visitors import Visitors

PART: Final = 1 / 64  # of what may be had at once: less is not worth telling yet
MANY_SOCKETS: Final = 1 / 16  # of those that an address may have
REMEMBERED: Final = 3.0  # seconds: the sockets of a process that tells nothing are gone


class SharedLimits:
    def __init__(self, visitors: Visitors) -> None:
        self._visitors = visitors
        self._tallies: dict[str, Tally] = visitors.budgets.share(PART)
        for name, buckets in visitors.buckets.items():
            self._tallies[name] = buckets.share(PART)
        self._sockets: dict[str, tuple[float, dict[str, int]]] = {}
        visitors.sockets.elsewhere = self._sockets_elsewhere

    # Ours, for the others

    def had(self) -> dict[str, Amounts]:
        """Since it was last asked for."""
        taken = {name: tally.take() for name, tally in self._tallies.items()}
        return {name: amounts for name, amounts in taken.items() if amounts}

    def sockets(self) -> dict[str, int]:
        return self._visitors.sockets.many(MANY_SOCKETS)

    # Theirs

    def hear(self, report: Report) -> None:
        now = time.monotonic()
        self._sockets[report.sender] = now, report.sockets
        for name, amounts in report.had.items():
            for address, had in amounts.items():
                self._owe(name, address, had, now)

    def _owe(self, name: str, address: str, had: tuple[float, ...], now: float) -> None:
        buckets = self._visitors.buckets.get(name)
        if buckets is not None:
            buckets.owe(address, now, had[0])
            return
        budget = self._budget(name, address, now)
        if budget is not None:
            frames, size, told, told_size = had
            Budget.owe(budget, (frames, size, told, told_size))  # not noted: others know it

    def _budget(self, name: str, address: str, now: float) -> Budget | None:
        """None: a measure that only a later release knows."""
        budgets = self._visitors.budgets
        if name == "seats":
            return budgets.seat_named(address, now)
        account = budgets.account(address, now)
        return {"visits": account.visits, "talk": account.talk}.get(name)

    def _sockets_elsewhere(self, address: str) -> int:
        for sender, (at, _) in list(self._sockets.items()):
            if time.monotonic() - at > REMEMBERED:
                del self._sockets[sender]
        return sum(sockets.get(address, 0) for _, sockets in self._sockets.values())
