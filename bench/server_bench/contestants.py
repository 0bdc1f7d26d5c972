"""Who is measured: how each is started, how its seats are taken, what its moves look like."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import aiohttp
import msgspec

from bench.server_bench.client import BINARY, framed
from bench.server_bench.load import SEATS, Load, Seat, Table
from bench.server_bench.node import run_by_node
from bench.server_bench.process import ServerProcess
from bench.server_bench.python import COMPILED, SOURCE, run_by_python
from brouhaha.table.rtt import FIRST_PINGS

HERE: Final = Path(__file__).parent
RIVALS: Final = HERE.parent / "rivals"
NAMES: Final = ("Ana", "Bo", "Cy", "Dee")
NEW_FOR: Final = 0.25 + sum(FIRST_PINGS)  # seconds: until then ours pings a newcomer more often
AT_ONCE: Final = 16  # tables that are opened side by side
GENEROUS: Final = {  # all players come from one address here
    f"BROUHAHA_LIMITS_{name}": "1000000"
    for name in (
        "FRAMES_A_SECOND", "FRAMES_AT_ONCE", "SOCKETS_AN_ADDRESS", "CONNECTIONS_AN_ADDRESS",
        "REQUESTS_A_SECOND", "REQUESTS_AT_ONCE", "TABLES_AN_HOUR", "TABLES_AT_ONCE",
    )
} | {  # nobody plays a match for so long: a few tables make as many moves as many do
    "BROUHAHA_TABLE_MATCH_ENTRIES": "100000000",
    "BROUHAHA_TABLE_MATCH_BYTES": "100000000000",
}  # fmt: skip
MOST_PLACED: Final = 8  # of a seat's thirty cards: a round ends when they are gone


class Contestant:
    """One kind of server. `Player` is a seat that speaks its language."""

    name: ClassVar[str]
    environment: ClassVar[dict[str, str]] = {}
    Player: ClassVar[type[Seat]]

    def command(self, port: int, folder: Path, update_bytes: int) -> list[str]:
        raise NotImplementedError

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        """Take the table's four seats; when this returns, moves are taken."""
        raise NotImplementedError

    async def fill(self, server: ServerProcess, load: Load, tables: int) -> None:
        """So many tables, all of them ready for moves."""
        gate = asyncio.Semaphore(AT_ONCE)
        async with aiohttp.ClientSession(base_url=f"http://127.0.0.1:{server.port}") as http:

            async def one(number: int) -> None:
                table = Table(load, number)
                table.seats = [self.Player(table, seat) for seat in range(SEATS)]
                async with gate:
                    await self.sit_down(http, server.port, table)
                load.tables.append(table)

            await asyncio.gather(*(one(number) for number in range(tables)))
        await asyncio.sleep(NEW_FOR)


async def _post(http: aiohttp.ClientSession, path: str, body: Any) -> Any:
    async with http.post(path, json=body) as answer:
        assert answer.status < 300, await answer.text()
        return await answer.json()


# Brouhaha


