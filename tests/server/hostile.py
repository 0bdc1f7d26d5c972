"""Hostile frames and requests: made from the wire's own schema, spoilt, and some thought up by hand.

Chance is an argument: what once did harm can be sent again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

import aiohttp
import msgspec

from brouhaha import games
from brouhaha.server.describe.schema import game_schema, wire_schema
from tests.server.guests import House, hello

WIRE = wire_schema()
ACTIONS = {name: game_schema(games.find(name)) for name in games.names()}

STRANGE: list[Any] = [
    None, True, -1, 0, 2**53, 2**63, -(2**63), 10**30, 1e308, -0.0, 0.1, "", " ", "\x00", "\u202e" * 30,
    "A" * 300, "é" * 5000, "\ud7ff\ue000", "💥" * 40, [], {}, [[]], [None] * 100, {"type": "hello"},
    {"": ""}, {"__proto__": 1}, "'; DROP TABLE tables; --", "../../etc/passwd", "<script>alert(1)</script>",
    "{0.__class__}", "%s%n", "\n\r\n",
]  # fmt: skip
BY_HAND: list[str] = [
    "", " ", "null", "[]", "{}", "0", '"hello"', "{", "}", "[" * 9000, '{"a":' * 4000, "\ufeff{}",
    '{"type":"hello","type":"act"}', '{"type":"hello","code":"\\ud800"}', '{"type":"hello","code":"\\u0000"}',
    '{"type":"act","id":1,"seen":0,"after":0,"action":' + "[" * 3000 + "]" * 3000 + "}",
    '{"type":"act","id":1e3,"seen":0,"after":0,"action":{}}', '{"type":"act","id":1,"seen":0,"after":NaN,"action":{}}',
    '{"type":"act","id":9007199254740993,"seen":0,"after":0,"action":{}}', '{"type":"act"}', '{"type":1}',
    '{"type":"choose","game":"now","options":{"rounds":1e999}}', '{"type":["hello"]}', '{"TYPE":"hello"}',
    '{"type":"hello","code":"X","token":"' + "0" * 128 + '"}', '{"type":"hello","code":"X","seq":-1}',
    '{"type":"update","seq":1}', "\x00\x01\x02", '{"type":"hello" "code":"x"}', "x" * 30_000,
]  # fmt: skip


def from_schema(
    schema: dict[str, Any], parts: dict[str, Any], chance: Random, depth: int = 0
) -> Any:
    """A value that fits, more or less."""
    if depth > 6 or chance.random() < 0.04:
        return chance.choice(STRANGE)
    if "$ref" in schema:
        return from_schema(parts[schema["$ref"].rpartition("/")[2]], parts, chance, depth + 1)
    if "anyOf" in schema:
        return from_schema(chance.choice(schema["anyOf"]), parts, chance, depth + 1)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    return _of_type(schema, parts, chance, depth)


def _of_type(schema: dict[str, Any], parts: dict[str, Any], chance: Random, depth: int) -> Any:
    kind = schema.get("type")
    if kind == "object":
        return {
            name: from_schema(inner, parts, chance, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if name in schema.get("required", ()) or chance.random() < 0.6
        }
    if kind == "array":
        inner = schema.get("items") or chance.choice(schema.get("prefixItems", [{}]))
        return [
            from_schema(inner or {}, parts, chance, depth + 1) for _ in range(chance.randrange(5))
        ]
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        return chance.choice([low, high, low - 1, high + 1, chance.randint(0, 5)])
    if kind == "string":
        return "".join(chance.choices("ABCnow39é 🎲", k=chance.randrange(12)))
    return chance.choice(STRANGE)


def message(chance: Random, game: str) -> str:
    """One frame: as the schema wants it, spoilt in a place or two, or none of it at all."""
    dice = chance.random()
    if dice < 0.1:
        return chance.choice(BY_HAND)
    said = from_schema(WIRE["in"], WIRE["$defs"], chance)
    if isinstance(said, dict) and said.get("type") == "act":
        schema = ACTIONS[game]
        said["action"] = from_schema(schema["action"], schema["$defs"], chance)
        said["id"] = chance.choice([1, 2, 5, chance.randrange(1, 10_000), said.get("id")])
    if isinstance(said, dict) and said and dice > 0.8:
        said[chance.choice([*said, "extra"])] = chance.choice(STRANGE)
    with suppress(Exception):  # what cannot be JSON is sent as Python writes it
        text = msgspec.json.encode(said).decode()
        return text if dice < 0.95 else text[: chance.randrange(len(text) + 1)]
    return repr(said)


async def heckle(server: House, frames: int, chance: Random, *, seated: bool) -> None:
    """So many frames over sockets that end and begin again; at a table of one's own, if seated."""
    game, left = chance.choice(games.names()), frames
    while left > 0:
        async with server.socket() as socket:
            if seated:
                bots = ["random"] * 2
                opened = await server.open(
                    game, name="Mallory", bots=bots, start=chance.random() < 0.5
                )
                await hello(socket, opened["code"], token=opened["token"])
            for _ in range(min(left, chance.randrange(1, 60))):
                left -= 1
                if socket.closed:
                    break
                with suppress(ConnectionError):
                    await socket.send_str(message(chance, game))
                await _read_some(socket)


