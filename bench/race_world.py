"""Races at a real table in simulated time: only the wires, the clock and the people are made up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import accumulate, count
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from bench.race_people import PROXYS_LEG, Cheat, Figures, Person
from brouhaha.games.nono import verdict
from brouhaha.server.edge.limits import Limits
from brouhaha.table import Effect, Later, Measure, Send, Settings, Table
from brouhaha.table.rtt import FIRST_PINGS, is_measured
from brouhaha.table.wire import (
    ClientInAct,
    ClientInHello,
    ClientInPolicy,
    ClientInReady,
    ClientInRematch,
    ClientInStart,
    ClientOutWelcome,
    PolicyChange,
)

OPTIONS = {"turns": 75, "countdown": 0.5, "search": 30, "answer": 3, "vote": 3, "verdict": 0.6}
SETTINGS = Settings(matches=1_000_000, log_bytes=1 << 60)
STOP, PASS = msgspec.Raw(b'{"type":"stop"}'), msgspec.Raw(b'{"type":"pass"}')
PING_EVERY = Limits().ping_seconds * 1000
PASSES_AFTER = 10.0  # ms
WATCH = ClientInHello("RACES", role="spectator")
HONEST = Cheat()


def known(welcome: ClientOutWelcome | None) -> ClientOutWelcome:
    assert welcome is not None
    return welcome


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
class Client:
    """A person's page: what it shows, and since when."""

    seat: int
    person: Person
    searches: int | None = None  # the turn that its screen shows
    seen: int = 0
    drawn: float = 0.0
    moves: int = 0
    arrives: list[float] = field(default_factory=lambda: [0.0, 0.0])  # TCP keeps the order
    pings: int = 0
    token: str = ""
    lines: int = 1  # that it has had
    rtt: float = 0.0  # of the one that it has now, if it is not the person's
    least: dict[int, float] = field(default_factory=dict)  # the kernel's round trip on each

    @property
    def cheat(self) -> Cheat:
        return self.person.cheat or HONEST

    def way(self, there: int, now: float, luck: Random) -> float:
        """When what is sent now comes out at the other end."""
        person = replace(self.person, rtt=self.rtt) if self.rtt else self.person
        self.arrives[there] = max(self.arrives[there], now + person.way(luck))
        return self.arrives[there]

    @property
    def conn(self) -> tuple[int, int]:
        return self.seat, self.lines

    def act(self, now: float, action: msgspec.Raw) -> ClientInAct:
        self.moves += 1
        after = max(0.0, now - self.drawn)
        if self.person.grain:
            after = after // self.person.grain * self.person.grain
        seen = {"seen": self.seen, "older": max(1, self.seen - 3), "unknown": self.seen + 10**6}
        claimed = self.cheat.claims(after, now / 1000)
        return ClientInAct(self.moves, seen[self.cheat.names], claimed, action)