class BrouhahaPlayer(Seat):
    """Flips and takes back; now and then it places, if it is told to."""

    UPDATE: Final = b'{"type":"update","seq":'
    EVENTS: Final = (b'{"type":"flipped"', b'{"type":"taken_back"')
    PLAYING: Final = b'"phase":"play"'
    chance = Random(1)
    placements = 0.0  # the share of moves that are placements, of those that could be

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self.said: dict[bytes, asyncio.Event] = {}
        self._moves = 0
        self._holds = False  # a card lies on the own discard
        self._last = b""  # the update on the screen
        self._drawn = 0.0
        self._placed = False  # the last move was a placement
        self._cards_placed = 0

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(self.UPDATE, start):
            self._last = data[start:end]
            self._drawn = time.perf_counter()
            if self.table.awaited:
                self.table.updated(self._told(data, start, end))
            elif self.PLAYING in self._last:
                self.expect(b"playing").set()
        elif data.startswith(b'{"type":"welcome"', start):
            self.expect(b"welcome").set()
        elif data.startswith(b'{"type":"table"', start):
            if data.count(b'"ready":true', start, end) == SEATS - 1:
                self.expect(b"ready").set()
        else:
            raise RuntimeError(data[start:end])

    def _told(self, data: bytes, start: int, end: int) -> int:
        """Of how many moves it tells: one commit brought them, and one update carries them."""
        if not self.table.load.together:
            return 1
        return sum(data.count(event, start, end) for event in self.EVENTS)

    def expect(self, what: bytes) -> asyncio.Event:
        return self.said.setdefault(what, asyncio.Event())

    def move(self) -> bytes:
        self._moves += 1
        may_place = self._holds and self._cards_placed < MOST_PLACED
        self._placed = may_place and self.chance.random() < self.placements
        self._cards_placed += self._placed
        action = self._placement() if self._placed else b'{"type":"%b"}' % self._turn()
        self._holds = not self._holds
        last = self._last
        seen = last[len(self.UPDATE) : last.index(b",", len(self.UPDATE))]
        after = (time.perf_counter() - self._drawn) * 1000
        return framed(
            b'{"type":"act","id":%d,"seen":%b,"after":%.1f,"action":%b}'
            % (self._moves, seen, after, action)
        )

    def _turn(self) -> bytes:
        return b"back" if self._holds else b"flip"

    def _placement(self) -> bytes:
        """Right or wrong, onto the first pile: nimble takes both."""
        onto = msgspec.json.decode(self._last)["public"]["piles"][0]
        return b'{"type":"place","pile":0,"onto":%b}' % msgspec.json.encode(onto)

    def waits(self) -> bool:
        return self._placed

    @property
    def update_bytes(self) -> int:
        return len(self._last)


class Brouhaha(Contestant):
    """Compiled (`compiled_build.py`), and as it is served: durable log in SQLite, pings, rates;
    only the limits by address are wider, as everybody comes from the same one."""

    name = "brouhaha"
    environment = GENEROUS
    Player = BrouhahaPlayer
    source = COMPILED

    def command(self, port: int, folder: Path, update_bytes: int) -> list[str]:
        store = str(folder / f"{port}.db")
        serve = "serve", "--port", str(port), "--store", store
        return run_by_python("-m", "brouhaha.cli", *serve, source=self.source)

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        wanted = {"game": "nimble", "options": {"countdown": 0.1, "round": 3600}}
        code = (await _post(http, "/api/tables", wanted))["code"]
        seats: list[BrouhahaPlayer] = table.seats  # type: ignore[assignment]
        for seat, name in zip(seats, NAMES, strict=True):
            await seat.connect(port, f"/ws?table={code}")
            _say(seat, type="hello", code=code, name=name)
            await seat.expect(b"welcome").wait()
        for seat in seats[1:]:
            _say(seat, type="ready")
        await seats[0].expect(b"ready").wait()
        _say(seats[0], type="start")
        await asyncio.gather(*(seat.expect(b"playing").wait() for seat in seats))


def _say(seat: Seat, **message: Any) -> None:
    seat.transport.write(framed(msgspec.json.encode(message)))


class InterpretedBrouhaha(Brouhaha):
    """The same without what is compiled."""

    name = "interpreted"
    source = SOURCE


class OlderBrouhaha(Brouhaha):
    """The same at an older commit, with the packages of today."""

    name = "before"

    def __init__(self, source: Path) -> None:
        self.source = source


# The floor


class FloorPlayer(Seat):
    MOVE: Final = framed(
        b'{"type":"act","id":100,"seen":1000000000,"after":0.1,"action":{"type":"flip"}}'
    )

    def heard(self, data: bytes, start: int, end: int) -> None:
        self.table.updated()

    def move(self) -> bytes:
        return self.MOVE


class Floor(Contestant):
    name = "floor"
    Player = FloorPlayer

    def command(self, port: int, folder: Path, update_bytes: int) -> list[str]:
        return run_by_python(str(HERE / "floor.py"), str(port), str(update_bytes))

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        for seat in table.seats:
            await seat.connect(port, f"/ws?table={table.number}")


