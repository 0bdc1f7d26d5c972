"""Bytes that never become a request or a message: heads as a whole, frames that carry nothing."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path

import pytest

from brouhaha.server.edge.limits import Limits
from tests.server.guests import SOON, House, hear, hello, house, run

TEXT, CONTINUATION, PING = 1, 0, 9
LIMITS = Limits()
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """From a client: masked, with zeroes."""
    assert len(payload) < 126
    return bytes([last << 7 | kind, 0x80 | len(payload)]) + bytes(4) + payload


async def connect(server: House) -> Line:
    return await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))


async def socket_of(server: House, code: str) -> Line:
    """Somebody who watches, frame by frame."""
    reader, writer = await connect(server)
    key = base64.b64encode(bytes(16)).decode()
    head = ("GET /ws HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")  # fmt: skip
    writer.write("\r\n".join(head).encode())
    await reader.readuntil(b"\r\n\r\n")
    said = json.dumps({"type": "hello", "code": code, "role": "spectator"})
    writer.write(frame(TEXT, said.encode()))
    return reader, writer


async def send_until_closed(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flood: bytes
) -> int:
    """How many bytes were taken."""
    sent, closed = 0, asyncio.create_task(reader.read())
    async with asyncio.timeout(SOON):
        while not closed.done():
            try:
                writer.write(flood)
                await writer.drain()
            except ConnectionError:
                break
            sent += len(flood)
            await asyncio.sleep(0)
    closed.cancel()
    await asyncio.gather(closed, return_exceptions=True)
    return sent


@pytest.mark.parametrize("at_once", [True, False])
def test_a_head_is_bounded_as_a_whole(tmp_path: Path, at_once: bool) -> None:
    """Each of its lines would do."""
    lines = [b"X-%d: %b\r\n" % (number, b"x" * 8000) for number in range(LIMITS.heads - 4)]
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"".join(lines) + b"\r\n"

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            reader, writer = await connect(server)
            if at_once:
                writer.write(head)
            else:
                for begin in range(0, LIMITS.whole_head_bytes + 1, 999):
                    writer.write(head[begin : begin + 999])
                    await asyncio.sleep(0.001)
            answer = await asyncio.wait_for(reader.read(12), SOON)
            assert answer == b"HTTP/1.1 431"
            writer.close()
            assert (await server.get("/healthz"))[0] == 200

    run(scenario())


def test_many_requests_over_one_connection_are_each_counted_anew(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            reader, writer = await connect(server)
            head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: %b\r\n\r\n" % (b"x" * 8000)
            for _ in range(30):
                writer.write(head)
                assert (await reader.readline()) == b"HTTP/1.1 200 OK\r\n"
                fields = await reader.readuntil(b"\r\n\r\n")
                length = int(fields.lower().partition(b"content-length: ")[2].split()[0])
                await reader.readexactly(length)
            body = b'{"game":"now","options":{"x":"' + b"x" * 32_000 + b'"}}'
            for _ in range(5):
                writer.write(
                    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n" % len(body) + body
                )
                assert (await reader.readline()).startswith(b"HTTP/1.1 422")
                fields = await reader.readuntil(b"\r\n\r\n")
                length = int(fields.lower().partition(b"content-length: ")[2].split()[0])
                await reader.readexactly(length)
            writer.close()

    run(scenario())


@pytest.mark.parametrize(("size", "is_closed"), [(LIMITS.body_bytes * 9, True), (100, False)])
def test_an_answer_says_so_if_its_connection_is_closed_for_a_body_that_nobody_reads(
    tmp_path: Path, size: int, is_closed: bool
) -> None:
    """Else the next request would go there, and find nobody."""

    async def scenario() -> bytes:
        async with house(tmp_path / "store.db") as server:
            reader, writer = await connect(server)
            body = json.dumps({"name": "x" * size}).encode()
            head = ("POST /api/boxes/nono HTTP/1.1", "Host: localhost",
                    "Content-Type: application/json", f"Content-Length: {len(body)}", "", "")  # fmt: skip
            writer.write("\r\n".join(head).encode() + body)
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SOON)
            writer.close()
            return answer

    assert (b"\r\nConnection: close\r\n" in run(scenario())) == is_closed


def test_a_body_that_comes_in_the_same_breath_is_no_part_of_its_head(tmp_path: Path) -> None:
    """As whoever uploads a long list does to a server that is busy for a moment."""
    body = b" " * (LIMITS.whole_head_bytes + 10_000)

    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            reader, writer = await connect(server)
            writer.write(
                b"POST /api/boxes/nono HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n" % len(body) + body
            )
            answer = await asyncio.wait_for(reader.readline(), SOON)
            assert answer.startswith(b"HTTP/1.1 413"), answer  # a body that is too long
            writer.close()

    run(scenario())


@pytest.mark.parametrize(
    ("begins", "flood"),
    [
        (frame(TEXT, b"x", last=False), frame(CONTINUATION, last=False)),
        (frame(TEXT, b"x", last=False), frame(CONTINUATION, b"x", last=False)),
        (b"", frame(PING)),
        (b"", frame(TEXT, b"")),
    ],
    ids=["empty continuations", "small continuations", "pings", "empty texts"],
)
def test_a_flood_of_frames_is_cut_off(tmp_path: Path, begins: bytes, flood: bytes) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db", limits=LIMITS) as server:
            code = (await server.open("now"))["code"]
            async with server.socket() as ana:
                await hello(ana, code, name="Ana")
                reader, writer = await socket_of(server, code)
                writer.write(begins)
                taken = await send_until_closed(reader, writer, flood * 500)
                assert taken < 16 * 2**20  # most of it in the kernel's buffers
                writer.close()
                await ana.send_json({"type": "rename", "name": "Anna"})
                while (await hear(ana, "table"))["seats"][0]["name"] != "Anna":
                    pass
            assert server.server.metrics.counts["errors"] == 0

    run(scenario())


def test_who_sends_messages_in_pieces_is_no_flood(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            code = (await server.open("now"))["code"]
            reader, writer = await socket_of(server, code)
            text = b'{"type":"beat"}'
            pieces = [frame(CONTINUATION, bytes([byte]), last=False) for byte in text[1:]]
            message = b"".join([frame(TEXT, text[:1], last=False), *pieces, frame(CONTINUATION)])
            for _ in range(3000):  # three times what would be cut off
                writer.write(message)
                await writer.drain()
                await asyncio.wait_for(reader.readuntil(b'{"type":"beat"}'), SOON)
            writer.close()

    run(scenario())
