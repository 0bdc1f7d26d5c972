"""What an address may ask over HTTP: in requests, bytes and bodies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from brouhaha.server.edge.limits import Limits
from tests.server.guests import SOON, House, house, run

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py
LIMITS = Limits()


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_requests_and_the_bytes_of_answers_are_an_addresss(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=few_requests(visits_at_once=5)) as server:
            statuses = [await status(server, "/healthz") for _ in range(7)]
            assert statuses == [200] * 5 + [429] * 2
            with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                async with server.socket():
                    pass
        size = 70_000
        async with house(store, limits=few_requests(visit_bytes_at_once=size)) as server:
            statuses = [await status(server, "/api/wire.json") for _ in range(9)]
            assert statuses[0] == 200
            assert statuses[-1] == 429

    def few_requests(**limits: Any) -> Limits:
        most = {"visits_at_once": 50, "visits_a_second": 0, "requests_a_second": 0}
        return Limits(**most | {"requests_at_once": 1, "visit_bytes_a_second": 0} | limits)

    async def status(server: House, path: str) -> int:
        async with server.session.get(server.url + path) as answer:
            await answer.read()
            return answer.status

    run(scenario())


def test_only_so_many_bodies_of_one_address_are_on_their_way_at_once(store: Path) -> None:
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 16\r\n\r\n"
    )

    async def scenario() -> None:
        async with house(store, limits=Limits(bodies_an_address=2)) as server:
            port = int(server.url.rpartition(":")[2])
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            for _, writer in lines[:2]:
                writer.write(head + b'{"game"')
            while server.server.visitors.bodies._open != {"127.0.0.1": 2}:
                await asyncio.sleep(0.01)
            lines[2][1].write(head + b'{"game"')
            assert b" 429 " in await asyncio.wait_for(lines[2][0].readline(), SOON)
            for reader, writer in lines[:2]:
                writer.write(b':"now"  }')
                assert b" 201 " in await asyncio.wait_for(reader.readline(), SOON)
            assert (await server.post({"game": "now"}))[0] == 201
            for _, writer in lines:
                writer.close()

    run(scenario())


def test_who_floods_is_not_listened_to_until_it_stops(store: Path) -> None:
    async def scenario() -> None:
        # so few a second that the slowest machine asks faster
        limits = Limits(visits_at_once=20, visits_a_second=4, requests_at_once=20)
        async with house(store, limits=limits) as server:
            refused = 0
            for _ in range(1000):
                try:
                    async with server.session.get(f"{server.url}/healthz") as answer:
                        assert answer.status in (200, 429)
                except aiohttp.ClientConnectionError:
                    refused += 1
                    if refused > 3:
                        break
            assert refused > 3
            async with asyncio.timeout(SOON):
                while await status(server) != 200:
                    await asyncio.sleep(0.5)

    async def status(server: House) -> int:
        try:
            async with server.session.get(f"{server.url}/healthz") as answer:
                return answer.status
        except aiohttp.ClientConnectionError:
            return 0

    run(scenario())


def test_a_body_in_chunks_of_one_byte_is_bounded_read_or_not(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each chunk is an object until it is read."""
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    chunks, fits = LIMITS.body_bytes + 1_000, 4_000
    unread, may_read, read = list[Any](), asyncio.Event(), web.Request.read

    async def read_later(self: web.Request) -> bytes:
        unread.append(self.content)
        await may_read.wait()
        return await read(self)

    async def scenario() -> None:
        async with house(store, limits=LIMITS) as server:
            port = int(server.url.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + b"1\r\n \r\n" * chunks)
            async with asyncio.timeout(SOON):
                while not unread:
                    await asyncio.sleep(0.01)
            before = -1
            while before != (before := len(unread[0]._buffer)):
                await asyncio.sleep(0.2)
            assert 0 < before < fits
            may_read.set()
            assert b" 413 " in await asyncio.wait_for(reader.readline(), SOON)
            writer.close()

    monkeypatch.setattr(web.Request, "read", read_later)
    run(scenario())
