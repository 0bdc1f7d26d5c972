"""What does it cost to be several processes? See cluster.md.

    python bench/cluster.py [bus] [hop] [before REVISION] [workers] [writers] [--tables 60]
        [--seconds 4]

All servers (and NATS and PostgreSQL) share one core; the load is this process, on the other. What
is compared is measured in one run, by turns. CPU time is the scheduler's own count of each process,
so other work on the machine makes rounds longer, not costs.

- bus: one move's way to the owner and its four frames' way back, over NATS alone, beside the way
  that the client library would take; both ends are this process.
- hop: the same moves with sockets at the process that has the table, and at another one.
- before: one process without a bus, beside the same of another revision of this project.
- workers: what a move costs when sockets land on any of two workers, and are handed to the one that
  has the table, beside one process alone. Each has as many tables as that one: a full process
  writes the moves of many tables at once, which is where much of its speed comes from.
- writers: how many commits a second PostgreSQL takes from one to eight writers, with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import aiohttp
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server import quantile
from bench.server_bench.contestants import GENEROUS, Brouhaha
from bench.server_bench.load import SEATS, Load, Table
from bench.server_bench.process import (
    SERVER_CORE,
    ServerProcess,
    free_port,
    kept_awake,
    running,
    take_the_other_core,
)
from brouhaha.bus import Bus
from brouhaha.server.cluster.messages import Parcel, Said, Told, encode
from brouhaha.store import Row, open_store
from tests.bus.nats_servers import running_nats, urls
from tests.store.throwaway_postgres import running_postgres

ROUNDS: Final = 5
RATE: Final = 150.0  # moves a second, for the latency: little beside what one process takes
HERE: Final = Path(__file__).parents[1]
PAYLOAD: Final = b'{"at":123456,"seat":2,"action":{"type":"flip"},"arrived":123460}'


class Way(NamedTuple):
    """Tables whose sockets take one way."""

    name: str
    load: Load
    servers: list[ServerProcess]

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.servers)


class Seated(Brouhaha):
    """Tables are opened at one port; their seats take the others in turn."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = cycle(ports)

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        for seat in table.seats:
            seat.connect = self._elsewhere(seat.connect)  # type: ignore[method-assign]
        await super().sit_down(http, port, table)

    def _elsewhere(self, connect: Any) -> Any:
        async def landed(port: int, path: str) -> None:
            await connect(next(self._ports), path)

        return landed


async def filled(owner: ServerProcess, ports: list[int], tables: int) -> Load:
    load = Load(Random(1))
    await Seated(ports).fill(owner, load, tables)
    await load.saturate(1.0)
    await load.drain()
    return load


class Figures(NamedTuple):
    idle: float  # the share of a core that the servers use though nobody moves
    cost: float  # µs of CPU time that a move adds to that, at full speed
    p50: float  # ms, at a steady rate
    p99: float


async def compare(ways: list[Way], seconds: float) -> dict[str, Figures]:
    """By way."""
    idle = {way.name: await idle_share(way, seconds) for way in ways}
    costs: dict[str, list[float]] = {way.name: [] for way in ways}
    took: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(ROUNDS):
        for way in ways:
            began, before = time.perf_counter(), way.cpu_seconds()
            await way.load.saturate(seconds)
            await way.load.drain()
            used = way.cpu_seconds() - before - idle[way.name] * (time.perf_counter() - began)
            costs[way.name].append(used / way.load.moves * 1e6)
            await way.load.at_rate(RATE, seconds)
            took[way.name] += way.load.took
    return {
        name: Figures(
            idle[name],
            median(costs[name]),
            quantile(took[name], 0.5),
            quantile(took[name], 0.99),
        )
        for name in costs
    }


async def idle_share(way: Way, seconds: float) -> float:
    before = way.cpu_seconds()
    await asyncio.sleep(seconds)
    return (way.cpu_seconds() - before) / seconds


@contextmanager
def engines() -> Iterator[tuple[str, str]]:
    """PostgreSQL and NATS, on the servers' core."""
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {SERVER_CORE})
    with running_postgres() as postgres, running_nats() as nats:
        os.sched_setaffinity(0, ours)
        yield postgres, urls(nats)


def server(
    stack: ExitStack, folder: Path, store: str, bus: str = "", **environment: str
) -> ServerProcess:
    port = free_port()
    command = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", str(port), "--no-mdns",
               "--store", store, *(["--bus", bus] if bus else [])]  # fmt: skip
    return stack.enter_context(running(command, port, folder, GENEROUS | environment))


def schema(postgres: str, name: str) -> str:
    """An empty place of its own in PostgreSQL."""
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{postgres}&options=-csearch_path%3D{name}"


class Line(NamedTuple):
    """There and back over NATS, one after the other."""

    cost: float  # µs of CPU time, both ends
    p50: float  # ms
    p99: float


async def bus(rounds: int = 3000) -> None:
    """By turns, in one run."""
    with running_nats() as nats:
        ways: dict[str, list[Line]] = {"the library's way": [], "ours": []}
        for _ in range(ROUNDS):
            for name in ways:
                ways[name].append(await there_and_back(urls(nats), rounds, ours=name == "ours"))
    print("| way | CPU, µs there and back | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: |")
    for name, lines in ways.items():
        cost, p50, p99 = (median(figures) for figures in zip(*lines, strict=True))
        print(f"| {name} | {cost:.0f} | {p50:.2f} | {p99:.2f} |")


