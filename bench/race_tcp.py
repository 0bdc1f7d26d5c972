"""Races over real TCP: a real server, clients that speak the wire, and packets that are delayed.

Many tables race side by side; each has one client on each of the four client hosts. A delay is
drawn for each packet, and packets keep their order, as on most lines.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench import race_proxy
from bench.race_network import SERVER, Host, Router, address, hosts
from bench.race_people import Figures, Person
from bench.race_proxy import Through
from bench.race_world import HONEST, PASSES_AFTER
from bench.server_bench.client import PONG, Client, framed
from bench.server_bench.contestants import GENEROUS
from brouhaha.table.wire import Trust

TABLES, AT_ONCE = 40, 4  # side by side; opened at the same time
PRIORITY = 10  # before all that is not in real time: other work on this machine must not show
PORT, PROXY_PORT = 8000, 8001
WATCHER = 5  # the host of a cheat's second window
OPTIONS = {"turns": 75, "countdown": 0.2, "search": 30, "answer": 3, "vote": 3, "verdict": 0.05}
SETTLES = 6.0  # seconds until the lines are known
TURN = 4.0  # seconds that one lasts, more or less
ALIVE_EVERY = 3_000.0  # ms
WARM_UP = 1  # races of a table before they count
UNHURRIED = 0.002  # seconds: a packet later than this after a move is not the move
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def run(people: list[Person], races: int, trust: Trust, through: Through = "bytes") -> Figures:
    """So many races of these people; those behind a proxy, behind this one. Run it in a namespace
    of its own (`unshare --net`)."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))  # the server inherits it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whatever was started ends with it
    with hosts(6) as net, tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(net, Path(folder), people, races, trust, through))


async def _run(
    net: list[Host], folder: Path, people: list[Person], races: int, trust: Trust, through: Through
) -> Figures:
    network = Network(people)
    router = Router(net, network.delay)
    port = PROXY_PORT if people[0].proxied else PORT
    server = _server(net[SERVER], folder, through if people[0].proxied else None)
    try:
        for each in {PORT, port}:
            await _until_up(net[1], each)
        figures = Figures()
        tables = [Table(net, people, port, network, figures) for _ in range(TABLES)]
        for some in range(0, TABLES, AT_ONCE):
            await asyncio.gather(*(table.open(trust) for table in tables[some : some + AT_ONCE]))
        await asyncio.sleep(SETTLES)
        for table in tables:
            table.clients[0].say(type="start", anyway=True)
            await asyncio.sleep(TURN / TABLES)  # never all at once
        while figures.races < races:
            await asyncio.sleep(0.2)
        for table in tables:
            table.close()
        return figures
    finally:
        router.close()
        for process in server:
            process.terminate()
            process.wait()


def _server(host: Host, folder: Path, through: Through | None) -> list[subprocess.Popen[bytes]]:
    environment = {**os.environ, **GENEROUS, "BROUHAHA_LIMITS_WRONG_CODES_A_MINUTE": "1000000"}
    program = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", str(PORT)]
    program += ["--host", address(SERVER), "--store", str(folder / "store")]
    with (folder / "log").open("wb") as log:
        started = [
            subprocess.Popen(host.command + program, env=environment, stdout=log, stderr=log)
        ]
        if through is not None:
            proxy = race_proxy.command(through, folder, address(SERVER), PROXY_PORT, PORT)
            started.append(subprocess.Popen(host.command + proxy, stdout=log, stderr=log))
    return started


async def _until_up(host: Host, port: int) -> None:
    for _ in range(300):
        probe = host.socket()
        with suppress(OSError, TimeoutError):
            loop = asyncio.get_running_loop()
            await asyncio.wait_for(loop.sock_connect(probe, (address(SERVER), port)), 2)
            probe.close()
            return
        probe.close()
        await asyncio.sleep(0.1)
    raise TimeoutError("the server does not come up")


