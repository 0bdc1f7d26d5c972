"""Who wins a race, and who should have? Contested Stop!s at a real table, in simulated time.

    python bench/races.py [--races 20000]

Four people play NoNo over a simulated network. Each reacts to the same card after a time of their
own, counted from the moment their screen shows it; who takes least truly won. The table is the real
one, with its real messages; only the wires, the clock and the people are made up. `races.md` tells
the model and the figures; the figures are checked here, and the command fails if one is missed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import accumulate, count
from random import Random
from typing import Any

import msgspec

from brouhaha.server.limits import Limits
from brouhaha.table import Send, Settings, Table
from brouhaha.table.rtt import FIRST_PINGS
from brouhaha.table.wire import (
    ClientInAct,
    ClientInHello,
    ClientInReady,
    ClientInRematch,
    ClientInStart,
)

OPTIONS = {"turns": 75, "countdown": 0.5, "search": 30, "answer": 3, "vote": 3, "verdict": 0.6}
SETTINGS = Settings(matches=1_000_000)
STOP = msgspec.Raw(b'{"type":"stop"}')
PING_EVERY = Limits().ping_seconds * 1000
REACTION_MEDIAN, REACTION_SPREAD = 900.0, 0.22  # ms, and the sigma of its logarithm
FAR = (5.0, 40.0, 120.0, 250.0)  # round trips in ms
LAN = (2.0, 4.0, 6.0, 9.0)
EQUAL = (40.0, 40.0, 40.0, 40.0)


class Turn(msgspec.Struct):
    phase: str
    turn: int
    stopper: int | None = None


class Heard(msgspec.Struct):
    """As much of a frame as these people look at."""

    type: str
    seq: int = 0
    public: Turn | None = None


hear = msgspec.json.Decoder(Heard).decode


@dataclass
class Person:
    """Somebody with a screen and a thumb, so many milliseconds away."""

    seat: int
    rtt: float
    lies: bool = False  # says that it tapped at once
    late_pongs: float = 0.0  # ms by which it seems farther away than it is
    direct: bool = True  # the server sees the kernel's own round trip
    searches: int | None = None  # the turn that its screen shows
    seen: int = 0
    drawn: float = 0.0
    moves: int = 0
    arrives: list[float] = field(default_factory=lambda: [0.0, 0.0])  # TCP keeps the order

    def way(self, there: int, now: float, luck: Random) -> float:
        """When what is sent now comes out at the other end."""
        jitter = luck.expovariate(1 / (0.3 + 0.03 * self.rtt))
        self.arrives[there] = max(self.arrives[there], now + self.rtt / 2 + jitter)
        return self.arrives[there]


@dataclass
class Figures:
    races: int = 0
    right: int = 0  # went to who truly acted first
    by_arrival: int = 0  # would have, by order of arrival
    waited: float = 0.0  # ms, of the winners' moves
    wins: list[int] = field(default_factory=lambda: [0] * 4)

    def share(self, seat: int) -> float:
        return 100 * self.wins[seat] / self.races

    def __str__(self) -> str:
        return (
            f"{100 * self.right / self.races:6.2f} % right, by arrival "
            f"{100 * self.by_arrival / self.races:5.1f} %, mean wait "
            f"{self.waited / self.races:5.1f} ms, "
            f"wins {[round(self.share(seat), 1) for seat in range(4)]}"
        )


class World:
    """The table, the people and the wires between them, on one line of events."""

    def __init__(self, people: list[Person], races: int, seed: int) -> None:
        self.people, self.races = people, races
        self.luck, self.reactions = Random(seed), Random(seed + 1)
        self.now = 0.0
        self.events: list[tuple[float, int, str, int, object]] = []
        self.order = count()
        self.figures = Figures()
        self.turn = 0
        self.true: dict[int, float] = {}  # reactions in this turn
        self.arrived: dict[int, float] = {}
        self.table = Table.open(
            "RACES", "nono", OPTIONS, now=0.0, entropy=self.luck.randbytes, settings=SETTINGS
        )

    def at(self, time: float, kind: str, seat: int, what: object = None) -> None:
        heappush(self.events, (time, next(self.order), kind, seat, what))

    def run(self) -> Figures:
        for person in self.people:
            self.table.receive(person.seat, ClientInHello("RACES", name=f"P{person.seat}"), 0.0)
            self.table.receive(person.seat, ClientInReady(), 0.0)
            for moment in accumulate(FIRST_PINGS, initial=0.0):
                self.at(moment * 1000, "ping", person.seat)
        self.at(2000.0, "start", 0)
        while self.figures.races < self.races:
            self.step()
        return self.figures

    def step(self) -> None:
        wakes = self.table.wakes_at
        if wakes is not None and wakes <= self.events[0][0]:
            self.now = max(self.now, wakes)
            self.table.wake(self.now)
        else:
            self.now, _, kind, seat, what = heappop(self.events)
            getattr(self, f"on_{kind}")(self.people[seat], what)
        if self.table.dirty:
            self.tell()

    def tell(self) -> None:
        batch = self.table.flush()
        for effect in self.table.committed(batch, self.now):
            assert isinstance(effect, Send)
            assert isinstance(effect.conn, int)
            arrives = self.people[effect.conn].way(0, self.now, self.luck)
            self.at(arrives, "frame", effect.conn, effect)
        if any(entry.startswith(b'{"type":"ended"') for entry in batch.entries):
            self.at(self.now + 100, "rematch", 0)
        for entry in batch.entries:
            if b'"type":"stop"' in entry:
                self.judge(msgspec.json.decode(entry)["seat"])

    def judge(self, winner: int) -> None:
        """A Stop! was accepted. Whose reaction was in truth the shortest?"""
        self.figures.races += 1
        self.figures.wins[winner] += 1
        self.figures.waited += self.now - self.arrived[winner]
        first = min(self.true, key=lambda seat: self.true[seat])
        self.figures.right += winner == first
        self.figures.by_arrival += winner_by_arrival(self.people, self.true) == first

    # What happens

    def on_start(self, person: Person, what: object) -> None:
        self.table.receive(0, ClientInStart(), self.now)

    def on_rematch(self, person: Person, what: object) -> None:
        self.table.receive(0, ClientInRematch(), self.now)

    def on_ping(self, person: Person, what: object) -> None:
        there = person.way(0, self.now, self.luck)
        self.at(there + person.late_pongs, "pinged", person.seat, self.now)
        if self.now >= sum(FIRST_PINGS) * 1000:
            self.at(self.now + PING_EVERY, "ping", person.seat)

    def on_pinged(self, person: Person, sent: object) -> None:
        assert isinstance(sent, float)
        back = person.way(1, self.now, self.luck)
        self.at(back, "pong", person.seat, back - sent)

    def on_pong(self, person: Person, trip: object) -> None:
        assert isinstance(trip, float)
        self.table.measured(person.seat, trip, person.rtt if person.direct else None)

    def on_frame(self, person: Person, effect: object) -> None:
        assert isinstance(effect, Send)
        heard = hear(effect.frame)
        if heard.public is None:
            return
        person.seen, person.drawn = heard.seq, self.now
        searching = heard.public.phase == "search"
        if searching and person.searches != heard.public.turn:
            self.begin_search(person, heard.public.turn)
        person.searches = heard.public.turn if searching else None

    def begin_search(self, person: Person, turn: int) -> None:
        if self.turn != turn:
            self.turn, self.true, self.arrived = turn, {}, {}
        reaction = self.reactions.lognormvariate(0, REACTION_SPREAD) * REACTION_MEDIAN
        self.true[person.seat] = reaction
        self.at(self.now + reaction, "tap", person.seat, turn)

    def on_tap(self, person: Person, turn: object) -> None:
        if person.searches != turn:  # the screen shows already that somebody else was first
            return
        after = 0.0 if person.lies else self.now - person.drawn
        person.moves += 1
        move = ClientInAct(person.moves, person.seen, after, STOP)
        self.at(person.way(1, self.now, self.luck), "move", person.seat, move)

    def on_move(self, person: Person, move: object) -> None:
        assert isinstance(move, ClientInAct)
        self.arrived[person.seat] = self.now
        self.table.receive(person.seat, move, self.now)


def winner_by_arrival(people: list[Person], true: dict[int, float]) -> int:
    """Whose message would have come in first, without jitter."""
    return min(true, key=lambda seat: people[seat].rtt + true[seat])


def race(rtts: tuple[float, ...], races: int, **first: Any) -> Figures:
    """So many races; `first`: how the first person differs."""
    people = [Person(seat, rtt) for seat, rtt in enumerate(rtts)]
    people[0] = replace(people[0], **first)
    return World(people, races, seed=1).run()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=20_000)
    races = parser.parse_args().races
    missed = 0

    def show(what: str, figures: Figures, kept: bool) -> None:
        nonlocal missed
        missed += not kept
        print(f"{what:34}{figures}{'' if kept else '   MISSED'}", flush=True)

    far = race(FAR, races)
    show("5, 40, 120, 250 ms", far, far.right >= 0.98 * far.races)
    lan = race(LAN, races)
    near = lan.waited < 20 * lan.races
    show("all under 10 ms", lan, lan.right >= 0.999 * lan.races and near)
    for rtt in (EQUAL, (5.0, 40.0, 40.0, 40.0), (250.0, 40.0, 40.0, 40.0)):
        honest = race(rtt, races)
        show(f"seat 0 at {rtt[0]:.0f} ms, honest", honest, True)
        for name, cheat in CHEATS.items():
            figures = race(rtt, races, **cheat)
            gain = figures.share(0) - honest.share(0)
            show(f"  {name}: {gain:+.1f} points", figures, gain <= 4)
    return missed


CHEATS: dict[str, dict[str, Any]] = {
    "lies in `after`": {"lies": True},
    "late pongs": {"late_pongs": 200.0},
    "late pongs and lies": {"late_pongs": 200.0, "lies": True},
    "the same behind a proxy": {"late_pongs": 200.0, "lies": True, "direct": False},
}

if __name__ == "__main__":
    sys.exit(main())
