"""What do bots cost the server? Tables of four bots at human pace, a spectator at each.

    python bench/bots.py [GAME ...] [--tables 20] [--seconds 60] [--warm-up 60]

The host sits down with three bots of a level and goes, so that the server's own steady bot minds
the fourth seat; `mix` is one of each level. Each level has a server of its own, as it is served;
a game's are measured side by side. The figure is the CPU time of all its threads, in shares of a
core, less that of the same server with nobody at it, over the number of tables. What came before,
the start of the matches and the first look at the words, is told apart. The figures are in bots.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp
import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server_bench.client import Client, framed
from bench.server_bench.contestants import Brouhaha
from bench.server_bench.process import ServerProcess, free_port, running, take_the_other_core

GAMES: Final = ("now", "nimble", "nono")
LINE_UPS: Final = {
    **{level: (level,) * 3 for level in ("gentle", "steady", "sharp", "merciless")},
    "mix": ("gentle", "sharp", "merciless"),
}
IDLE: Final = 5.0  # seconds with nobody there


class Cost(NamedTuple):
    """Of one server: seconds of CPU before, and shares of a core while it is measured."""

    idle: float
    warm_up: float
    playing: float
    updates: float  # a second and table: that something is played at all


class Spectator(Client):
    """Counts what it is told, and knows when the match is over."""

    def __init__(self) -> None:
        super().__init__()
        self.updates = 0
        self.over = asyncio.Event()

    def heard(self, data: bytes, start: int, end: int) -> None:
        self.updates += 1
        if data.find(b'"status":"ended"', start, end) >= 0:
            self.over.set()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.over.set()

    def say(self, **message: object) -> None:
        self.transport.write(framed(msgspec.json.encode(message)))


class Tables:
    """Tables at one server; where a match ends, another begins."""

    def __init__(self, server: ServerProcess, game: str, bots: tuple[str, ...]) -> None:
        self.server = server
        self.wanted = {"game": game, "name": "Ana", "bots": bots, "start": True}
        self.spectators: list[Spectator] = []

    @property
    def updates(self) -> int:
        return sum(spectator.updates for spectator in self.spectators)

    async def one(self) -> None:
        while True:
            spectator = await self.open()
            await spectator.over.wait()
            spectator.transport.close()

    async def open(self) -> Spectator:
        base = f"http://127.0.0.1:{self.server.port}"
        async with (
            aiohttp.ClientSession(base_url=base) as http,
            http.post("/api/tables", json=self.wanted) as answer,
        ):
            opened = await answer.json()
        spectator, host = Spectator(), Spectator()
        for client in (spectator, host):
            await client.connect(self.server.port, "/ws")
        spectator.say(type="hello", code=opened["code"], role="spectator")
        host.say(type="hello", code=opened["code"], token=opened["token"])
        host.say(type="leave")
        self.spectators.append(spectator)
        return spectator


async def measure(tables: Tables, asked: argparse.Namespace) -> Cost:
    server = tables.server
    began = server.cpu_seconds()
    await asyncio.sleep(IDLE)
    idle = (server.cpu_seconds() - began) / IDLE
    began = server.cpu_seconds()
    playing = [asyncio.create_task(tables.one()) for _ in range(asked.tables)]
    await asyncio.sleep(asked.warm_up)
    warm, told = server.cpu_seconds(), tables.updates
    await asyncio.sleep(asked.seconds)
    used = (server.cpu_seconds() - warm) / asked.seconds - idle
    updates = (tables.updates - told) / asked.seconds
    for task in playing:
        if task.done():
            task.result()  # says why it ended
        task.cancel()
    return Cost(idle, warm - began, used / asked.tables, updates / asked.tables)


async def one_game(game: str, folder: Path, asked: argparse.Namespace) -> list[Cost]:
    ours = Brouhaha()
    with ExitStack() as stack:
        all_tables = []
        for bots in LINE_UPS.values():
            port = free_port()
            command = ours.command(port, folder, 0)
            server = stack.enter_context(running(command, port, folder, ours.environment))
            all_tables.append(Tables(server, game, bots))
        await asyncio.sleep(2)  # what a start leaves to do
        return await asyncio.gather(*(measure(tables, asked) for tables in all_tables))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=60)
    asked = parser.parse_args()
    take_the_other_core()
    print("| game | bots | of a core, a table | updates/s, a table | warm-up, s of CPU |")
    print("| --- | --- | ---: | ---: | ---: |")
    for game in asked.games:
        with tempfile.TemporaryDirectory(dir=".") as folder:
            costs = uvloop.run(one_game(game, Path(folder), asked))
        for name, cost in zip(LINE_UPS, costs, strict=True):
            print(f"| {game} | {name} | {cost.playing:.2%} | {cost.updates:.2f} "
                  f"| {cost.warm_up:.2f} |", flush=True)  # fmt: skip
        idle = max(cost.idle for cost in costs)
        print(f"load average {os.getloadavg()[0]:.1f}, idle {idle:.2%}", file=sys.stderr)


if __name__ == "__main__":
    main()