# Colyseus


class ColyseusPlayer(Seat):
    JOINED: Final = 10  # the protocol's numbers
    ROOM_DATA: Final = 13

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self.joined = asyncio.Event()
        self._moves = 0

    def heard(self, data: bytes, start: int, end: int) -> None:
        kind = data[start]
        if kind == self.ROOM_DATA:
            self.table.updated()
        elif kind == self.JOINED:
            self.transport.write(framed(bytes((self.JOINED,)), BINARY))
            self.joined.set()

    def move(self) -> bytes:
        self._moves += 1
        action = {"type": "flip" if self._moves % 2 else "back"}
        said = {"id": self._moves, "seen": self._moves, "after": 0.1, "action": action}
        message = bytes((self.ROOM_DATA,)) + msgspec.msgpack.encode("act")
        return framed(message + msgspec.msgpack.encode(said), BINARY)


class Colyseus(Contestant):
    name = "colyseus"
    environment: ClassVar = {"NODE_ENV": "production"}
    Player = ColyseusPlayer

    def command(self, port: int, folder: Path, update_bytes: int) -> list[str]:
        return run_by_node(RIVALS / "colyseus.mjs", str(port), str(update_bytes))

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        room = ""
        for seat in table.seats:
            asked = f"joinById/{room}" if room else "create/nimble"
            reserved = await _post(http, f"/matchmake/{asked}", {})
            room, process = reserved["roomId"], reserved["processId"]
            assert isinstance(seat, ColyseusPlayer)
            await seat.connect(port, f"/{process}/{room}?sessionId={reserved['sessionId']}")
            await seat.joined.wait()


class ColyseusBySeat(Colyseus):
    """A frame of its own for each seat, as Brouhaha's are: it has the seat's private view."""

    name = "colyseus, by seat"
    environment: ClassVar = {"NODE_ENV": "production", "FRAMES": "by seat"}


# boardgame.io


class BoardgamePlayer(Seat):
    """socket.io's text frames over a WebSocket: a number for the kind, then the namespace."""

    SYNCED: Final = b'42/nimble,["sync"'
    UPDATE: Final = b'42/nimble,["update"'

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self.synced = asyncio.Event()
        self._moves = 0

    def heard(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(self.UPDATE, start):
            self.table.updated()
        elif data.startswith(self.SYNCED, start):
            self.synced.set()
        elif data.startswith(b"0", start):
            self.transport.write(framed(b"40/nimble,"))
        elif data.startswith(b"40/nimble", start):
            self._emit("sync", self.match, str(self.number), None, SEATS)
        elif data[start:end] == b"2":  # a ping of its own
            self.transport.write(framed(b"3"))

    @property
    def match(self) -> str:
        return f"table{self.table.number}"

    def _emit(self, *said: object) -> None:
        self.transport.write(framed(b"42/nimble," + json.dumps(said).encode()))

    def move(self) -> bytes:
        self._moves += 1
        kind, seat = "flip" if self._moves % 2 else "back", str(self.number)
        payload = {"type": kind, "args": [], "playerID": seat}
        said = ("update", {"type": "MAKE_MOVE", "payload": payload}, 0, self.match, seat)
        return framed(b"42/nimble," + msgspec.json.encode(said))


class Boardgame(Contestant):
    name = "boardgame.io"
    environment: ClassVar = {"NODE_ENV": "production"}
    Player = BoardgamePlayer

    def command(self, port: int, folder: Path, update_bytes: int) -> list[str]:
        return run_by_node(RIVALS / "boardgame.mjs", str(port))

    async def sit_down(self, http: aiohttp.ClientSession, port: int, table: Table) -> None:
        for seat in table.seats:
            assert isinstance(seat, BoardgamePlayer)
            await seat.connect(port, "/socket.io/?EIO=4&transport=websocket")
            await seat.synced.wait()
