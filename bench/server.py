"""How fast is the server? Beside a bare one, Colyseus and boardgame.io, with the same traffic.

    python bench/server.py [--rounds 5] [--tables 200] [--seconds 5] [--without NAME] [--keep FILE]
                           [--against COMMIT]
    python bench/server.py --told FILE

Servers run on one core, one after another, several rounds of all of them; the load is this process,
on the other core. `bench/server.md` says what is measured, and how to read it. Linux, two cores;
the rivals need Node 22, and are installed by name when they are not there yet. What each round
measured is kept in a file (`bench/server.json`), from which the table is made. `--against` measures
the server of an older commit too, as *before*.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, TypeVar

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.older_tree import unpacked
from bench.server_bench import node, python
from bench.server_bench.contestants import (
    RIVALS,
    Boardgame,
    Brouhaha,
    BrouhahaPlayer,
    Colyseus,
    ColyseusBySeat,
    Contestant,
    Floor,
    InterpretedBrouhaha,
    OlderBrouhaha,
)
from bench.server_bench.load import Load
from bench.server_bench.process import (
    ServerProcess,
    free_port,
    kept_awake,
    own_cpu_seconds,
    running,
    stolen_seconds,
    take_the_other_core,
)
from bench.server_bench.rounds import FEW, MANY, Figures, Round, Rounds, read, told
from bench.server_bench.rounds import RIVALS as RIVAL_NAMES

T = TypeVar("T")

RATE: Final = 800.0  # moves a second, for the latency
SLICES, SLICE = 5, 5.0  # of the latency, and seconds of each
DISTURBED: Final = 0.01  # the share of a core that the host took away
TRIES: Final = 3  # of a measurement that was disturbed
PLACEMENTS: Final = 0.1  # of the moves that could be: one move in twenty is contested
WARM_UP: Final = 3.0  # seconds at full speed: a JIT has compiled by then
UPDATE_BYTES: Final = 621  # of Brouhaha's, until they were counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--folder", default=".", help="for the log: on the disk to be measured")
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", choices=RIVAL_NAMES
    )
    parser.add_argument("--against", metavar="COMMIT", help="an older Brouhaha, beside this one")
    parser.add_argument("--keep", type=Path, default=Path(__file__).with_suffix(".json"))
    parser.add_argument("--told", type=Path, metavar="FILE", help="the table of what was kept")
    asked = parser.parse_args()
    if asked.told:
        print(told(read(asked.told)))
        return
    take_the_other_core()
    with ExitStack() as until_the_end:
        folder = until_the_end.enter_context(tempfile.TemporaryDirectory(dir=asked.folder))
        until_the_end.enter_context(kept_awake())
        servers = [each for each in contestants() if each.name not in asked.without]
        if asked.against:
            servers.insert(1, OlderBrouhaha(until_the_end.enter_context(unpacked(asked.against))))
        bench = Bench(Path(folder), asked.tables, asked.seconds, servers)
        for number in range(asked.rounds):
            print(f"round {number + 1}, load average {os.getloadavg()[0]:.1f}", file=sys.stderr)
            uvloop.run(bench.one_round())
            bench.found.keep(asked.keep)
    print(told(bench.found))


def contestants() -> list[Contestant]:
    """Brouhaha first: the others' frames are made as long as its own."""
    python.compile_ours()
    ours: list[Contestant] = [Brouhaha(), InterpretedBrouhaha(), Floor()]
    if node.node() is None:
        print("Node 22 is missing: Colyseus and boardgame.io are not measured.", file=sys.stderr)
        return ours
    if not (RIVALS / "node_modules").exists():
        node.install(RIVALS)
    return [*ours, Colyseus(), ColyseusBySeat(), Boardgame()]


