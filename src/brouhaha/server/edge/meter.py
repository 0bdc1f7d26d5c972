"""What one connection says, counted and paid for.

Two things are asked of every frame:

- **Who pays for it?** Its seat (before it has one, the connection; of several, the one it speaks
  for), and its address for what others
  are told because of it. That is settled in lots of a few frames: at every frame it would cost a
  tenth of a move.
- **Is it its turn?** All sockets of an address stand in one line. While the address says no more
  than a roomful of players does, nobody waits; beyond that, after a frame the next one is read when
  its turn has come. So a flood takes a small share of the server, whatever it consists of, and
  whoever floods waits for themselves: a connection has one frame in the line at a time.
"""

from __future__ import annotations

import re
from typing import Final

from brouhaha.server.edge.budgets import Budget, Budgets, Costs, spend
from brouhaha.server.edge.limits import Limits
from brouhaha.server.tables.link import Link

LOT, LOT_BYTES = 8, 2_048  # frames and bytes that are paid for together
BEAT_BYTES, BEAT_WORD = 40, b'"beat"'  # of a message that nobody else is told of
MEASURED = b'{"type":"measured"'  # nor of this one
BY_WORD, BY = b'"by"', re.compile(rb'"by"\s*:\s*(\d{1,2})\b')  # for which of a device's seats
FREE_SECONDS: Final = 0.5  # of turns that come at once: fingers are quicker in a finish


class Meter:
    """Of one connection."""

    __slots__ = (
        "_budgets",
        "_every",
        "_frames",
        "_longest_lot",
        "_lot",
        "_shared",
        "_told",
        "account",
        "budget",
        "heard_at",
        "person",
        "turn",
        "unpaid_bytes",
    )

    def __init__(self, budgets: Budgets, address: str, limits: Limits, now: float) -> None:
        self._budgets = budgets
        self.account = budgets.account(address, now)
        self.budget = budgets.of_a_seat(now)  # a seat's own, once it has one
        self.person: int | None = None  # whose seat pays
        self._shared = False  # it has spoken for more than one
        self.heard_at = now  # the last frame of any kind
        self.turn = now  # before it, the next frame is not read
        self._every = 1 / max(limits.frames_in_line, limits.frames_a_second)
        self._longest_lot = max(1, min(LOT, int(limits.frames_at_once / 10)))
        self._lot = 1  # so many frames are paid for together
        self._frames = self.unpaid_bytes = self._told = 0

    def heard(self, text: bytes, link: Link | None, now: float) -> Budget | None:
        """A frame. Gives the budget that is used up, if one is: it is not to be listened to."""
        self.take_turn(now)
        if link is not None and (self._shared or BY_WORD in text):
            self._let_speaker_pay(text, link, now)
        self._frames += 1
        self.unpaid_bytes += len(text)
        if link is not None and (len(text) > BEAT_BYTES or BEAT_WORD not in text):
            self._told += not text.startswith(MEASURED)
        if self._frames >= self._lot or self.unpaid_bytes > LOT_BYTES:
            return self.pay(link, now)
        return None

    def take_turn(self, now: float) -> None:
        """A frame of any kind."""
        self.heard_at = now
        account, earliest = self.account, now - FREE_SECONDS
        turn = account.talk_turn
        account.talk_turn = self.turn = (turn if turn > earliest else earliest) + self._every

    def pay(self, link: Link | None, now: float) -> Budget | None:
        """For all that was said since the last time, and for what everybody at the table may be
        told because of it. Gives the budget that is used up; then every frame is looked at."""
        told = size = 0
        if self._told and link is not None:
            told = self._told * link.clients
            size = told * link.weight.frame_bytes
        costs: Costs = (self._frames, self.unpaid_bytes, told, size)
        budgets = (self.budget, self.account.talk) if told else (self.budget,)
        self._frames = self.unpaid_bytes = self._told = 0
        over = spend(now, costs, *budgets)
        if over is not None and costs[0] > 1:
            self.budget.owe(costs)  # all but the last of these were heard
        self._lot = self._longest_lot if over is None else 1
        return over

    def claim_seat(self, link: Link, person: int, now: float) -> None:
        """From now on the seat pays, as it did on the connections that its player had before."""
        if person != self.person:
            self.pay(link, now)
            self.budget = self._budgets.seat(link.code, person, now)
            self.person = person

    def _let_speaker_pay(self, text: bytes, link: Link, now: float) -> None:
        """Each seat of a device pays for itself. A frame that names another than it speaks for
        only makes another seat of the same device pay."""
        self._shared = True
        named = BY.search(text)
        person = link.held.get(int(named[1])) if named is not None else link.person
        if person is not None:
            self.claim_seat(link, person, now)
