"""A stranger at full effort, from one address and from three, while honest people play.

    python bench/strangers.py [--seconds 60] [--attacks moves,lobby] [--tables 10] [--first]
                              [--turns]

For each attack of bench/strangers_attacks.py, against a server with the limits that every server
has: the time from a tap to its update (p50 and p99) beside that without a stranger in the same run,
how much of a core the server used, who of the honest was thrown out or refused, and what memory and
disk grew by. Linux only.

Whatever else the machine does is in the figures too. With `--first` (for root) the server and the
honest go before everything else, and the strangers before nearly everything. With `--turns` the
longest turn of the server's event loop is told too, in processor time (bench/turns.py).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import uvloop

from bench.server_bench.process import SERVER_CORE, take_the_other_core
from bench.strangers_attacks import ATTACKS, attack
from bench.turns import longest
from tests.server.processes import ServerProcess

AS_EVERY_SERVER = {
    "BROUHAHA_LIMITS_FRAMES_A_SECOND": "30",
    "BROUHAHA_LIMITS_FRAMES_AT_ONCE": "90",
    "BROUHAHA_LIMITS_CONTROL_FRAMES_A_SECOND": "20",
}
PLAYERS = 3  # at each honest table
TAP_EVERY = 0.3  # seconds
ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]


class Honest:
    """Plays nimble without a clock: a tap, its answer, a breath, the next tap."""

    def __init__(self, url: str, code: str, token: str) -> None:
        self.url, self.code, self.token = url, code, token
        self.taps: list[float] = []  # seconds each took
        self.refused = 0
        self.thrown_out = 0

    async def play(self, session: aiohttp.ClientSession) -> None:
        while True:
            try:
                await self._sit(session)
            except (aiohttp.ClientError, ConnectionError, TimeoutError):
                self.thrown_out += 1
                await asyncio.sleep(0.5)

    async def _sit(self, session: aiohttp.ClientSession) -> None:
        async with session.ws_connect(f"{self.url}/ws") as socket:
            await socket.send_json({"type": "hello", "code": self.code, "token": self.token})
            moves, seq = (await told(socket, "welcome"))["heard"], 0
            while True:
                moves += 1
                began = time.perf_counter()
                action = {"type": "back" if moves % 2 == 0 else "flip"}
                move: dict[str, Any] = {"type": "act", "id": moves, "seen": seq, "after": 0}
                await socket.send_json(move | {"action": action})
                while True:
                    message = await told(socket)
                    if message["type"] == "update" and (message["heard"] or 0) >= moves:
                        self.taps.append(time.perf_counter() - began)
                        break
                    if message["type"] in ("refused", "error"):
                        self.refused += 1
                        break
                rest = TAP_EVERY - (time.perf_counter() - began)
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.001, rest)):
                        while True:
                            await told(socket)


async def told(socket: aiohttp.ClientWebSocketResponse, kind: str | None = None) -> Any:
    while True:
        message = await socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(str(message))
        frame = message.json()
        if kind is None or frame["type"] == kind:
            return frame


class Measured(NamedTuple):
    p50: float
    p99: float
    taps: int
    thrown_out: int
    refused: int
    core: float  # what the server used of one
    memory: float  # MB
    disk: float
    turn: float  # milliseconds: the longest


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--attacks", default=",".join(ATTACKS))
    parser.add_argument("--addresses", default="1,3")
    parser.add_argument("--first", action="store_true", help="before all others on this machine")
    parser.add_argument("--turns", action="store_true", help="how long the loop's turns are")
    parser.add_argument("--attack-port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack_port:
        _step_back(asked.first)
        await attack(asked.attacks, asked.addresses.split(","), asked.attack_port)
        return
    if asked.first:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))  # the server inherits it
    columns = ["attack", "from", "p50", "p99", "without", "ratio", "core", "without"]
    columns += ["thrown out", "refused", "memory MB", "disk MB"]
    columns += ["longest turn", "without"] if asked.turns else []
    print(f"| {' | '.join(columns)} |\n| --- |{' ---: |' * (len(columns) - 1)}", flush=True)
    for name in asked.attacks.split(","):
        for addresses in map(int, asked.addresses.split(",")):
            await one(name, addresses, asked)


def _step_back(first: bool) -> None:
    """A stranger's machine is another one: it does not take the time of the honest ones'."""
    if first:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(-15)
    else:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def one(name: str, addresses: int, asked: argparse.Namespace) -> None:
    tables, seconds = asked.tables, asked.seconds
    with tempfile.TemporaryDirectory() as folder:
        store, turns = str(Path(folder, "store.db")), Path(folder, "turns")
        watch = [sys.executable, str(Path(__file__).with_name("turns.py")), str(turns)]
        os.sched_setaffinity(0, {SERVER_CORE})  # the server inherits it
        async with (
            ServerProcess(
                store, 1, Path(folder, "log"), run=watch if asked.turns else (), **AS_EVERY_SERVER
            ) as server,
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        ):
            take_the_other_core()  # and so does the stranger: a machine of its own
            people = [await at_table(server.url, session) for _ in range(tables)]
            honest = [person for table in people for person in table]
            playing = [asyncio.create_task(person.play(session)) for person in honest]
            await asyncio.sleep(3)
            without = await measured(server, Path(folder), honest, seconds / 2)
            command = [
                sys.executable,
                __file__,
                "--attack-port",
                str(server.port),
                "--attacks",
                name,
            ]
            command += ["--addresses", ",".join(ADDRESSES[:addresses])]
            command += ["--first"] if asked.first else []
            stranger = await asyncio.create_subprocess_exec(*command, env=dict(os.environ))
            found = await measured(server, Path(folder), honest, seconds)
            with suppress(ProcessLookupError):
                stranger.kill()
            await stranger.wait()
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    figures = [
        name, str(addresses), f"{found.p50 * 1000:.1f} ms", f"{found.p99 * 1000:.1f} ms",
        f"{without.p99 * 1000:.1f} ms", f"{found.p99 / without.p99:.1f}",
        f"{found.core:.0%}", f"{without.core:.0%}", str(found.thrown_out), str(found.refused),
        f"{found.memory:+.0f}", f"{found.disk:+.1f}",
    ]  # fmt: skip
    figures += [f"{found.turn:.1f} ms", f"{without.turn:.1f} ms"] if asked.turns else []
    print(f"| {' | '.join(figures)} |", flush=True)


async def at_table(url: str, session: aiohttp.ClientSession) -> list[Honest]:
    """So many people at one table, past its start."""
    wanted = {"game": "nimble", "name": "P0", "options": {"countdown": 0, "round": 0}}
    async with session.post(f"{url}/api/tables", json=wanted) as answer:
        opened = await answer.json()
    code, tokens = opened["code"], [opened["token"]]
    async with session.ws_connect(f"{url}/ws") as host:
        await host.send_json({"type": "hello", "code": code, "token": tokens[0]})
        for number in range(1, PLAYERS):
            async with session.ws_connect(f"{url}/ws") as socket:
                await socket.send_json({"type": "hello", "code": code, "name": f"P{number}"})
                tokens.append((await told(socket, "welcome"))["token"])
        await host.send_json({"type": "start", "anyway": True})
        await told(host, "update")
    return [Honest(url, code, token) for token in tokens]


async def measured(
    server: ServerProcess, folder: Path, honest: list[Honest], seconds: float
) -> Measured:
    """What the honest feel meanwhile, and what the server grows by at most."""
    for person in honest:
        person.taps.clear()
        person.refused = person.thrown_out = 0
    memory, disk, most, used = server.megabytes, size(folder), 0.0, server.cpu_seconds
    began = time.monotonic()
    ends, turns = began + seconds, folder / "turns"
    while time.monotonic() < ends:
        await asyncio.sleep(0.5)
        most = max(most, server.megabytes)
    taps = sorted(tap for person in honest for tap in person.taps)
    percent = quantiles(taps, n=100)
    return Measured(
        percent[49], percent[98], len(taps),
        sum(person.thrown_out for person in honest), sum(person.refused for person in honest),
        (server.cpu_seconds - used) / seconds, most - memory, size(folder) - disk,
        longest(turns, began) if turns.exists() else 0.0,
    )  # fmt: skip


def size(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20


if __name__ == "__main__":
    uvloop.run(main())
