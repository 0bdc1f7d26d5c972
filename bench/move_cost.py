"""What a move costs the server without sockets: from the bytes that come in to those that go out.

    python bench/move_cost.py [--together] [--seconds 10]

A real server with one table of nimble, four seats. The frames are handed to the protocols that its
sockets have, and what it writes to them is thrown away; the write-ahead log is written. Moves are
flip and back, one seat after the other, or all four before the commit. Bursts are so short that
even a busy machine lets some of them run undisturbed: the least counts.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import uvloop
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.server_bench.client import framed
from brouhaha.server.commands.serve import _spare_the_collector
from brouhaha.server.edge.connection import Connection
from brouhaha.server.edge.inflow import Inflow
from brouhaha.table.settings import SETTINGS
from tests.server.guests import House, hear, hello, house

NAMES: Final = ("Ana", "Bo", "Cy", "Dee")
LONG: Final = replace(SETTINGS, match_entries=10**9, match_bytes=10**12)
BURST: Final = 8  # moves: half a millisecond
WARM_UP: Final = 800  # moves


class Hole:
    """A transport that takes whatever is written to it."""

    def __init__(self) -> None:
        self.frames = 0

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        self.frames += 1
        self.last = data


class Seat:
    def __init__(self, connection: Connection, inflow: Inflow) -> None:
        self.hole = Hole()
        self._came_in = inflow.data_received
        self._moves = 0
        connection._transport = self.hole  # type: ignore[assignment]
        connection._next_ping.cancel()  # it would ask the socket behind the hole

    def move(self, seen: int) -> None:
        self._moves += 1
        action = b"flip" if self._moves % 2 else b"back"
        said = b'{"type":"act","id":%d,"seen":%d,"after":1.5,"action":{"type":"%b"}}'
        self._came_in(framed(said % (self._moves, seen, action)))


async def seated(server: House, sockets: AsyncExitStack) -> list[Seat]:
    """Four people whose match has begun."""
    code = (await server.open("nimble", options={"countdown": 0, "round": 3600}))["code"]
    people = []
    for name in NAMES:
        person = await sockets.enter_async_context(server.socket())
        await hello(person, code, name=name)
        people.append(person)
    for person in people[1:]:
        await person.send_json({"type": "ready"})
    while not all(seat["ready"] for seat in (await hear(people[0], "table"))["seats"][1:]):
        pass
    await people[0].send_json({"type": "start"})
    for person in people:
        await hear(person, "update")
    return [seat_of(connection) for connection in server.server.sockets.open]


def seat_of(connection: Connection) -> Seat:
    assert connection._inflow is not None
    return Seat(connection, connection._inflow)


async def play(server: House, seats: list[Seat], moves: int, together: bool) -> None:
    outbox = next(iter(server.server.registry.tables.values())).outbox
    each = len(seats) if together else 1
    for number in range(0, moves, each):
        for seat in range(number, number + each):
            seats[seat % len(seats)].move(outbox.seq)
        heard = seats[0].hole.frames
        while seats[0].hole.frames == heard:
            await asyncio.sleep(0)


async def measured(asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.db"
        async with house(store, table=LONG) as server, AsyncExitStack() as sockets:
            seats = await seated(server, sockets)
            _spare_the_collector()
            await play(server, seats, WARM_UP, asked.together)
            least = await best(server, seats, asked.together, asked.seconds)
            print(f"{least:.2f} µs a move")


async def best(server: House, seats: list[Seat], together: bool, seconds: float) -> float:
    least, until = 1e9, time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.process_time()
        await play(server, seats, BURST, together)
        least = min(least, time.process_time() - began)
    return least / BURST * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--together", action="store_true", help="all four seats move at once")
    parser.add_argument("--seconds", type=float, default=10.0)
    uvloop.run(measured(parser.parse_args()))


if __name__ == "__main__":
    main()
