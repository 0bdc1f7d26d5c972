"""An upgrade of three processes, one after the other, under many tables of play. See cluster.md.

    python bench/cluster_upgrade.py [--tables 400] [--bots 1]

At each table a person plays nimble among bots. Their sockets land anywhere, and come back as the
page does: after a quarter of a second and up to a third more, and to another process if one does
not answer, as behind a balancer. Measured is how long each waited for an update, from the moment at
which theirs was closed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server_bench.client import Client, framed
from bench.server_bench.contestants import GENEROUS
from tests.bus.nats_servers import running_nats, urls
from tests.server.processes import ServerProcess
from tests.store.throwaway_postgres import running_postgres

UPDATE, NOTICE = b'{"type":"update"', b'{"type":"notice"'
WRONG = b'{"type":"error"', b'{"type":"refused"'
FIRST_PAUSE = 0.25  # seconds, and up to a third more: web/src/line.ts
STEADY = 5.0  # seconds of play before, between and after
OPENED_AT_ONCE = 16


class Person(Client):
    """One socket of theirs."""

    def __init__(self, guest: Guest) -> None:
        super().__init__()
        self._guest = guest

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(UPDATE, start):
            self._guest.updated()
        elif data.startswith(NOTICE, start):
            self._guest.interrupted()
        elif data.startswith(WRONG, start):
            self._guest.wrong.append(data[start:end])

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self.open.done() and self.open.exception() is None:
            self._guest.interrupted()
            self._guest.closed.set()


class Guest:
    def __init__(self, ports: list[int], first: int, opened: dict[str, Any]) -> None:
        self._ports = cycle(ports[first:] + ports[:first])
        self._hello = {"type": "hello", "code": opened["code"], "token": opened["token"]}
        self._since: float | None = None  # it has been waiting for an update
        self.closed = asyncio.Event()
        self.here = asyncio.Event()
        self.waits: list[float] = []
        self.wrong: list[bytes] = []

    def updated(self) -> None:
        self.here.set()
        if self._since is not None:
            self.waits.append(time.perf_counter() - self._since)
            self._since = None

    def interrupted(self) -> None:
        if self._since is None:
            self._since = time.perf_counter()

    async def play(self) -> None:
        chance = Random(self._hello["code"])
        while True:
            self.closed.clear()
            person = Person(self)
            try:
                await person.connect(next(self._ports), "/ws")
            except OSError:
                await asyncio.sleep(0.001)  # a balancer asks another one at once
                continue
            person.transport.write(framed(msgspec.json.encode(self._hello)))
            await self.closed.wait()
            await asyncio.sleep(FIRST_PAUSE * (1 + chance.random() / 3))


async def opened(http: aiohttp.ClientSession, url: str, bots: int) -> dict[str, Any]:
    options = {"countdown": 0.1, "round": 3600}
    wanted = {"game": "nimble", "name": "Ana", "bots": ["gentle"] * bots, "start": True,
              "options": options}  # fmt: skip
    async with http.post(f"{url}/api/tables", json=wanted) as answer:
        assert answer.status == 201, await answer.text()
        found: dict[str, Any] = await answer.json()
    return found


async def seated(processes: list[ServerProcess], tables: int, bots: int) -> list[Guest]:
    gate, ports = asyncio.Semaphore(OPENED_AT_ONCE), [each.port for each in processes]
    async with aiohttp.ClientSession() as http:

        async def one(number: int) -> Guest:
            async with gate:
                found = await opened(http, processes[number % 3].url, bots)
            return Guest(ports, number // 3 % 3, found)

        return list(await asyncio.gather(*map(one, range(tables))))


async def upgrade(folder: Path, tables: int, bots: int) -> None:
    with running_postgres() as postgres, running_nats() as nats:
        async with AsyncExitStack() as stack:
            settings = GENEROUS | {"BROUHAHA_BUS": urls(nats), "BROUHAHA_MDNS": "false"}
            processes = [
                ServerProcess(postgres, 1, folder / f"{n}.log", **settings) for n in range(3)
            ]
            await asyncio.gather(*map(stack.enter_async_context, processes))
            guests = await seated(processes, tables, bots)
            playing = [asyncio.create_task(guest.play()) for guest in guests]
            for guest in guests:
                await guest.here.wait()
            await asyncio.sleep(STEADY)
            for number, process in enumerate(processes):
                began = time.perf_counter()
                assert await process.terminate() == 0
                stopped = time.perf_counter()
                await process.start()
                ready = time.perf_counter()
                print(f"process {number}: stopped in {stopped - began:.1f} s, "
                      f"back {ready - stopped:.1f} s later", flush=True)  # fmt: skip
                await asyncio.sleep(STEADY)
            report(guests)
            for task in playing:
                task.cancel()


def report(guests: list[Guest]) -> None:
    waits = sorted(wait for guest in guests for wait in guest.waits)
    wrong = sum(len(guest.wrong) for guest in guests)
    waiting = sum(guest._since is not None for guest in guests)
    p50, p99 = (waits[int(len(waits) * share)] for share in (0.5, 0.99))
    print(f"{len(guests)} tables, {len(waits)} interruptions: an update came after "
          f"p50 {p50:.2f} s, p99 {p99:.2f} s, at most {waits[-1]:.2f} s")  # fmt: skip
    print(f"{wrong} errors, {waiting} still wait")
    for frame in {frame for guest in guests for frame in guest.wrong}:
        print(frame[:200])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--bots", type=int, default=1, help="at each table")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(upgrade(Path(folder), asked.tables, asked.bots))


if __name__ == "__main__":
    main()