async def _read_some(socket: aiohttp.ClientWebSocketResponse) -> None:
    """Without waiting for anything: a heckler does not listen."""
    with suppress(TimeoutError, RuntimeError, ConnectionError):
        async with asyncio.timeout(0):
            while not socket.closed:
                await socket.receive()


RAW: list[bytes] = [
    b"\x81\x05hello",  # not masked
    b"\x83\x80\0\0\0\0",  # no such kind of frame
    b"\xf1\x80\0\0\0\0",  # reserved bits
    b"\x09\x80\0\0\0\0",  # a ping in pieces
    b"\x89\xfe\xff\xff\0\0\0\0" + b"x" * 200,  # a ping that is too long
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # eight exabytes are coming
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    b"\x88\x82\0\0\0\0\x00\x01",  # a close code that does not exist
    b"\x88\x81\0\0\0\0\x03",  # half a close code
    b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc",  # not UTF-8
    b"\x00\x81\0\0\0\0x",  # goes on with nothing
    b"\x01\x81\0\0\0\0x" * 50,  # begins again and again
    b"\x8a\x88\0\0\0\0forgedpo",  # a pong to no ping
]
HTTP: list[bytes] = [
    b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /assets/%2e%2e/%2e%2e/app.py HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /t/%00 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/players/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/matches/%00 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/players/a%00b HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/matches/x/frames?seat=-1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/matches?limit=99999999999999999999 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"DELETE /api/tables HTTP/1.1\r\nHost: x\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: http://[bad\r\n\r\n",
    b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/tables/" + b"%F0%9F%8E%B2" * 40 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
]  # fmt: skip
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def throw_bytes(server: House, times: int, chance: Random) -> None:
    """Broken WebSocket frames and broken HTTP, over a plain connection each."""
    port = int(server.url.rpartition(":")[2])
    for _ in range(times):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(OSError, asyncio.IncompleteReadError):
            async with asyncio.timeout(2):
                await _throw(reader, writer, chance)
        writer.close()
        with suppress(OSError):  # closed at the other end just now is ENOTCONN
            await writer.wait_closed()


async def _throw(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: Random
) -> None:
    if chance.random() < 0.5:
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(chance.choice([*RAW, chance.randbytes(chance.randrange(1, 200))]))
    else:
        writer.write(chance.choice([*HTTP, chance.randbytes(chance.randrange(1, 200))]))
    await writer.drain()
    if chance.random() < 0.5:  # the others do not wait for an answer
        writer.write_eof()
        await reader.read(4096)


async def ask_badly(server: House, times: int, chance: Random) -> None:
    """Requests to open a table, made from the schema and spoilt."""
    for _ in range(times):
        game = chance.choice([*games.names(), "chess"])
        parts = ACTIONS.get(game, ACTIONS["now"])
        body = {"game": game, "options": from_schema(parts["options"], parts["$defs"], chance)}
        for name, value in (("name", "Mallory"), ("bots", ["random"] * 2), ("start", True)):
            if chance.random() < 0.7:
                body[name] = value if chance.random() < 0.8 else chance.choice(STRANGE)
        if chance.random() < 0.3:
            body["deal"] = from_schema(parts["deal"], parts["$defs"], chance)
        try:
            text = msgspec.json.encode(body)
        except Exception:  # not everything strange is JSON
            text = repr(body).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json"}
        url = f"{server.url}/api/tables"
        async with server.session.post(url, data=text, headers=headers) as answer:
            assert answer.status < 500, (answer.status, body)
            await answer.read()
