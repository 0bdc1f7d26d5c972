"""What do fair races cost a move? The processor's time, beside a table that goes by arrival.

    python -m bench.race_cost [--rounds 400] [--uncontested]

Four people play nimble at a real table: frames are decoded, judged, logged and told; `measured`
also measures their lines as often as a server does while moves come every 250 ms. Sockets and disk,
which cost a move more than all of that, are left out: so the share is the highest there is. The
three take turns in one process, many times, each for some milliseconds; the least of each is
compared, so what else the machine does hardly shows.
"""

from __future__ import annotations

import argparse
import gc
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Literal, get_args
from unittest.mock import patch

import msgspec

from brouhaha.server.edge.limits import Limits
from brouhaha.table import Table, match_control, wire
from brouhaha.table.live_match import HELD_UP, LiveMatch
from brouhaha.table.moves import action_reader
from brouhaha.table.outcomes import Move, SentUpdate
from brouhaha.table.rtt import MEASURE_EVERY

SEATS, EVERY = 4, 250.0  # people; ms between two moves at the table
CONTESTED = 36  # of so many moves, up to three
RTTS = (5.0, 20.0, 40.0, 120.0)
MOVES = 60  # of a round
FLIP, BACK = b'{"type":"flip"}', b'{"type":"back"}'  # each seat's moves, in turn
UPDATE = b'{"type":"update","seq":'
PLACE = b'{"type":"place","pile":%d,"onto":%s}'


class Piles(msgspec.Struct):
    piles: list[msgspec.Raw]


class Heard(msgspec.Struct):
    public: Piles


Rule = Literal["arrival", "judged", "measured"]  # by arrival, fair, and fair with its measuring


class ByArrival(LiveMatch):
    """A match without fair races: nothing is measured, believed or waited for."""

    def submit(
        self, seat: int, message: wire.ClientInAct, seen: SentUpdate | None, now: float
    ) -> None:
        action = action_reader(self.match.game)(message.action)
        if seen is not None and now - seen.at - message.after > HELD_UP:
            self._check_scene(seen)
        self._acted[seat] = now
        self.queue.add(Move(seat, action, now, now, message.id, message.seen, None))

    def _judged(self, move: Move, now: float) -> float:
        move.contested = self.match.game.contested(self.match.state, move.seat, move.action)
        return move.arrived

    def _overtime(self) -> float:
        return 0.0


class Play:
    """One table, and how its moves come in."""

    def __init__(self, *, contested: bool) -> None:
        self.contested = contested
        self.now = 0.0
        self.table = Table.open("RACES", "nimble", {}, now=0.0, entropy=Random(1).randbytes)
        self.update = b""
        self.holds = [False] * SEATS  # a card lies on their discard
        self.moves = [count(1) for _ in range(SEATS)]
        for seat in range(SEATS):
            self.table.receive(seat, wire.ClientInHello("RACES", name=f"P{seat}"), 0.0)
            self.tell()
            for late in range(8):
                self.table.answered(seat, RTTS[seat] + late, 0.0)
        self.table.receive(0, wire.ClientInStart(anyway=True), 0.0)
        self.tell()
        self.now = 10_000.0
        self.table.wake(self.now)
        self.tell()

    def tell(self) -> None:
        while self.table.dirty:
            effects = self.table.committed(self.table.flush(), self.now)
            for effect in effects:
                frame = getattr(effect, "frame", b"")
                if frame.startswith(UPDATE):
                    self.update = frame

    def move(self, number: int) -> None:
        seat = number % SEATS
        action = BACK if self.holds[seat] else FLIP
        if self.contested and self.holds[seat] and number % CONTESTED < SEATS - 1:
            piles = msgspec.json.decode(self.update, type=Heard).public.piles
            action = PLACE % (number % len(piles), bytes(piles[number % len(piles)]))
        self.holds[seat] = not self.holds[seat]
        seen = int(self.update[len(UPDATE) : self.update.index(b",", len(UPDATE))])
        frame = b'{"type":"act","id":%d,"seen":%d,"after":%.1f,"action":%s}' % (
            next(self.moves[seat]), seen, EVERY - RTTS[seat], action,
        )  # fmt: skip
        self.now += EVERY
        self.table.receive(seat, wire.decode(frame), self.now)
        self.tell()
        wakes = self.table.wakes_at
        if wakes is not None and wakes < self.now + EVERY:
            self.now = max(wakes, self.now)
            self.table.wake(self.now)
            self.tell()

    def measure(self, number: int) -> None:
        """As often as a connection does: a ping every few seconds, a `measure` now and then."""
        pings = int(number * EVERY / (Limits().ping_seconds * 1000))
        if pings == int((number - 1) * EVERY / (Limits().ping_seconds * 1000)):
            return
        for seat in range(SEATS):
            self.table.proven(seat, RTTS[seat])
            self.table.measured(seat, RTTS[seat] + number % 7)
            if pings % MEASURE_EVERY == 0:
                self.table.answered(seat, RTTS[seat] + number % 5, 0.0)


def timed(rule: Rule, *, contested: bool) -> float:
    """Microseconds of the processor that a move takes."""
    with patch.object(match_control, "LiveMatch", ByArrival if rule == "arrival" else LiveMatch):
        play = Play(contested=contested)
    gc.collect()
    gc.disable()
    began = process_time()
    for number in range(1, MOVES + 1):
        if rule == "measured":
            play.measure(number)
        play.move(number)
    took = process_time() - began
    gc.enable()
    return took / MOVES * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--uncontested", action="store_true", help="no move is")
    args = parser.parse_args()
    took: dict[Rule, list[float]] = {rule: [] for rule in get_args(Rule)}
    for _ in range(args.rounds):
        for rule, times in took.items():
            times.append(timed(rule, contested=not args.uncontested))
    least = min(took["arrival"])
    for rule, times in took.items():
        more = 100 * (min(times) / least - 1)
        print(f"{rule}: {min(times):.2f} µs a move ({median(times):.2f} median), {more:+.1f} %")


if __name__ == "__main__":
    main()
