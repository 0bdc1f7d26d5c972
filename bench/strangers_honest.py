"""Honest people at the tables of bench/strangers.py, and how long their taps take.

A phone does not share its processor with strangers; here one process plays all the honest, on the
core that the strangers have, too. So what counts is watched on the wire (`wire_watch`). What a tap
takes from the process that makes it until the kernel has its update for it is told besides
(`felt`): packets of strangers that are delivered on that core lie in between. Linux only.
"""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Any, Final

import aiohttp
import msgspec

from bench.server_bench.client import PONG, Client, framed
from bench.stamps import SO_TIMESTAMPNS, STAMP_BYTES, stamp_of

HOMES: Final = "127.0.1.0"  # the network (/24) that they come from, each table from a home
PLAYERS: Final = 3  # at each table
TAP_EVERY: Final = 0.3  # seconds
READ_BYTES: Final = 65_536


class Heard(msgspec.Struct, gc=False):
    """What is read of any message."""

    type: str
    heard: int | None = None
    seq: int = 0


class Phone(Client):
    """One socket whose messages come with the time at which the kernel had them (ns)."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._decode = msgspec.json.Decoder(Heard).decode
        self._messages: asyncio.Queue[tuple[Heard, int] | None] = asyncio.Queue()
        self._stamp = 0
        self._socket = socket.socket()

    async def connect(self, port: int, path: str, home: str = "") -> None:
        self._socket.setblocking(False)
        self._socket.bind((home, 0))
        self._socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self._loop.sock_connect(self._socket, ("127.0.0.1", port))
        self._loop.add_reader(self._socket, self._read)
        self._socket.send(self.handshake(port, path))
        await self.open

    def _read(self) -> None:
        try:
            data, marks, _, _ = self._socket.recvmsg(READ_BYTES, STAMP_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data, marks = b"", []
        if not data:
            self.hang_up()
            return
        self._stamp = stamp_of(marks)
        self.data_received(data)

    def heard(self, data: bytes, start: int, end: int) -> None:
        self._messages.put_nowait((self._decode(data[start:end]), self._stamp))

    def pinged(self, payload: bytes) -> None:
        self._socket.send(framed(payload, PONG))

    def say(self, message: Any) -> None:
        self._socket.send(framed(msgspec.json.encode(message)))

    async def told(self, kind: str | None = None) -> tuple[Heard, int]:
        while True:
            message = await self._messages.get()
            if message is None:
                raise ConnectionError("it hung up")
            if kind is None or message[0].type == kind:
                return message

    def hang_up(self) -> None:
        if self._socket.fileno() == -1:  # it has been
            return
        self._loop.remove_reader(self._socket)
        self._socket.close()
        self._messages.put_nowait(None)
        self.connection_lost(None)


class Honest:
    """Plays nimble without a clock: a tap, its answer, a breath, the next tap."""

    def __init__(self, port: int, code: str, token: str, home: str) -> None:
        self._port, self._code, self._token, self._home = port, code, token, home
        self.felt: list[float] = []  # seconds each tap took until the kernel had its update
        self.refused = 0
        self.thrown_out = 0

    async def play(self) -> None:
        while True:
            phone = Phone()
            try:
                await self._sit(phone)
            except OSError:
                self.thrown_out += 1
                await asyncio.sleep(0.5)
            finally:
                phone.hang_up()

    async def _sit(self, phone: Phone) -> None:
        await phone.connect(self._port, "/ws", self._home)
        phone.say({"type": "hello", "code": self._code, "token": self._token})
        moves = (await phone.told("welcome"))[0].heard or 0
        seq, drawn = 0, time.time_ns()
        while True:
            moves += 1
            action = {"type": "back" if moves % 2 == 0 else "flip"}
            after = (time.time_ns() - drawn) / 1e6
            move = {"type": "act", "id": moves, "seen": seq, "after": after, "action": action}
            began = time.time_ns()
            phone.say(move)
            while True:
                message, stamp = await phone.told()
                if message.seq:
                    seq, drawn = message.seq, stamp
                if message.type == "update" and (message.heard or 0) >= moves:
                    self.felt.append((stamp - began) / 1e9)
                    break
                if message.type in ("refused", "error"):
                    self.refused += 1
                    break
            await asyncio.sleep(max(0.001, TAP_EVERY - (time.time_ns() - began) / 1e9))


async def at_table(
    number: int, url: str, port: int, session: aiohttp.ClientSession
) -> list[Honest]:
    """So many people at one table, past its start."""
    home = HOMES.removesuffix("0") + str(number + 1)
    wanted = {"game": "nimble", "name": "P0", "options": {"countdown": 0, "round": 0}}
    async with session.post(f"{url}/api/tables", json=wanted) as answer:
        opened = await answer.json()
    code, tokens = opened["code"], [opened["token"]]
    async with session.ws_connect(f"{url}/ws") as host:
        await host.send_json({"type": "hello", "code": code, "token": tokens[0]})
        for number in range(1, PLAYERS):
            async with session.ws_connect(f"{url}/ws") as guest:
                await guest.send_json({"type": "hello", "code": code, "name": f"P{number}"})
                tokens.append((await told(guest, "welcome"))["token"])
        await host.send_json({"type": "start", "anyway": True})
        await told(host, "update")
    return [Honest(port, code, token, home) for token in tokens]


async def told(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Any:
    while True:
        message = await socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(str(message))
        frame = message.json()
        if frame["type"] == kind:
            return frame
