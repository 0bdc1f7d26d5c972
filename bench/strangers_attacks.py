"""What a stranger can do at full effort from one address: an attack for each budget.

Each attack is a coroutine that goes on until it is cancelled. It speaks over plain sockets from a
loopback address of its own, and wastes no time on what the server answers.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from brouhaha.games.nono.cards import default_box

SOCKETS = 390  # below what one address may have
HOST = "127.0.0.1"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Stranger:
    """One address."""

    def __init__(self, address: str, port: int) -> None:
        self.address = address
        self.port = port

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            HOST, self.port, local_addr=(self.address, 0), limit=2**22
        )

    async def ask(self, path: str, body: Any = None) -> Any:
        """Answered with JSON, or None."""
        reader, writer = await self.connect()
        try:
            writer.write(request(path, body))
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            answer = json.loads(await reader.readexactly(size))
            return answer if head.startswith(b"HTTP/1.1 2") else None
        finally:
            writer.close()

    async def socket(self, *said: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect()
        writer.write(UPGRADE + b"".join(map(frame, said)))
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def open_table(self, **wanted: Any) -> Any:
        while True:
            opened = await self.ask("/api/tables", {"game": "nimble", "name": "Mallory"} | wanted)
            if opened is not None:
                return opened
            await asyncio.sleep(1)


def request(path: str, body: Any = None) -> bytes:
    if body is None:
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    sent = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent


def frame(message: Any) -> bytes:
    """A text frame with a mask of zeros."""
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    if len(text) < 126:
        return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text
    return bytes((0x81, 0xFE)) + len(text).to_bytes(2, "big") + bytes(4) + text


async def forever(times: int, attempt: Callable[[], Awaitable[None]]) -> None:
    """So many at a time, again and again; what is refused is tried again."""

    async def again() -> None:
        while True:
            with suppress(
                OSError, asyncio.IncompleteReadError, LookupError, ValueError, RuntimeError
            ):
                await attempt()
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(times)))


async def swallow(reader: asyncio.StreamReader) -> None:
    while await reader.read(2**20):
        pass


async def pour(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, more: Callable[[], bytes]
) -> None:
    """Write without a pause until the other side hangs up; what it answers is read and dropped."""
    drained = asyncio.create_task(swallow(reader))
    try:
        while not drained.done():
            writer.write(more())
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        writer.close()
        drained.cancel()


# The attacks


async def handshakes(stranger: Stranger) -> None:
    async def attempt() -> None:
        _, writer = await stranger.socket()
        writer.close()

    await forever(100, attempt)


async def half_open(stranger: Stranger) -> None:
    """As many connections as there may be, each with a head that never ends."""

    async def attempt() -> None:
        reader, writer = await stranger.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while not reader.at_eof():
            await asyncio.sleep(2)
            writer.write(b"X-A: b\r\n")
            await writer.drain()

    await forever(600, attempt)


async def pages(stranger: Stranger) -> None:
    """Requests of all kinds, many on each connection."""
    paths = ["/", "/t/ABCDEF", "/api/games", "/api/wire.json", "/api/openapi.json", "/api/matches",
             "/api/players/Ana", "/api/tables/XYZXYZ", "/healthz", "/nothing"]  # fmt: skip

    async def attempt() -> None:
        reader, writer = await stranger.connect()
        await pour(
            reader, writer, lambda: b"".join(request(random.choice(paths)) for _ in range(20))
        )

    await forever(100, attempt)


async def unread_pages(stranger: Stranger) -> None:
    """Answers that nobody reads."""

    async def attempt() -> None:
        reader, writer = await stranger.connect()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(200):
            writer.write(request("/api/wire.json"))
            await asyncio.sleep(0.05)
        writer.close()
        assert reader

    await forever(450, attempt)


async def bodies(stranger: Stranger) -> None:
    """The largest body that is taken, nearly sent."""
    size = 32_000
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    async def attempt() -> None:
        reader, writer = await stranger.connect()
        writer.write(head + f"Content-Length: {size}\r\n\r\n".encode() + b" " * (size - 10))
        await reader.read(1)
        writer.close()

    await forever(450, attempt)


async def tables(stranger: Stranger) -> None:
    """Tables full of bots that play as fast as they can."""

    async def attempt() -> None:
        bots = {"bots": ["merciless"] * 3, "start": True, "options": {"countdown": 0, "check": 0}}
        opened = await stranger.ask("/api/tables", {"game": "nimble", "name": "Mallory"} | bots)
        if opened is None:
            await asyncio.sleep(0.2)
            return
        watch = {"type": "hello", "code": opened["code"], "token": opened["token"]}
        reader, _ = await stranger.socket(watch)
        await swallow(reader)

    await forever(100, attempt)


async def moves(stranger: Stranger) -> None:
    """Seats that flip and take back without a pause, at as many tables as it takes."""
    opened = [await stranger.open_table(bots=["steady"], start=True,
              options={"countdown": 0, "round": 0}) for _ in range(30)]  # fmt: skip
    numbers: dict[str, Iterator[int]] = {table["code"]: iter(range(1, 2**40)) for table in opened}

    async def attempt() -> None:
        table = random.choice(opened)
        number = numbers[table["code"]]
        greeting = {"type": "hello", "code": table["code"], "token": table["token"]}

        def move(action: bytes) -> bytes:
            head = b'{"type":"act","id":%d,"seen":0,"after":0,"action":' % next(number)
            return frame(head + action + b"}")

        reader, writer = await stranger.socket(greeting)
        await pour(reader, writer, lambda: move(b'{"type":"flip"}') + move(b'{"type":"back"}'))

    await forever(30, attempt)


async def lobby(stranger: Stranger) -> None:
    """A host who changes large options in front of many who watch, half of whom do not read."""
    opened = await stranger.open_table(game="nono")
    watch = {"type": "hello", "code": opened["code"], "role": "spectator"}
    keep = []
    for number in range(60):
        reader, writer = await stranger.socket(watch)
        keep.append((reader, writer, asyncio.create_task(swallow(reader)) if number % 2 else None))
    greeting = {"type": "hello", "code": opened["code"], "token": opened["token"]}
    box = msgspec.to_builtins(default_box("en"))
    choose = {"type": "choose", "game": "nono", "options": {"box": box, "turns": 1}}

    async def attempt() -> None:
        reader, writer = await stranger.socket(greeting)
        await pour(reader, writer, lambda: frame(choose) + frame({"type": "ready"}))

    await forever(1, attempt)


async def hellos(stranger: Stranger) -> None:
    """People who come and go, in front of as many who watch."""
    opened = await stranger.open_table()
    watch = {"type": "hello", "code": opened["code"], "role": "spectator"}
    keep = []
    for _ in range(50):
        reader, writer = await stranger.socket(watch)
        keep.append((writer, asyncio.create_task(swallow(reader))))

    async def attempt() -> None:
        reader, writer = await stranger.socket(watch)
        await reader.read(1)
        writer.close()

    await forever(13, attempt)


async def nonsense(stranger: Stranger) -> None:
    """Frames that are no message, some as large as a frame may be, over every socket."""
    rubbish = [frame(b"{}"), frame(b"[" * 30_000), frame(b'{"type":"beat"}'), frame(b"x" * 32_000)]

    async def attempt() -> None:
        reader, writer = await stranger.socket()
        await pour(reader, writer, lambda: random.choice(rubbish))

    await forever(SOCKETS, attempt)


async def bursts(stranger: Stranger) -> None:
    """Rests until what may come at once is saved up, then moves over all sockets in one moment."""
    opened = [await stranger.open_table(bots=["steady"], start=True,
              options={"countdown": 0, "round": 0}) for _ in range(50)]  # fmt: skip
    seats, number = [], iter(range(1, 2**40))
    for table in opened:
        greeting = {"type": "hello", "code": table["code"], "token": table["token"]}
        reader, writer = await stranger.socket(greeting)
        seats.append((writer, asyncio.create_task(swallow(reader))))

    async def attempt() -> None:
        await asyncio.sleep(0.5 - time.time() % 0.5)  # all addresses together
        for action in (b'{"type":"flip"}', b'{"type":"back"}') * 2:
            head = b'{"type":"act","id":%d,"seen":0,"after":0,"action":' % next(number)
            for writer, _ in seats:
                writer.write(frame(head + action + b"}"))

    await forever(1, attempt)


async def chunks(stranger: Stranger) -> None:
    """Bodies in chunks of one byte, each of which is an object until it is read."""
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )

    async def attempt() -> None:
        reader, writer = await stranger.connect()
        writer.write(head + b"1\r\n \r\n" * 32_000)
        await reader.read(1)
        writer.close()

    await forever(450, attempt)


async def crumbs(stranger: Stranger) -> None:
    """Messages over every socket, a byte in each packet."""
    beat = frame(b'{"type":"beat"}')

    async def attempt() -> None:
        _, writer = await stranger.socket()
        while not writer.is_closing():
            for byte in beat:
                writer.write(bytes((byte,)))
                await asyncio.sleep(0)

    await forever(SOCKETS, attempt)


ATTACKS: dict[str, Callable[[Stranger], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        handshakes, half_open, pages, unread_pages, bodies, tables, moves, lobby, hellos, nonsense,
        bursts, chunks, crumbs,
    )
}  # fmt: skip


async def attack(name: str, addresses: list[str], port: int) -> None:
    await asyncio.gather(*(ATTACKS[name](Stranger(address, port)) for address in addresses))
