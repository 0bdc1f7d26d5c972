"""Sends 200,000 hostile frames and requests to a real server, and counts 2,000 idle sockets' cost.

    python bench/abuse.py [--times 200000] [--idle 2000] [--tables 100] [--seconds 10]

First part: malformed, oversized, out-of-order and forged frames and requests, in rounds (see
tests/server/hostile.py). No fault may be in the log, and the memory after the last round must be
back where it was after the first ones. Second part: how long a move takes at busy tables, without
and with many sockets that only sit there. Linux only (it reads /proc).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import uvloop

from tests.server.guests import House, hello
from tests.server.hostile import ask_badly, heckle, throw_bytes
from tests.server.processes import ServerProcess

PATIENT = {
    f"BROUHAHA_LIMITS_{name}": "1e6"
    for name in ("REQUESTS_A_SECOND", "REQUESTS_AT_ONCE", "TABLES_AN_HOUR", "TABLES_AT_ONCE")
} | {"BROUHAHA_LIMITS_SOCKETS_AN_ADDRESS": "9000", "BROUHAHA_LIMITS_CONNECTIONS_AN_ADDRESS": "9000"}
SHORT_LIVED = {"BROUHAHA_TABLE_IDLE": "2000", "BROUHAHA_TABLE_QUIET": "3000"}
ROUND = 10_000
GROWTH = 1.25  # of the memory from the first round to the last: an allocator's breath
P99_GROWTH = 1.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200_000)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        harmed = uvloop.run(abuse(Path(folder), asked.times))
        slowed = uvloop.run(idle(Path(folder), asked.idle, asked.tables, asked.seconds))
    return 1 if harmed or slowed else 0


async def abuse(folder: Path, times: int) -> bool:
    log = folder / "abuse.log"
    memory = []
    async with ServerProcess(str(folder / "abuse.db"), 1, log, **PATIENT, **SHORT_LIVED) as server:
        for number in range(max(1, times // ROUND)):
            await one_round(server, number)
            await asyncio.sleep(6)  # the tables that were opened close
            memory.append(server.megabytes)
            print(f"  {(number + 1) * ROUND} sent, {memory[-1]:.0f} MB", file=sys.stderr)
        ended = await server.terminate()
    told = log.read_text()
    faults = told.count("Traceback")
    first = memory[min(1, len(memory) - 1)]
    print(f"abuse: {len(memory) * ROUND} sent, {faults} faults, exit status {ended}, "
          f"{first:.0f} MB after the first rounds, {memory[-1]:.0f} MB at the end")  # fmt: skip
    if faults:
        print(told[told.index("Traceback") - 100 :][:4000])
    return bool(faults or ended or memory[-1] > first * GROWTH)


async def one_round(server: ServerProcess, number: int) -> None:
    chance = Random(number)
    async with session() as client:
        house = House(None, server.port, client)  # type: ignore[arg-type]
        await asyncio.gather(
            heckle(house, ROUND * 30 // 100, Random(chance.random()), seated=False),
            heckle(house, ROUND * 50 // 100, Random(chance.random()), seated=True),
            throw_bytes(house, ROUND * 10 // 100, Random(chance.random())),
            ask_badly(house, ROUND * 10 // 100, Random(chance.random())),
        )


async def idle(folder: Path, sockets: int, tables: int, seconds: float) -> bool:
    log = folder / "idle.log"
    async with (
        ServerProcess(str(folder / "idle.db"), 1, log, **PATIENT) as server,
        session() as client,
        AsyncExitStack() as stack,
    ):
        house = House(None, server.port, client)  # type: ignore[arg-type]
        alone = await p99(house, tables, seconds)
        sleeper = ""
        for number in range(sockets):
            if number % 60 == 0:  # a table has 64 places for those who watch
                sleeper = (await house.open("now"))["code"]
            socket = await stack.enter_async_context(house.socket())
            await hello(socket, sleeper, role="spectator")
        beside = await p99(house, tables, seconds)
    print(f"idle: p99 of a move {alone * 1000:.1f} ms alone, {beside * 1000:.1f} ms beside "
          f"{sockets} idle sockets, {tables} busy tables")  # fmt: skip
    return beside > alone * P99_GROWTH


async def p99(house: House, tables: int, seconds: float) -> float:
    """How long a move takes from its sending to its update, at tables of two with four moves/s."""
    async with AsyncExitStack() as stack:
        players = []
        for number in range(tables):
            opened = await house.open("nimble", name="Ana", bots=["random"],
                                      options={"countdown": 0}, start=True)  # fmt: skip
            socket = await stack.enter_async_context(house.socket())
            await hello(socket, opened["code"], token=opened["token"])
            players.append(mover(socket, Random(number), seconds))
        took = sorted(each for part in await asyncio.gather(*players) for each in part)
    return took[int(len(took) * 0.99)]


async def mover(
    socket: aiohttp.ClientWebSocketResponse, chance: Random, seconds: float
) -> list[float]:
    took, until = [], time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0, 0.5))
        number += 1
        kind = "flip" if number % 2 else "back"
        move = {"type": "act", "id": number, "seen": 0, "after": 0, "action": {"type": kind}}
        began = time.perf_counter()
        await socket.send_json(move)
        while (await socket.receive()).data.find(f'"heard":{number}}}') < 0:
            pass
        took.append(time.perf_counter() - began)
    return took


def session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))


if __name__ == "__main__":
    sys.exit(main())
