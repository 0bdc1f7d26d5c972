"""A cluster of three machines whose processes, lines and engines fail again and again.

    python bench/cluster_soak.py [--kills 500] [--partitions 100] [--restarts 50] [--sleeps 20]

Three network namespaces (as root, on Linux) are the machines; three NATS servers and PostgreSQL are
outside. In each round all three games are played to the end by people who land anywhere, with
faults in the middle; then a checker that shares nothing with the server but the rules looks at all
that they were shown (`tests/server/cluster/checker.py`). The first thing that is wrong ends it.

- kill: -9 of a process, which is started again. How long until everybody at its tables has an
  update is measured.
- partition: packets of a machine are dropped without a word, to NATS and PostgreSQL, or to the
  players as well, for some seconds.
- restart: of one NATS server, of all, or of PostgreSQL.
- sleep: SIGSTOP of an owner for up to a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bus.nats_servers import NatsServer, running_nats
from tests.server.cluster.machines import Machine, machines
from tests.server.cluster.test_faults import HASTE, Guests, play_through
from tests.server.processes import ServerProcess, free_port
from tests.store.throwaway_postgres import Postgres, restartable_postgres

PATIENCE = 90.0  # seconds for everybody to have an update again
FAULTS_OF_OURS = "table_fault", "could not be dealt with", "request_failed"  # in a log
Kind = str


class Soak:
    def __init__(self, nats: list[NatsServer], postgres: Postgres, hosts: list[Machine]) -> None:
        self._nats = nats
        self._postgres = postgres
        self._machines = hosts
        self._chance = Random(1)
        self.done: Counter[Kind] = Counter()
        self.waits: list[float] = []  # seconds until play went on after a kill, for each guest
        self.views = 0
        self._faults: dict[Kind, Callable[[list[ServerProcess], Guests], Awaitable[None]]] = {
            "kills": self._kill,
            "partitions": self._partition,
            "nats": self._restart_nats,
            "postgres": self._restart_postgres,
            "sleeps": self._sleep,
        }

    async def round(self, processes: list[ServerProcess], kinds: list[Kind]) -> None:
        async def faults(all_processes: list[ServerProcess], guests: Guests) -> None:
            for kind in kinds:
                if all(guest.ended.is_set() for guest in guests):
                    return
                await self._faults[kind](all_processes, guests)
                self.done[kind] += 1

        guests = await play_through(processes, self._postgres.url, faults)
        self.views += sum(len(guest.told_at) for guest in guests)

    def report(self) -> None:
        print(f"faults: {dict(self.done)}; {self.views:,} views, none missing or out of order")
        waits = sorted(self.waits)
        if waits:
            p50, p95 = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
            print(f"{len(waits)} people whose process was killed: next update after "
                  f"p50 {p50:.2f} s, p95 {p95:.2f} s, at most {waits[-1]:.2f} s")  # fmt: skip

    # Faults

    async def _kill(self, processes: list[ServerProcess], guests: Guests) -> None:
        process = self._chance.choice(processes)
        before = [(guest, guest.comings, len(guest.told_at)) for guest in guests]
        began = time.monotonic()
        await process.kill()
        await told_again(guests)
        for guest, comings, told in before:
            if guest.comings > comings and len(guest.told_at) > told:
                after = next((at for at in guest.told_at[told:] if at > guest.came_at), None)
                self.waits += [] if after is None else [after - began]
        await process.start()

    async def _partition(self, processes: list[ServerProcess], guests: Guests) -> None:
        machine = self._chance.choice(self._machines)
        sides = self._chance.choice((("back",), ("front", "back")))
        for side in sides:
            machine.cut(side)  # type: ignore[arg-type]
        await asyncio.sleep(self._chance.uniform(0.5, 6))
        for side in sides:
            machine.mend(side)  # type: ignore[arg-type]
        await told_again(guests)

    async def _restart_nats(self, processes: list[ServerProcess], guests: Guests) -> None:
        lost = self._nats if self._chance.random() < 0.3 else [self._chance.choice(self._nats)]
        for server in lost:
            server.kill()
        await asyncio.sleep(self._chance.uniform(0, 3))
        for server in lost:
            server.start()
        await told_again(guests)

    async def _restart_postgres(self, processes: list[ServerProcess], guests: Guests) -> None:
        self._postgres.stop()
        await asyncio.sleep(self._chance.uniform(0, 2))
        self._postgres.start()
        await told_again(guests)

    async def _sleep(self, processes: list[ServerProcess], guests: Guests) -> None:
        process = self._chance.choice(processes)
        process.send(signal.SIGSTOP)
        await asyncio.sleep(60 if self.done["sleeps"] == 0 else self._chance.uniform(1, 8))
        process.send(signal.SIGCONT)
        await told_again(guests)


async def told_again(guests: Guests) -> None:
    """Until each has an update that came after now, or has seen the end."""
    before = {guest: len(guest.told_at) for guest in guests}
    async with asyncio.timeout(PATIENCE):
        for guest, number in before.items():
            while len(guest.told_at) == number and not guest.ended.is_set():
                await asyncio.sleep(0.01)


async def soak(wanted: Counter[Kind], minutes: float) -> None:
    port, ends = free_port(), time.monotonic() + minutes * 60
    with (
        tempfile.TemporaryDirectory() as folder,
        machines(3) as hosts,
        restartable_postgres(port=port) as postgres,
        running_nats(3, advertise=False, host="0.0.0.0") as nats,
    ):
        test = Soak(nats, postgres, hosts)
        async with AsyncExitStack() as stack:
            processes = [
                ServerProcess(
                    f"postgresql://postgres@{machine.engines}:{port}/postgres",
                    HASTE,
                    Path(folder) / f"{machine.number}.log",
                    machine.front,
                    machine.command(),
                    BROUHAHA_MDNS="false",
                    BROUHAHA_BUS="nats://"
                    + ",".join(f"{machine.engines}:{server.port}" for server in nats),
                )
                for machine in hosts
            ]
            await asyncio.gather(*map(stack.enter_async_context, processes))
            left = list((wanted - test.done).elements())
            while left and time.monotonic() < ends:
                await test.round(processes, Random(len(left)).sample(left, min(3, len(left))))
                print(dict(test.done), f"{test.views:,} views", flush=True)
                left = list((wanted - test.done).elements())
        for log in (file.read_text() for file in Path(folder).glob("*.log")):
            found = [fault for fault in FAULTS_OF_OURS if fault in log]
            assert not found, f"in a log: {found}"
        test.report()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--partitions", type=int, default=100)
    parser.add_argument("--restarts", type=int, default=50, help="of each engine")
    parser.add_argument("--sleeps", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=600, help="at most")
    asked = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("network namespaces need root")
    wanted = Counter(
        kills=asked.kills,
        partitions=asked.partitions,
        nats=asked.restarts,
        postgres=asked.restarts,
        sleeps=asked.sleeps,
    )
    uvloop.run(soak(wanted, asked.minutes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