async def there_and_back(servers: str, rounds: int, *, ours: bool) -> Line:
    edge, owner = Bus(servers, "edge"), Bus(servers, "owner")
    move = encode(Parcel("edge", 1, [Said(1, b'{"type":"act",%b}' % PAYLOAD)]))
    told = encode(Parcel("owner", 1, [Told([conn], bytes(650)) for conn in range(SEATS)]))
    came, took = asyncio.Event(), list[float]()
    for each, hears in ((edge, lambda _: came.set()), (owner, lambda _: owner.send("edge", told))):
        await each.connect()
        if ours:
            await each.follow(each._name, hears)
        else:
            each._client.write_now = lambda *_: False  # type: ignore[method-assign]
            await each.listen(each._name, hears)
    before = time.process_time()
    for _ in range(rounds):
        began = time.perf_counter()
        came.clear()
        edge.send("owner", move, "lost")
        await came.wait()
        took.append(time.perf_counter() - began)
    cost = (time.process_time() - before) / rounds * 1e6
    for each in (edge, owner):
        await each.close()
    return Line(cost, quantile(took, 0.5), quantile(took, 0.99))


async def hop(folder: Path, tables: int, seconds: float) -> None:
    with engines() as (postgres, bus), ExitStack() as stack:
        alone = server(stack, folder, schema(postgres, "alone"))
        shared = schema(postgres, "shared")
        owner, edge = (server(stack, folder, shared, bus) for _ in range(2))
        ways = [
            Way("one process, no bus", await filled(alone, [alone.port], tables), [alone]),
            Way("at the owner", await filled(owner, [owner.port], tables), [owner, edge]),
            Way("over the hop", await filled(owner, [edge.port], tables), [owner, edge]),
        ]
        report(await compare(ways, seconds))


async def workers(folder: Path, tables: int, seconds: float) -> None:
    with engines() as (postgres, bus), ExitStack() as stack:
        alone = server(stack, folder, schema(postgres, "alone"))
        shared = schema(postgres, "shared")
        together = stack.enter_context(tempfile.TemporaryDirectory())
        two = [server(stack, folder, shared, bus, BROUHAHA_SIBLINGS=together) for _ in range(2)]
        ways = [
            Way("one process, no bus", await filled(alone, [alone.port], tables), [alone]),
            Way("two workers", await spread(two, 2 * tables), two),
        ]
        figures = await compare(ways, seconds)
        report(figures)
        one, both = (each.cost for each in figures.values())
        print(f"two cores full of two workers are worth × {2 * one / both:.2f} one")


async def spread(two: list[ServerProcess], tables: int) -> Load:
    """Half of the tables at each, half of the sockets of each table land at each."""
    load = Load(Random(1))
    for owner in two:
        half = await filled(owner, [each.port for each in two], tables // 2)
        load.tables += half.tables
        for table in half.tables:
            table.load = load
    return load


async def before(folder: Path, revision: str, tables: int, seconds: float) -> None:
    """On SQLite, as one process is by default."""
    tree = folder / "before"
    subprocess.run(["git", "worktree", "add", "--detach", tree, revision], cwd=HERE, check=True)
    try:
        with ExitStack() as stack:
            now = server(stack, folder, str(folder / "now.db"))
            then = server(stack, folder, str(folder / "then.db"), PYTHONPATH=str(tree / "src"))
            ways = [
                Way("now", await filled(now, [now.port], tables), [now]),
                Way("before", await filled(then, [then.port], tables), [then]),
            ]
            figures = await compare(ways, seconds)
        report(figures)
        print(f"speed now over before: {figures['before'].cost / figures['now'].cost:.3f}")
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=HERE, check=True)


def report(figures: dict[str, Figures]) -> None:
    first = next(iter(figures.values())).cost
    print("| way | CPU, µs a move | × the first | idle | p50 ms | p99 ms |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, (idle, cost, p50, p99) in figures.items():
        print(f"| {name} | {cost:.0f} | {cost / first:.2f} | {idle:.1%} | {p50:.2f} | {p99:.2f} |")


def writers(seconds: float) -> None:
    """Each a thread with a connection of its own, as each process has; a commit has one move at
    each of four tables."""
    print("| writers | commits a second | entries a second |\n| ---: | ---: | ---: |")
    for number in (1, 2, 4, 8):
        with running_postgres(durable=True) as url, ThreadPoolExecutor(number) as threads:
            counts = threads.map(lambda n: write(url, n, seconds), range(number))
            commits = sum(counts) / seconds
        print(f"| {number} | {commits:,.0f} | {SEATS * commits:,.0f} |", flush=True)


def write(url: str, number: int, seconds: float) -> int:
    """How many commits in so many seconds."""
    with open_store(url) as store:
        groups = [[f"{number}t{n}s{seat}" for seat in range(SEATS)] for n in range(50)]
        store.append([Row(name, 0, PAYLOAD, 0) for group in groups for name in group])
        stop = time.monotonic() + seconds
        for done in count():
            if time.monotonic() > stop:
                return done
            entry, group = done // len(groups) + 1, groups[done % len(groups)]
            store.append([Row(name, entry, PAYLOAD, 0) for name in group])
            store.file()
    raise AssertionError  # counting has no end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", default=["bus", "hop", "workers", "writers"])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    asked = parser.parse_args()
    if "writers" in asked.parts:
        writers(asked.seconds)
    take_the_other_core()
    with tempfile.TemporaryDirectory() as folder, kept_awake():
        sizes = asked.tables, asked.seconds
        if "bus" in asked.parts:
            uvloop.run(bus())
        if "hop" in asked.parts:
            uvloop.run(hop(Path(folder), *sizes))
        if "workers" in asked.parts:
            uvloop.run(workers(Path(folder), *sizes))
        if "before" in asked.parts:
            revision = asked.parts[asked.parts.index("before") + 1]
            uvloop.run(before(Path(folder), revision, *sizes))


if __name__ == "__main__":
    main()
