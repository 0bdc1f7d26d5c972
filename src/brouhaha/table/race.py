"""Who was first? Judged by when a player acted, not by when the message came in.

    acted = sent(seen) + after, held within ± slack of arrival − RTT,
            never before that seat's previous action and never after its arrival

All times are on the server's line, less the way there and back: who reacts sooner to the same
update acted sooner, however far away. So nobody gains by distance, and a liar at most the slack.

A contested move waits until no other seat's earlier one can still be on its way, at most
`LONGEST_WAIT` after its arrival. A move that nobody contests passes at once, unless it would
overtake a waiting one that was made before it.
"""

from __future__ import annotations

from bisect import insort
from typing import Final

import msgspec

from brouhaha.engine.game import Action

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
    until: float = 0.0  # it waits for others until then


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


class Queue:
    """The moves that wait, the one that was made first in front."""

    __slots__ = ("_moves",)

    def __init__(self) -> None:
        self._moves: list[Move] = []

    def add(self, move: Move) -> None:
        insort(self._moves, move, key=_acted)

    def pop(self) -> Move:
        return self._moves.pop(0)

    @property
    def first(self) -> Move | None:
        return self._moves[0] if self._moves else None

    def waiting_of(self, seat: int) -> int:
        return sum(move.seat == seat for move in self._moves)

    def __len__(self) -> int:
        return len(self._moves)


def _acted(move: Move) -> float:
    return move.acted