class World:
    """The table, the people and the wires between them, on one line of events."""

    def __init__(self, people: list[Person], races: int, seed: int, policy: dict[str, Any]) -> None:
        self.clients = [Client(seat, person) for seat, person in enumerate(people)]
        self.races = races
        self.seed, self.luck = seed, Random(seed)
        self.now = 0.0
        self.events: list[tuple[float, int, str, int, Any]] = []
        self.order = count()
        self.figures = Figures()
        self.turn = self.turns = 0  # the one that is played, and how many there were
        self.true: dict[int, float] = {}  # reactions in this turn
        self.arrived: dict[int, float] = {}
        self.policy = policy
        self.table = Table.open(
            "RACES", "nono", OPTIONS, now=0.0, entropy=self.luck.randbytes, settings=SETTINGS
        )

    def at(self, time: float, kind: str, seat: int, what: object = None) -> None:
        heappush(self.events, (time, next(self.order), kind, seat, what))

    def run(self) -> Figures:
        for client in self.clients:
            hello = ClientInHello("RACES", name=f"P{client.seat}")
            client.token = known(self.table.ask(client.conn, hello, 0.0)).token or ""
            self.table.receive(client.conn, ClientInReady(), 0.0)
            if client.cheat.watches is not None:
                self.table.receive(("watches", client.seat), WATCH, 0.0)
            self.ping_at_first(client)
        self.table.receive(self.host, ClientInPolicy(PolicyChange(**self.policy)), 0.0)
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
            getattr(self, f"on_{kind}")(self.clients[seat], what)
        if self.table.dirty:
            self.tell()

    def tell(self) -> None:
        batch = self.table.flush()
        for effect in self.table.committed(batch, self.now):
            self.carry_out(effect, self.now)
        if any(entry.startswith(b'{"type":"ended"') for entry in batch.entries):
            self.at(self.now + 100, "rematch", 0)
        for entry in batch.entries:
            if b'"type":"stop"' in entry:
                self.judge(msgspec.json.decode(entry)["seat"])

    def carry_out(self, effect: Effect, now: float) -> None:
        if isinstance(effect, Later):
            self.carry_out(effect.effect, effect.at)
            return
        assert isinstance(effect.conn, tuple)
        if effect.conn[0] == "watches":
            self.tell_watcher(self.clients[effect.conn[1]], effect, now)
            return
        client = self.clients[effect.conn[0]]
        if isinstance(effect, Measure):
            self.measure(client)
        elif isinstance(effect, Send) and b'"update"' in effect.frame[:20]:
            seen = client.way(0, now, self.luck) + client.person.paint
            self.at(seen, "frame", client.seat, hear(effect.frame))

    def tell_watcher(self, cheat: Client, effect: Effect, now: float) -> None:
        if isinstance(effect, Send) and b'"update"' in effect.frame[:20]:
            nearby = now + (cheat.cheat.watches or 0.0) / 2
            self.at(nearby, "watch", cheat.seat, hear(effect.frame))

    def judge(self, winner: int) -> None:
        rtts = [client.person.rtt for client in self.clients]
        self.figures.judge(winner, self.true, rtts, self.now - self.arrived[winner])

    # What happens

    def on_start(self, client: Client, what: object) -> None:
        self.table.receive(self.host, ClientInStart(), self.now)

    def on_rematch(self, client: Client, what: object) -> None:
        self.table.receive(self.host, ClientInRematch(), self.now)

    @property
    def host(self) -> tuple[int, int]:
        return self.clients[0].conn

    def ping_at_first(self, client: Client) -> None:
        client.pings = 0
        for moment in accumulate(FIRST_PINGS, initial=0.0):
            self.at(self.now + moment * 1000, "ping", client.seat, client.lines)
        self.at(self.now + sum(FIRST_PINGS) * 1000 + PING_EVERY, "pings", client.seat, client.lines)

    def on_pings(self, client: Client, line: int) -> None:
        if line == client.lines:
            self.on_ping(client, line)
            self.at(self.now + PING_EVERY, "pings", client.seat, line)

    def on_ping(self, client: Client, line: int) -> None:
        if line != client.lines:
            return
        there = client.way(0, self.now, self.luck)
        client.pings += 1
        self.at(there, "acked", client.seat, (self.now, line))
        self.at(there, "asked", client.seat, (self.now, line, "measured"))
        if client.person.answers and is_measured(client.pings):
            self.measure(client)

    def measure(self, client: Client) -> None:
        if client.person.answers:
            there = client.way(0, self.now, self.luck)
            self.at(there, "asked", client.seat, (self.now, client.lines, "answered"))

    def on_acked(self, client: Client, what: tuple[float, int]) -> None:
        """The kernel's own answer, from the client's or from a proxy's."""
        sent, line = what
        cheat, trip = client.cheat, PROXYS_LEG
        if not client.person.proxied:
            late = cheat.ack_delay(self.now / 1000, client.searches is not None)
            trip = self.now - sent + late + client.person.way(self.luck)
            if client.rtt:
                trip = client.rtt + late
        client.least[line] = min(client.least.get(line, trip), trip)
        if line == client.lines:
            self.table.proven(client.conn, client.least[line])

    def on_asked(self, client: Client, what: tuple[float, int, str]) -> None:
        racing = client.searches is not None
        kind = "pongs" if what[2] == "measured" else "measures"
        delay = client.cheat.answer_delay(self.now / 1000, self.luck, racing, kind)
        if delay is not None:
            self.at(self.now + delay, "answer", client.seat, what)

    def on_answer(self, client: Client, what: tuple[float, int, str]) -> None:
        self.at(client.way(1, self.now, self.luck), "answered", client.seat, what)

    def on_answered(self, client: Client, what: tuple[float, int, str]) -> None:
        sent, line, how = what
        if line != client.lines:
            return
        if how == "measured":
            self.table.measured(client.conn, self.now - sent)
        else:
            paint = client.cheat.paint or client.person.paint
            self.table.answered(client.conn, self.now - sent, paint)

    def come_again(self, client: Client, rtt: float) -> None:
        """The same seat over another line: the last connection is gone. What the kernel knows of
        the new one is known with its hello."""
        client.lines += 1
        client.rtt = rtt
        self.table.receive(client.conn, ClientInHello("RACES", token=client.token), self.now)
        late = client.cheat.ack_delay(self.now / 1000, client.searches is not None)
        self.table.proven(client.conn, PROXYS_LEG if client.person.proxied else rtt + late)
        self.ping_at_first(client)

    def on_frame(self, client: Client, heard: Heard) -> None:
        if heard.public is None:
            return
        client.seen, client.drawn = heard.seq, self.now
        if client.cheat.watches is None:
            self.look(client, heard.public)

    def on_watch(self, client: Client, heard: Heard) -> None:
        if heard.public is not None:
            self.look(client, heard.public)

    def look(self, client: Client, turn: Turn) -> None:
        searching, again = turn.phase == "search", client.cheat.comes_again
        if searching and client.searches != turn.turn:
            if again is not None:
                self.come_again(client, again)
            self.begin_search(client, turn.turn)
        elif not searching and client.searches is not None and again is not None:
            self.come_again(client, client.person.rtt)
        client.searches = turn.turn if searching else None

    def begin_search(self, client: Client, turn: int) -> None:
        if self.turn != turn:
            self.turn, self.true, self.arrived = turn, {}, {}
            self.turns += 1
        # The same in every world of this seed: what a cheat adds is seen race by race.
        reaction = client.person.reaction(Random(f"{self.seed}/{self.turns}/{client.seat}"))
        if client.person.does == "stop":
            self.true[client.seat] = reaction
            self.at(self.now + reaction, "tap", client.seat, (turn, STOP))
        elif client.person.does == "pass":
            self.at(self.now + PASSES_AFTER, "tap", client.seat, (turn, PASS))

    def on_tap(self, client: Client, what: tuple[int, msgspec.Raw]) -> None:
        turn, action = what
        if client.searches != turn:  # the screen shows already that somebody else was first
            return
        move = client.act(self.now, action)
        self.at(client.way(1, self.now, self.luck), "move", client.seat, move)

    def on_move(self, client: Client, move: ClientInAct) -> None:
        self.arrived[client.seat] = self.now
        self.table.receive(client.conn, move, self.now)


def run(people: list[Person], races: int, seed: int = 1, **policy: Any) -> Figures:
    """So many races of these people, in simulated time. Nobody answers their Stop!, and to look
    for words that would have fitted costs six times what the race does: it is left out."""
    with patch.object(verdict, "words_for_card", lambda state: ()):
        return World(people, races, seed, policy).run()
