"""Guests of a real server: bots and people over real sockets, who remember all they were told."""

from __future__ import annotations

import asyncio
import socket as plain_socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast

import aiohttp
import uvloop

from brouhaha.server.app import serving
from brouhaha.server.commands.bot import BotPlayer, Message
from brouhaha.server.edge.limits import Limits
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings
from tests.server.openapi_contract import check_answer

T = TypeVar("T")
SYNCS = ("second", "commit")  # when a commit is on the disk
HASTE = 250.0  # four minutes of play take a second
SOON = 20.0  # seconds: what takes longer, on a loaded machine too, does not come
PATIENT = Limits(frames_a_second=1e6, frames_at_once=1e6, control_frames_a_second=1e6,
                 requests_a_second=1e6, requests_at_once=1e6,
                 tables_an_hour=1e9, tables_at_once=1e6, replays_a_minute=1e6,
                 head_seconds=600)  # fmt: skip


def run(scenario: Coroutine[Any, Any, T], within: float = 120) -> T:
    # A worker that has run browser tests has Playwright's loop, which says it is still running.
    others = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(asyncio.wait_for(scenario, within))
    finally:
        asyncio._set_running_loop(others)


class House:
    """A server and a client session for it."""

    def __init__(self, server: Server, port: int, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.url = f"http://127.0.0.1:{port}"
        self.session = session

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        async with self.session.get(self.url + path, headers=headers) as answer:
            body = await answer.json()
        check_answer("GET", path, answer.status, body)
        return answer.status, body

    async def open(self, game: str = "now", **wanted: Any) -> dict[str, Any]:
        opened: dict[str, Any]
        status, opened = await self.post({"game": game, **wanted})
        assert status == 201, opened
        return opened

    async def post(self, body: Any, **headers: str) -> tuple[int, Any]:
        url = f"{self.url}/api/tables"
        async with self.session.post(url, json=body, headers=headers) as answer:
            answered = await answer.json()
        check_answer("POST", "/api/tables", answer.status, answered)
        return answer.status, answered

    @asynccontextmanager
    async def socket(self, **headers: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        async with self.session.ws_connect(f"{self.url}/ws", headers=headers) as socket:
            yield socket


@asynccontextmanager
async def house(store: object, **settings: Any) -> AsyncIterator[House]:
    chosen = {"port": 0, "store": str(store), "limits": PATIENT, **settings}
    async with (
        serving(Settings(**chosen)) as (server, port),
        aiohttp.ClientSession() as session,
    ):
        yield House(server, port, session)


async def hear(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Message:
    """The next message of this type; the others are let pass."""
    while True:
        message = await asyncio.wait_for(socket.receive(), SOON)
        if message.type is aiohttp.WSMsgType.PING:  # of a client that leaves them unanswered
            continue
        assert message.type is aiohttp.WSMsgType.TEXT, (message, socket.close_code)
        told: Message = message.json()
        if told["type"] == kind:
            return told


async def hello(socket: aiohttp.ClientWebSocketResponse, code: str, **who: Any) -> Message:
    await socket.send_json({"type": "hello", "code": code, **who})
    return await hear(socket, "welcome")


async def closed(socket: aiohttp.ClientWebSocketResponse) -> tuple[int | None, str]:
    """Until the other side has closed: its code and its reason."""
    while True:
        message = await asyncio.wait_for(socket.receive(), SOON)
        if message.type is aiohttp.WSMsgType.CLOSE:
            return message.data, str(message.extra or "")
        if message.type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING):
            return socket.close_code, ""
        if message.type is aiohttp.WSMsgType.ERROR:
            return None, str(message.data)


async def came_back(server: House, code: str, token: str) -> Message:
    """As clients do: again and again, until the table is there."""
    for _ in range(200):
        async with server.socket() as socket:
            await socket.send_json({"type": "hello", "code": code, "token": token})
            told = (await asyncio.wait_for(socket.receive(), SOON)).json()
            if told["type"] == "welcome":
                return await hear(socket, "table")
            assert told["code"] == "restarting", told
        await asyncio.sleep(0.02)
    raise AssertionError("the table did not come back")


class Guest(BotPlayer):
    """Plays as a bot does, keeps every frame, and knows when a match has ended."""

    def __init__(self, url: str, code: str, name: str, level: str = "steady", **more: Any) -> None:
        super().__init__(url, code, level, name, **more)
        self.frames: list[Message] = []
        self.here = asyncio.Event()
        self.ended = asyncio.Event()
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self.task: asyncio.Task[int] | None = None
        self.comings = 0

    def sit_down(self) -> Guest:
        self.task = asyncio.create_task(self.play())
        return self

    async def go(self) -> None:
        self.status = 0
        if self.socket is not None:
            await self.socket.close()
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def say(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send_json(message)

    async def heard_welcome(self, socket: Any, message: Message) -> None:
        self.frames.append(message)
        self.socket = socket
        self.comings += 1
        self.token, self.moves = message["token"], message["heard"]
        self.here.set()

    async def heard_table(self, socket: Any, message: Message) -> None:
        self.frames.append(message)
        await super().heard_table(socket, message)
        if message["status"] == "ended":
            self.ended.set()

    async def heard_update(self, socket: Any, message: Message) -> None:
        self.frames.append(message)
        await super().heard_update(socket, message)

    async def heard_refused(self, socket: Any, message: Message) -> None:
        self.frames.append(message)
        await super().heard_refused(socket, message)

    def heard(self, kind: str) -> list[Message]:
        return [frame for frame in self.frames if frame["type"] == kind]


class Watcher(Guest):
    """One who only looks on: a spectator, or a big screen."""

    role = "spectator"

    async def listen(self, socket: Any) -> None:
        await socket.send_json({"type": "hello", "code": self.code, "role": self.role})
        async for frame in socket:
            message = frame.json()
            self.frames.append(message)
            self.socket = socket
            self.here.set()
            if message["type"] == "table" and message["status"] == "ended":
                self.ended.set()


async def all_ready(guests: list[Guest]) -> None:
    """Until the first of them sees everybody ready but itself, the host."""
    host = guests[0]
    for _ in range(1000):
        seats = host.table.get("seats", [])
        if len(seats) >= len(guests) and all(seat["ready"] for seat in seats):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"not ready: {host.table}")


async def sleeping_spectator(
    server: House, code: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Somebody with a small window who sends a hello and then sleeps."""
    line = plain_socket.socket()
    line.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
    reader, writer = await asyncio.open_connection(sock=line, limit=1024)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    said = b'{"type":"hello","role":"spectator","code":"%s"}' % code.encode()
    writer.write(bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said)
    await writer.drain()
    cast("asyncio.Transport", writer.transport).pause_reading()
    return reader, writer