class Network:
    """How long packets take: a client's line belongs to the person of that host."""

    def __init__(self, people: list[Person]) -> None:
        nearby = people[0].cheat.watches if people[0].cheat is not None else None
        self._of_hosts = [*people, Person(nearby or 0.0)]
        self._luck = Random(1)
        self._arrives: dict[tuple[int, int], float] = {}
        self._began = time.monotonic()
        self.moved: dict[int, float] = {}  # when a cheat last sent a move from this port

    def delay(self, source: int, target: int, packet: bytes) -> float:
        host = source or target
        person, now = self._of_hosts[host - 1], time.monotonic()
        cheat, way = person.cheat or HONEST, (source, target)
        late = cheat.late_acks if now - self._began < cheat.acks_until else 0.0
        if source and late and not person.proxied and not self._is_move(packet, now):
            return (person.way(self._luck) + late) / 1000  # not in order: only slower
        arrives = max(self._arrives.get(way, 0.0) + 1e-6, now + person.way(self._luck) / 1000)
        self._arrives[way] = arrives
        return arrives - now

    def _is_move(self, packet: bytes, now: float) -> bool:
        """A cheat hurries with its moves alone."""
        head = 4 * (packet[0] & 15)
        says_something = len(packet) > head + 4 * (packet[head + 12] >> 4)
        port = int.from_bytes(packet[head : head + 2], "big")
        return says_something and now - self.moved.get(port, 0.0) <= UNHURRIED


class Table:
    """Four clients, and what truly happened at their table."""

    def __init__(
        self, net: list[Host], people: list[Person], port: int, network: Network, figures: Figures
    ) -> None:
        self.figures = figures
        self.network = network
        self.people = people
        self.turn = (-1, -1)
        self.true: dict[int, float] = {}
        self.tapped: dict[int, float] = {}
        self.judged = False
        self._races = 0
        self._net, self._port = net, port
        self.clients: list[RaceClient] = []
        self._watcher: Watcher | None = None

    async def open(self, trust: Trust) -> None:
        code, token = await self._made()
        for seat, person in enumerate(self.people):
            client = RaceClient(self, seat, person)
            self.clients.append(client)
            await client.connect_from(self._net[seat + 1], self._port)
            who = {"token": token} if seat == 0 else {"name": f"P{seat}"}
            client.say(type="hello", code=code, measures=person.answers, **who)
            await client.seated
            if person.cheat is not None and person.cheat.skips:
                client.keep_alive()
            client.say(type="ready")
        self.clients[0].say(type="policy", policy={"trust": trust})
        cheat = self.people[0].cheat
        if cheat is not None and cheat.watches is not None:
            self._watcher = Watcher(self.clients[0])
            await self._watcher.connect_from(self._net[WATCHER], self._port)
            self._watcher.say(type="hello", code=code, role="spectator")

    async def _made(self) -> tuple[str, str]:
        """A new table, asked for over HTTP."""
        loop, plain = asyncio.get_running_loop(), self._net[1].socket()
        await loop.sock_connect(plain, (address(SERVER), PORT))
        body = json.dumps({"game": "nono", "name": "P0", "options": OPTIONS})
        await loop.sock_sendall(
            plain,
            f"POST /api/tables HTTP/1.1\r\nHost: {address(SERVER)}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode(),
        )
        answer = b""
        while more := await loop.sock_recv(plain, 65536):
            answer += more
        plain.close()
        opened = json.loads(answer.split(b"\r\n\r\n", 1)[1])
        assert "token" in opened, opened
        return opened["code"], opened["token"]

    def begin(self, turn: tuple[int, int], seat: int, reaction: float) -> None:
        if turn != self.turn:
            self.turn, self.true, self.tapped, self.judged = turn, {}, {}, False
        self.true[seat] = reaction

    def stopped(self, turn: tuple[int, int], seat: int, heard_by: int, now: float) -> None:
        """The winner hears it: the wait is what it took beyond what a `beat` takes, which the
        server answers at once."""
        if turn == self.turn and not self.judged and heard_by == seat and seat in self.tapped:
            self.judged = True
            self._races += 1
            if self._races <= WARM_UP:
                return
            wait = now - self.tapped[seat] - self.clients[seat].beat
            rtts = [person.rtt for person in self.people]
            self.figures.judge(seat, self.true, rtts, wait)

    def close(self) -> None:
        for client in [*self.clients, *([self._watcher] if self._watcher else [])]:
            client.transport.abort()


class NetClient(Client):
    """A client on one of the hosts."""

    async def connect_from(self, host: Host, port: int) -> None:
        loop, plain = asyncio.get_running_loop(), host.socket()
        await loop.sock_connect(plain, (address(SERVER), port))
        await loop.create_connection(lambda: self, sock=plain)
        self.transport.write(HANDSHAKE.format(host=address(SERVER)).encode())
        await self.open

    def say(self, **message: Any) -> None:
        self.transport.write(framed(json.dumps(message, separators=(",", ":")).encode()))


