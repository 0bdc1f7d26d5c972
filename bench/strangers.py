"""A stranger at full effort, from one address and from three, while honest people play.

    python bench/strangers.py [--seconds 60] [--attacks moves,lobby] [--tables 10] [--first]

For each attack of bench/strangers_attacks.py, against a server with the limits that every server
has: the time from a tap to its update on the server's wire (p50 and p99; bench/wire_watch.py),
beside that without a stranger, right before and after the attack in the same run; the same as the
process of the honest felt it; how long whatever comes in waits at the server alone, by the clock
(p99) and by the processor time of its event loop's turns (p99, and the longest turn:
bench/turns.py); how much of a core the server used; who of the honest was thrown out or refused;
and what memory and disk grew by. The last line says which attacks miss the goal. Linux, for root.

    python bench/strangers.py --addresses 3     # what the goal asks for: 13 attacks, 25 minutes

The server has one core, the honest and the strangers the other. A stranger's machine is not theirs:
so strangers have all of that core that the honest do not want at the moment, and no more. What else
the machine does is in the figures too: it has to be a quiet one. On a busy one `--first` (for root)
lets server, honest people and the kernel's network threads go before everything else and the
strangers before nearly everything; then memory, disk and what is measured at the server still tell
something, and the time of a tap little.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import uvloop

from bench.server_bench.process import SERVER_CORE, kept_awake, take_the_other_core
from bench.stamps import after_the_queue
from bench.strangers_attacks import ATTACKS, attack
from bench.strangers_honest import HOMES, Honest, at_table
from bench.turns import Knocks, met, since
from bench.wire_watch import WireWatch
from tests.server.processes import ServerProcess

AS_EVERY_SERVER = {
    "BROUHAHA_LIMITS_FRAMES_A_SECOND": "30",
    "BROUHAHA_LIMITS_FRAMES_AT_ONCE": "90",
    "BROUHAHA_LIMITS_CONTROL_FRAMES_A_SECOND": "20",
}
ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]
REST: Final = 3.0  # seconds for whatever has just begun or gone
COLUMNS: Final = (
    "attack", "from", "p50", "p99", "without", "ratio", "p99 felt", "without",
    "wait at the server", "without", "by turns", "without",
    "longest turn", "core", "without", "out", "refused", "memory MB", "disk MB",
)  # fmt: skip
MOST_TIMES, MOST_MEMORY, MOST_DISK = 2.0, 64.0, 50.0  # the goal: of p99 without, and megabytes


class Measured(NamedTuple):
    seconds: float
    taps: list[float]  # seconds, on the server's wire
    felt: list[float]  # the same, from the process of the honest on
    waits: list[float]  # milliseconds at the server
    turns: list[float]  # milliseconds of its loop's thread, the longer ones
    thrown_out: int
    refused: int
    used: float  # seconds of the processor
    memory: float  # MB
    disk: float

    def with_(self, other: Measured) -> Measured:
        """Both together; one disturbance does not decide then."""
        return Measured(
            self.seconds + other.seconds, self.taps + other.taps, self.felt + other.felt,
            self.waits + other.waits, self.turns + other.turns, self.thrown_out + other.thrown_out,
            self.refused + other.refused, self.used + other.used,
            max(self.memory, other.memory), self.disk + other.disk,
        )  # fmt: skip

    def tap(self, percent: int) -> float:
        return quantiles(self.taps, n=100)[percent - 1] * 1000

    @property
    def felt_99(self) -> float:
        return quantiles(self.felt, n=100)[98] * 1000

    @property
    def wait(self) -> float:
        return quantiles(self.waits, n=100)[98]

    @property
    def by_turns(self) -> float:
        return met(self.turns, self.seconds)

    @property
    def core(self) -> float:
        return self.used / self.seconds


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--attacks", default=",".join(ATTACKS))
    parser.add_argument("--addresses", default="1,3")
    parser.add_argument("--first", action="store_true", help="before all others on this machine")
    parser.add_argument("--attack-port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack_port:
        _step_back(asked.first)
        await attack(asked.attacks, asked.addresses.split(","), asked.attack_port)
        return
    print(f"| {' | '.join(COLUMNS)} |\n| --- |{' ---: |' * (len(COLUMNS) - 1)}", flush=True)
    missed = []
    with _before_all_others() if asked.first else nullcontext(), kept_awake(), after_the_queue():
        for name in asked.attacks.split(","):
            for addresses in map(int, asked.addresses.split(",")):
                without, found = await one(name, addresses, asked)
                print(f"| {' | '.join(row(name, addresses, without, found))} |", flush=True)
                missed += [f"{name} from {addresses}"] if misses(without, found) else []
    print(f"\nThe goal is missed by: {', '.join(missed) or 'none'}")


def misses(without: Measured, found: Measured) -> bool:
    return (
        found.tap(99) > MOST_TIMES * without.tap(99) or found.thrown_out > 0 or found.refused > 0
        or found.memory > MOST_MEMORY or found.disk > MOST_DISK
    )  # fmt: skip


def row(name: str, addresses: int, without: Measured, found: Measured) -> list[str]:
    return [
        name, str(addresses), f"{found.tap(50):.2f} ms", f"{found.tap(99):.2f} ms",
        f"{without.tap(99):.2f} ms", f"{found.tap(99) / without.tap(99):.1f}",
        f"{found.felt_99:.2f} ms", f"{without.felt_99:.2f} ms",
        f"{found.wait:.2f} ms", f"{without.wait:.2f} ms",
        f"{found.by_turns:.1f} ms", f"{without.by_turns:.1f} ms",
        f"{max(found.turns, default=0.0):.1f} ms", f"{found.core:.0%}", f"{without.core:.0%}",
        str(found.thrown_out), str(found.refused), f"{found.memory:+.0f}", f"{found.disk:+.1f}",
    ]  # fmt: skip


@contextmanager
def _before_all_others() -> Iterator[None]:
    """This process, what it starts, and the threads by which the kernel brings packets: those have
    no priority by themselves, and would wait for whoever has."""
    network = [int(each.parent.name) for each in Path("/proc").glob("[0-9]*/comm")
               if each.read_text().startswith("ksoftirqd/")]  # fmt: skip
    try:
        for thread in network:
            os.sched_setscheduler(thread, os.SCHED_FIFO, os.sched_param(20))
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        yield
    finally:
        for thread in network:
            os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))


def _step_back(first: bool) -> None:
    """A stranger's machine is another one: it does not take the time of the honest ones'."""
    if first:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(-15)
    else:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def one(name: str, addresses: int, asked: argparse.Namespace) -> tuple[Measured, Measured]:
    """Without strangers, and with them."""
    tables, seconds = asked.tables, asked.seconds
    with tempfile.TemporaryDirectory() as folder:
        store, watched = str(Path(folder, "store.db")), Path(folder, "watched")
        watched.mkdir()
        watch = [sys.executable, str(Path(__file__).with_name("turns.py")), str(watched)]
        os.sched_setaffinity(0, {SERVER_CORE})  # the server inherits it
        async with (
            ServerProcess(store, 1, Path(folder, "log"), run=watch, **AS_EVERY_SERVER) as server,
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        ):
            take_the_other_core()  # and so does the stranger
            people = [
                await at_table(number, server.url, server.port, session) for number in range(tables)
            ]
            honest = [person for table in people for person in table]
            wire = WireWatch(HOMES, server.port)
            playing = [asyncio.create_task(person.play()) for person in honest]
            playing.append(asyncio.create_task(Knocks(watched).go_on()))
            await asyncio.sleep(REST)
            without = await measured(server, Path(folder), honest, wire, seconds / 4)
            command = [sys.executable, __file__, "--attack-port", str(server.port)]
            command += ["--attacks", name, "--addresses", ",".join(ADDRESSES[:addresses])]
            command += ["--first"] if asked.first else []
            stranger = await asyncio.create_subprocess_exec(*command, env=dict(os.environ))
            found = await measured(server, Path(folder), honest, wire, seconds)
            with suppress(ProcessLookupError):
                stranger.kill()
            await stranger.wait()
            await asyncio.sleep(REST)
            after = await measured(server, Path(folder), honest, wire, seconds / 4)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            wire.close()
    return without.with_(after), found


async def measured(
    server: ServerProcess, folder: Path, honest: list[Honest], wire: WireWatch, seconds: float
) -> Measured:
    """What the honest feel meanwhile, and what the server grows by at most."""
    wire.taps.clear()
    for person in honest:
        person.felt.clear()
        person.refused = person.thrown_out = 0
    memory, disk, most, used = server.megabytes, size(folder), 0.0, server.cpu_seconds
    began = time.monotonic()
    while time.monotonic() < began + seconds:
        await asyncio.sleep(0.5)
        most = max(most, server.megabytes)
    return Measured(
        time.monotonic() - began, wire.taps.copy(),
        [tap for person in honest for tap in person.felt],
        since(folder / "watched/waits", began), since(folder / "watched/turns", began),
        sum(person.thrown_out for person in honest), sum(person.refused for person in honest),
        server.cpu_seconds - used, most - memory, size(folder) - disk,
    )  # fmt: skip


def size(folder: Path) -> float:
    """Megabytes of the store, of what lies beside it, and of the log."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) / 2**20


if __name__ == "__main__":
    uvloop.run(main())
