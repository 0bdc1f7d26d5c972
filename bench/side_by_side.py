"""What a move costs several servers that are all up and take turns every second, in CPU time.

    python bench/side_by_side.py [--turns 12] [--tables 100] [--against COMMIT] [--without NAME]

A shared machine may be half as quick for minutes: servers that are measured one after the other
(`server.py`) then differ by as much. Here each is loaded for a second, then the next one, so that
all see the same; the ratio is the median of the turns' ratios. `server.md` has the figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.older_tree import unpacked
from bench.server import contestants
from bench.server_bench.contestants import Contestant, OlderBrouhaha
from bench.server_bench.load import Load
from bench.server_bench.process import (
    ServerProcess,
    free_port,
    kept_awake,
    running,
    take_the_other_core,
)
from bench.server_bench.rounds import RIVALS

UPDATE_BYTES: Final = 638  # of ours
TURN: Final = 1.0  # seconds
OURS: Final = "brouhaha"


class Entered:
    """A server that is up, with its tables."""

    def __init__(self, contestant: Contestant, server: ServerProcess) -> None:
        self.name = contestant.name
        self._contestant = contestant
        self._server = server
        self._load = Load(Random(1))

    async def sit_down(self, tables: int) -> None:
        await self._contestant.fill(self._server, self._load, tables)
        await self._load.saturate(3.0)
        await self._load.drain()

    async def cost(self, *, together: bool) -> float:
        """µs of CPU time a move, for one turn."""
        before = self._server.cpu_seconds()
        await self._load.saturate(TURN, together=together)
        used, moves = self._server.cpu_seconds() - before, self._load.moves
        await self._load.drain()
        return used / moves * 1e6


async def measure(entered: list[Entered], tables: int, turns: int) -> None:
    for each in entered:
        await each.sit_down(tables)
    for together in (True, False):
        costs: dict[str, list[float]] = {each.name: [] for each in entered}
        for _ in range(turns):
            for each in entered:
                costs[each.name].append(await each.cost(together=together))
        print(f"\n{'all four seats at once' if together else 'by turns'}, µs of CPU time a move:")
        for name, found in costs.items():
            shares = [ours / theirs for ours, theirs in zip(costs[OURS], found, strict=True)]
            low, high = min(found), max(found)
            print(f"  {name}: {median(found):.1f} ({low:.1f} to {high:.1f}), "
                  f"ours ÷ it {median(shares):.2f}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--without", action="append", default=[], choices=RIVALS)
    asked = parser.parse_args()
    take_the_other_core()
    with ExitStack() as up:
        folder = Path(up.enter_context(tempfile.TemporaryDirectory(dir=".")))
        up.enter_context(kept_awake())
        servers = [each for each in contestants() if each.name not in asked.without]
        if asked.against:
            servers.insert(1, OlderBrouhaha(up.enter_context(unpacked(asked.against))))
        entered = []
        for each in servers:
            port = free_port()
            command = each.command(port, folder, UPDATE_BYTES)
            entered.append(
                Entered(each, up.enter_context(running(command, port, folder, each.environment)))
            )
        uvloop.run(measure(entered, asked.tables, asked.turns))


if __name__ == "__main__":
    main()