class Watcher(NetClient):
    """A cheat's second window, nearby."""

    def __init__(self, cheat: RaceClient) -> None:
        super().__init__()
        self._cheat = cheat

    def heard(self, data: bytes, start: int, end: int) -> None:
        message = json.loads(data[start:end])
        if message["type"] == "update":
            self._cheat.look(message["public"])


class RaceClient(NetClient):
    """A page, as far as races go."""

    def __init__(self, table: Table, seat: int, person: Person) -> None:
        super().__init__()
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._table, self._seat, self._person = table, seat, person
        self._cheat = person.cheat or HONEST
        self._luck = Random(f"{id(table)}/{seat}")
        self._loop = asyncio.get_running_loop()
        self._match = self._moves = self._seen = 0
        self._drawn = 0.0
        self._searches: tuple[int, int] | None = None
        self._began = self.now
        self._beat_at = 0.0
        self._beats: deque[float] = deque([person.rtt], maxlen=15)

    @property
    def beat(self) -> float:
        """What one takes there and back, as half of the time; a cheat delays those too."""
        return self._person.rtt if self._cheat.late_acks else median(self._beats)

    @property
    def now(self) -> float:
        return time.monotonic() * 1000

    def _later(self, delay: float, call: Any, *what: Any) -> None:
        if delay > 0:
            self._loop.call_later(delay / 1000, call, *what)
        else:
            call(*what)

    def keep_alive(self) -> None:
        """Who answers nothing at all has to say something, or its line is cut off as dead."""
        if not self.transport.is_closing():
            self._beat_at = self.now
            self.say(type="beat")
            self._later(ALIVE_EVERY, self.keep_alive)

    def pinged(self, payload: bytes) -> None:
        self._answer(lambda: self.transport.write(framed(payload, PONG)))

    def _answer(self, answer: Any) -> None:
        delay = self._cheat.answer_delay((self.now - self._began) / 1000, self._luck)
        if delay is not None:
            self._later(delay, answer)

    def heard(self, data: bytes, start: int, end: int) -> None:
        message = json.loads(data[start:end])
        kind = message["type"]
        if kind == "welcome":
            self.seated.set_result(None)
        elif kind == "measure":
            paint = self._cheat.paint or self._person.paint
            answer = {"type": "measured", "nonce": message["nonce"], "paint": paint}
            self._answer(lambda: self.say(**answer))
        elif kind == "table":
            self._match = message["match"]
            if message["status"] == "ended" and self._seat == 0:
                self.say(type="rematch")
        elif kind == "beat":
            self._beats.append(self.now - self._beat_at + self._person.paint)
        elif kind == "update":
            self._later(self._person.paint, self._draw, message)

    def _draw(self, update: dict[str, Any]) -> None:
        public, now = update["public"], self.now
        self._seen, self._drawn = update["seq"], now
        turn = (self._match, public["turn"])
        if public["stopper"] is not None:
            self._table.stopped(turn, public["stopper"], self._seat, now)
        if self._cheat.watches is None:
            self.look(public)

    def look(self, public: dict[str, Any]) -> None:
        """What its player sees, on its own screen or elsewhere."""
        turn = (self._match, public["turn"])
        if public["phase"] != "search":
            self._searches = None
        elif self._searches != turn:
            self._searches = turn
            self._begin(turn)

    def _begin(self, turn: tuple[int, int]) -> None:
        reaction = self._person.reaction(self._luck)
        self._beat_at = self.now
        self.say(type="beat")
        if self._person.does == "stop":
            self._table.begin(turn, self._seat, reaction)
            self._later(reaction, self._tap, turn, "stop", self.now + reaction)
        elif self._person.does == "pass":
            self._later(PASSES_AFTER, self._tap, turn, "pass", self.now + PASSES_AFTER)

    def _tap(self, turn: tuple[int, int], action: str, moment: float) -> None:
        """The thumb's moment is the reaction's, though the loop may be late: the packet is then
        sent late, as a slow phone's is."""
        if self._searches != turn:
            return
        self._moves += 1
        after = max(0.0, moment - self._drawn)
        if self._person.grain:
            after = after // self._person.grain * self._person.grain
        after = self._cheat.claims(after)
        self._table.tapped[self._seat] = self.now
        if self._person.cheat is not None:
            port = self.transport.get_extra_info("sockname")[1]
            self._table.network.moved[port] = time.monotonic()
        self.say(type="act", id=self._moves, seen=self._seen, after=after, action={"type": action})
