"""Who was first? Judged by when a player acted, not by when the message came in.

    acted = sent(seen) + after, held within ± slack of arrival − RTT,
            never before that seat's previous action and never after its arrival

All times are on the server's line, less the way there and back: who reacts sooner to the same
update acted sooner, however far away. So nobody gains by distance, and a liar at most the slack.

A contested move waits until no other seat's earlier one can still be on its way, at most
`LONGEST_WAIT` after its arrival. A move that nobody contests passes at once, unless it would
overtake a waiting one that was made before it. Which of the two a move is, is judged when it is
the first in the queue.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from operator import attrgetter
from typing import Final

import msgspec

from brouhaha.engine.game import Action
from brouhaha.table.rtt import Line

LONGEST_WAIT: Final = 250.0  # ms after arrival: beyond it a game feels slow to everybody


class Move(msgspec.Struct, gc=False):
    """A move on its way into the match. Times are the server's."""

    seat: int
    action: Action
    arrived: float
    acted: float
    id: int | None = None  # a bot's has none
    seen: int = -1
    contested: bool = False
    until: float | None = None  # it waits for rivals until then; None: not judged yet


class Race(msgspec.Struct, frozen=True, gc=False):
    """A contested move that was accepted: what losers are compared with."""

    seat: int
    acted: float
    seq: int  # of the update that will tell it


def acted_at(
    arrived: float, sent: float | None, after: float, rtt: float, slack: float, previous: float
) -> float:
    """When the player acted, as far as they are believed."""
    expected = arrived - rtt
    acted = expected if sent is None else sent + after
    # Plain comparisons: every move comes by here, and min and max cost four times as much.
    if acted < expected - slack:
        acted = expected - slack
    elif acted > expected + slack:
        acted = expected + slack
    if acted < previous:
        acted = previous
    return acted if acted < arrived else arrived


def waits_until(acted: float, arrived: float, others: float) -> float:
    """Until when a contested move waits; `others`: how far an earlier rival may be behind."""
    return min(acted + others, arrived + LONGEST_WAIT)


def farthest(lines: Mapping[int, Line], but: int | None = None) -> float:
    """How long an earlier action of any of these seats may still be on its way; 0: there is nobody.

    `but`: not counting this seat.
    """
    reach = 0.0
    for seat, line in lines.items():
        if line.reach > reach and seat != but:
            reach = line.reach
    return reach


class Queue:
    """The moves that wait, the one that was made first in front."""

    __slots__ = ("_moves", "first")

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self.first: Move | None = None

    def add(self, move: Move) -> None:
        if self.first is None:
            self._moves.append(move)
            self.first = move
        else:
            insort(self._moves, move, key=_acted)
            self.first = self._moves[0]

    def pop(self) -> Move:
        move = self._moves.pop(0)
        self.first = self._moves[0] if self._moves else None
        return move

    def waiting_of(self, seat: int) -> int:
        return sum(move.seat == seat for move in self._moves)


_acted: Final = attrgetter("acted")
