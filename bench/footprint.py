"""How soon the server is ready, and how much memory it, a table and a socket take.

    python bench/footprint.py [--starts 5] [--tables 2000] [--restored 5000]

- ready: from the command until `/healthz` answers 200, with an empty store; beside it the same
  interpreter that only imports what any server of this kind needs (aiohttp, uvloop, msgspec).
- memory: the process's share (`Pss` of the kernel), when the words of all games are loaded.
- a table: what each of so many makes it grow by: in the lobby with its host, and in the middle of a
  match of NOW! with three bots.
- a socket: somebody who sits at a table and says nothing. The kernel's part of it is no process's.
- restored: a server is killed with so many tables and started again, until it lets visitors in.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server_bench.client import Client, framed
from bench.server_bench.contestants import GENEROUS
from bench.server_bench.process import SERVER_CORE, free_port, take_the_other_core

FLOOR: Final = [sys.executable, "-c", "import aiohttp.web, uvloop, msgspec"]
SETTLES: Final = 6.0  # seconds until words and descriptions are prepared
LOBBY: Final[dict[str, Any]] = {"game": "now", "name": "Ana"}
MATCH: Final[dict[str, Any]] = LOBBY | {"bots": ["random"] * 3, "start": True}


class Server:
    """A server as its own process, which nobody but this bench knows of."""

    def __init__(self, store: Path) -> None:
        self.port = free_port()
        self._said = store.with_suffix(".log").open("ab")
        command = [sys.executable, "-m", "brouhaha.cli", "serve", "--port", str(self.port)]
        more = {"BROUHAHA_LIMITS_TABLES": "100000", "BROUHAHA_MDNS": "false"}
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [*command, "--store", str(store)],
            env=os.environ | GENEROUS | more,
            stdout=self._said,
            stderr=self._said,
            preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),
        )
        self.ready_after = self._until_ready() - began

    def _until_ready(self) -> float:
        while True:
            assert self._process.poll() is None, Path(self._said.name).read_text()[-2000:]
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz"):
                    return time.perf_counter()
            except OSError:
                time.sleep(0.005)

    def kilobytes(self) -> float:
        rollup = Path(f"/proc/{self._process.pid}/smaps_rollup").read_text()
        return next(float(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()


@contextmanager
def serving(folder: Path, name: str = "store") -> Iterator[Server]:
    server = Server(folder / f"{name}.db")
    try:
        yield server
    finally:
        server.kill()


def starts(folder: Path, number: int) -> tuple[float, float]:
    """Seconds until it is ready, and what the floor takes: medians, in turns."""
    ours, floor = [], []
    for each in range(number):
        with serving(folder, f"start{each}") as server:
            ours.append(server.ready_after)
        began = time.perf_counter()
        subprocess.run(FLOOR, check=True)
        floor.append(time.perf_counter() - began)
    return statistics.median(ours), statistics.median(floor)


async def open_tables(server: Server, number: int, wanted: dict[str, Any]) -> list[dict[str, Any]]:
    opened = []
    async with aiohttp.ClientSession(base_url=f"http://127.0.0.1:{server.port}") as http:
        for _ in range(number):
            async with http.post("/api/tables", json=wanted) as answer:
                assert answer.status == 201, await answer.text()
                opened.append(await answer.json())
    return opened


class Sitter(Client):
    def heard(self, data: bytes, start: int, end: int) -> None:
        pass


async def sit_down(server: Server, tables: list[dict[str, Any]]) -> list[Sitter]:
    sitters = []
    for table in tables:
        sitter = Sitter()
        await sitter.connect(server.port, f"/ws?table={table['code']}")
        hello = {"type": "hello", "code": table["code"], "token": table["token"]}
        sitter.transport.write(framed(msgspec.json.encode(hello)))
        sitters.append(sitter)
    await asyncio.sleep(5.0)  # the measuring of newcomers' lines is over
    return sitters


async def sizes(server: Server, number: int) -> dict[str, float]:
    """Kilobytes: the server, a table in the lobby, a socket there, a table with a match."""
    await asyncio.sleep(SETTLES)
    alone = server.kilobytes()
    lobbies = await open_tables(server, number, LOBBY)
    with_lobbies = server.kilobytes()
    sitters = await sit_down(server, lobbies)
    with_sockets = server.kilobytes()
    for sitter in sitters:
        sitter.transport.close()
    await asyncio.sleep(2.0)
    before = server.kilobytes()
    await open_tables(server, number, MATCH)
    return {
        "server": alone,
        "lobby": (with_lobbies - alone) / number,
        "socket": (with_sockets - with_lobbies) / number,
        "match": (server.kilobytes() - before) / number,
    }


async def restored(folder: Path, number: int) -> float:
    """Seconds more than an empty store takes."""
    with serving(folder, "many") as server:
        empty = server.ready_after
        await open_tables(server, number, LOBBY)
    with serving(folder, "many") as server:
        return server.ready_after - empty


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--restored", type=int, default=5000)
    asked = parser.parse_args()
    take_the_other_core()
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        ready, floor = starts(folder, asked.starts)
        print(f"ready after {ready:.2f} s; imports alone {floor:.2f} s: × {ready / floor:.2f}")
        with serving(folder) as server:
            found = uvloop.run(sizes(server, asked.tables))
        print(f"the server with all words {found['server'] / 1024:.1f} MB; an idle table "
              f"{found['lobby']:.1f} kB in the lobby, {found['match']:.1f} kB with a match; "
              f"a seated idle socket {found['socket']:.1f} kB")  # fmt: skip
        took = uvloop.run(restored(folder, asked.restored))
        print(f"{asked.restored} tables restored in {took:.2f} s")


if __name__ == "__main__":
    main()
