"""Do sockets that only sit there slow down those who play?

    python bench/idle.py [--idle 2000] [--tables 100] [--rounds 5] [--seconds 5]

100 tables of four make 4 moves a second each; how long a move takes until all four have heard it is
measured alone and beside 2,000 spectators of other tables, in turns, on a server with one core to
itself. Ends with status 1 if the idle ones raise the busy ones' p99 (its median) by more than half.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import aiohttp
import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server_bench.client import Client, framed
from bench.server_bench.contestants import NEW_FOR, Brouhaha
from bench.server_bench.load import Load
from bench.server_bench.process import (
    ServerProcess,
    free_port,
    kept_awake,
    running,
    take_the_other_core,
)

MOVES_A_TABLE: Final = 4.0  # a second
WATCHERS: Final = 60  # of one table, which has room for 64
MOST: Final = 1.5  # times the p99 alone


class Idler(Client):
    """Says hello, answers pings, and hears what it is told."""

    def heard(self, data: bytes, start: int, end: int) -> None:
        pass


async def idlers(server: ServerProcess, number: int) -> list[Idler]:
    """Spectators of tables at which nothing happens."""
    here: list[Idler] = []
    async with aiohttp.ClientSession(base_url=f"http://127.0.0.1:{server.port}") as http:
        while len(here) < number:
            async with http.post("/api/tables", json={"game": "now"}) as answer:
                code = (await answer.json())["code"]
            hello = framed(
                msgspec.json.encode({"type": "hello", "code": code, "role": "spectator"})
            )
            for _ in range(min(WATCHERS, number - len(here))):
                idler = Idler()
                await idler.connect(server.port, "/ws")
                idler.transport.write(hello)
                here.append(idler)
    await asyncio.sleep(NEW_FOR)
    return here


async def p99(load: Load, seconds: float) -> float:
    """Milliseconds until everybody has heard a move."""
    await load.at_rate(MOVES_A_TABLE * len(load.tables), seconds)
    return sorted(load.took)[int(len(load.took) * 0.99)] * 1000


async def measure(asked: argparse.Namespace, folder: Path) -> tuple[float, float]:
    ours, port, load = Brouhaha(), free_port(), Load(Random(1))
    alone, beside = [], []
    with running(ours.command(port, folder, 0), port, folder, ours.environment) as server:
        await ours.fill(server, load, asked.tables)
        await load.saturate(1)
        await load.drain()
        for _ in range(asked.rounds):
            alone.append(await p99(load, asked.seconds))
            sleeping = await idlers(server, asked.idle)
            beside.append(await p99(load, asked.seconds))
            print(f"  alone {alone[-1]:.1f} ms, beside {beside[-1]:.1f} ms", file=sys.stderr)
            for idler in sleeping:
                idler.transport.close()
            await asyncio.sleep(1)
    return median(alone), median(beside)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    take_the_other_core()
    with tempfile.TemporaryDirectory(dir=".") as folder, kept_awake():
        alone, beside = uvloop.run(measure(asked, Path(folder)))
    print(f"idle: p99 of a move {alone:.1f} ms alone, {beside:.1f} ms beside {asked.idle} idle "
          f"sockets: × {beside / alone:.2f}")  # fmt: skip
    return 1 if beside > alone * MOST else 0


if __name__ == "__main__":
    sys.exit(main())
