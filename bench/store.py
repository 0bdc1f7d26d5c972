"""How many entries a second does a store take, and how soon is a server back? See store.md.

    python bench/store.py [--seconds 2] [--folder .] [--postgres URL]

One thread writes batches for 1,000 open tables, each row at a table drawn by chance, and files
the journal, or copies the write-ahead log, when it is due, as a server does. Without a URL it
starts a PostgreSQL of its own, with fsync, in the folder for temporary files. A given URL must be
of an empty database.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from brouhaha.commits import Wal, open_wal
from brouhaha.commits.commit_log import ROWS_TO_CHECKPOINT
from brouhaha.commits.wal import checkpoint
from brouhaha.store import Commit, Row, Store, open_store
from tests.store.throwaway_postgres import running_postgres

TABLES = 1000
ENTRIES_TO_LOAD = 300  # a table, when a server comes back: about a match of nimble with four
BATCHES = (1, 4, 16, 64, 256)
PAYLOAD = b'{"at":123456,"seat":2,"action":{"type":"place","pile":1,"onto":[3,4]},"arrived":123460}'


class Load:
    """Open tables, and rows that follow each other at each of them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.chance = random.Random(1)
        self.names = [f"{secrets.randbits(40):010x}" for _ in range(TABLES)]
        self.next = dict.fromkeys(self.names, 1)
        store.append([Row(name, 0, PAYLOAD, 0) for name in self.names])

    def write(self, rows: list[Row]) -> None:
        self.store.append(rows)
        self.store.file()

    def row(self, name: str) -> Row:
        self.next[name] += 1
        return Row(name, self.next[name] - 1, PAYLOAD, 1_800_000_000_000)

    def batch(self, size: int) -> list[Row]:
        return [self.row(self.chance.choice(self.names)) for _ in range(size)]


class LoadOnWal(Load):
    """The same by way of the write-ahead log. Copying, at a server another thread's, counts too."""

    def __init__(self, store: Store, wal: Wal) -> None:
        super().__init__(store)
        self.wal = wal

    def write(self, rows: list[Row]) -> None:
        self.wal.current.write(Commit(rows))
        if self.wal.current.rows >= ROWS_TO_CHECKPOINT:
            file = self.wal.turn()
            assert file is not None
            checkpoint(self.store, [file], [])


def measure(load: Load, label: str, size: int, seconds: float) -> None:
    took: list[float] = []
    cpu = 0.0
    while sum(took) < seconds:
        rows = load.batch(size)
        began, cpu_began = time.perf_counter(), time.process_time()
        load.write(rows)
        cpu += time.process_time() - cpu_began
        took.append(time.perf_counter() - began)
    rate, took = size * len(took) / sum(took), sorted(took)
    middle, late = (took[int(len(took) * share)] * 1000 for share in (0.5, 0.99))
    cost = cpu / size / len(took) * 1e6
    print(
        f"| {label} | {size} | {rate:,.0f} | {middle:.2f} | {late:.2f} | {cost:.0f} |", flush=True
    )


def measure_loading(store: Store, label: str) -> None:
    load = Load(store)
    for _ in range(ENTRIES_TO_LOAD - 1):  # round by round, as tables grow in play
        store.append([load.row(name) for name in load.names])
        store.file()
    runs = sorted(_load(store) for _ in range(5))
    wall, cpu, loaded = runs[0]
    size = store.stats().disk_bytes / 1e6
    print(
        f"{label}: {TABLES} tables, {loaded:,} entries ({size:.0f} MB) loaded in {wall:.2f} s "
        f"(slowest of {len(runs)}: {runs[-1][0]:.2f} s), own CPU {cpu:.2f} s"
    )


def _load(store: Store) -> tuple[float, float, int]:
    began, cpu_began = time.perf_counter(), time.process_time()
    loaded = sum(len(rows) for _, rows in store.load_all_open())
    return time.perf_counter() - began, time.process_time() - cpu_began, loaded


def bench(kind: str, url: str, empty_url: str, seconds: float) -> None:
    with open_store(url) as store:
        load = Load(store)
        for size in BATCHES:
            measure(load, kind, size, seconds)
        wal = open_wal(url)
        if wal is not None:
            load = LoadOnWal(store, wal)
            for size in BATCHES:
                measure(load, f"{kind}, write-ahead log", size, seconds)
            wal.close()
    with open_store(empty_url) as store:
        measure_loading(store, f"\n{kind}")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line of the table")
    parser.add_argument("--folder", default=".", help="on the disk to be measured")
    parser.add_argument("--postgres", help="instead of one started for the bench")
    args = parser.parse_args()
    print("| store | rows a commit | rows/s | p50 ms | p99 ms | own CPU, µs a row |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=args.folder))
        bench("sqlite", f"{folder}/one.db", f"{folder}/two.db", args.seconds)
        postgres = args.postgres or stack.enter_context(running_postgres(durable=True))
        one, two = (_schema(postgres, name) for name in ("bench_one", "bench_two"))
        bench("postgresql", one, two, args.seconds)


def _schema(url: str, name: str) -> str:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"


if __name__ == "__main__":
    main()
