"""Sends 1,000,000 hostile frames and requests to a real server.

    python bench/abuse.py [--times 1000000]

Malformed, oversized, out-of-order and forged frames and requests, in rounds (see
tests/server/hostile.py). No fault may be in the log, and the memory after the last round must be
back where it was after the first ones. Linux only (it reads /proc). What idle sockets cost:
bench/idle.py.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import uvloop

from tests.server.guests import House
from tests.server.hostile import ask_badly, heckle, throw_bytes
from tests.server.processes import ServerProcess

PATIENT = {
    f"BROUHAHA_LIMITS_{name}": "1e6"
    for name in ("REQUESTS_A_SECOND", "REQUESTS_AT_ONCE", "TABLES_AN_HOUR", "TABLES_AT_ONCE")
} | {"BROUHAHA_LIMITS_SOCKETS_AN_ADDRESS": "9000", "BROUHAHA_LIMITS_CONNECTIONS_AN_ADDRESS": "9000"}
# Long enough for whoever has just opened a table to say hello, on a busy machine too.
SHORT_LIVED = {"BROUHAHA_TABLE_IDLE": "8000", "BROUHAHA_TABLE_QUIET": "9000"}
UNTIL_THEY_CLOSE = 12  # seconds
ROUND = 10_000
GROWTH = 1.25  # of the memory from the first round to the last: an allocator's breath


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1_000_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return int(uvloop.run(abuse(Path(folder), asked.times)))


async def abuse(folder: Path, times: int) -> bool:
    log = folder / "abuse.log"
    memory = []
    async with ServerProcess(str(folder / "abuse.db"), 1, log, **PATIENT, **SHORT_LIVED) as server:
        for number in range(max(1, times // ROUND)):
            await one_round(server, number)
            await asyncio.sleep(UNTIL_THEY_CLOSE)
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


def session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))


if __name__ == "__main__":
    sys.exit(main())