class Bench:
    def __init__(
        self, folder: Path, tables: int, seconds: float, servers: Sequence[Contestant]
    ) -> None:
        self._folder = folder
        self._tables = tables
        self._seconds = seconds
        self._contestants = servers
        today = datetime.now(UTC).date().isoformat()
        self.found = Rounds(today, python.version(), node.version(), tables, UPDATE_BYTES)

    async def one_round(self) -> None:
        found = Round(round(os.getloadavg()[0], 1))
        for each in self._contestants:
            found.servers[each.name] = figures = await self._measure(each)
            print(f"  {each.name}: {figures.ceiling:,.0f} moves/s, {figures.cost:.0f} µs a move, "
                  f"p99 {figures.p99:.1f} ms", file=sys.stderr)  # fmt: skip
        for tables in (FEW, MANY):
            found.cost_with[tables] = cost = await self._cost(tables)
            print(f"  {tables} tables: {cost:.0f} µs a move", file=sys.stderr)
        self.found.rounds.append(found)

    async def _measure(self, contestant: Contestant) -> Figures:
        with self._started(contestant) as server:
            load = await self._filled(contestant, server, self._tables)
            ceiling = await undisturbed(lambda: self._ceiling(server, load, together=True))
            by_turns = await undisturbed(lambda: self._ceiling(server, load, together=False))
            latency = await self._latency(load)
            if isinstance(seat := load.tables[0].seats[0], BrouhahaPlayer):
                self.found.update_bytes = seat.update_bytes
            gc.unfreeze()
        return Figures(*ceiling, *by_turns[:2], *latency)

    async def _latency(self, load: Load) -> tuple[float, float, float]:
        """p50, p99, and p50 of what waits on purpose: medians of slices, each long enough for what
        every server does every few seconds."""

        async def one_slice() -> tuple[float, float, float]:
            await load.at_rate(RATE, SLICE)
            waited = quantile(load.took_waiting, 0.5) if load.took_waiting else 0.0
            return quantile(load.took, 0.5), quantile(load.took, 0.99), waited

        BrouhahaPlayer.placements = PLACEMENTS
        slices = [await undisturbed(one_slice) for _ in range(SLICES)]
        BrouhahaPlayer.placements = 0.0
        p50, p99, waited = map(median, zip(*slices, strict=True))
        return p50, p99, waited

    async def _cost(self, tables: int) -> float:
        """µs of CPU time a move with so many tables, at full speed."""
        ours = Brouhaha()
        with self._started(ours) as server:
            load = await self._filled(ours, server, tables)
            cost = (await undisturbed(lambda: self._ceiling(server, load, together=True)))[1]
            gc.unfreeze()
        return cost

    def _started(self, contestant: Contestant) -> AbstractContextManager[ServerProcess]:
        port = free_port()
        command = contestant.command(port, self._folder, self.found.update_bytes)
        return running(command, port, self._folder, contestant.environment)

    async def _filled(self, contestant: Contestant, server: ServerProcess, tables: int) -> Load:
        load = Load(Random(1))
        await contestant.fill(server, load, tables)
        gc.collect()
        gc.freeze()  # the load's own sockets need no looking through while it measures
        await load.saturate(WARM_UP)
        await load.drain()
        return load

    async def _ceiling(
        self, server: ServerProcess, load: Load, *, together: bool
    ) -> tuple[float, float, float, float]:
        """Moves a second, µs a move, and how much of both cores that took."""
        began, cpu, own = time.perf_counter(), server.cpu_seconds(), own_cpu_seconds()
        await load.saturate(self._seconds, together=together)
        took = time.perf_counter() - began
        cpu, own, moves = server.cpu_seconds() - cpu, own_cpu_seconds() - own, load.moves
        await load.drain()
        return moves / took, cpu / moves * 1e6, cpu / took, own / took


async def undisturbed(measure: Callable[[], Awaitable[T]]) -> T:
    """What the host does to a measurement is not the server's: it is made again, a few times, and
    the one from which the host took least counts."""
    tries: list[tuple[float, T]] = []
    while len(tries) < TRIES:
        stolen, began = stolen_seconds(), time.perf_counter()
        result = await measure()
        share = (stolen_seconds() - stolen) / (time.perf_counter() - began)
        tries.append((share, result))
        if share <= DISTURBED:
            break
    return min(tries, key=itemgetter(0))[1]


def quantile(took: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(took)[int(len(took) * share)] * 1000


if __name__ == "__main__":
    main()
