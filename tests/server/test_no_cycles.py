"""What strangers ask for leaves no cycles behind: whoever looks for them holds everybody up."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web

from tests.server.guests import House, house, run
from tests.server.test_inflow import Line, connect, socket_of

JSON = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def asking(request: bytes) -> Callable[[House, str], Awaitable[Line]]:
    async def ask(server: House, code: str) -> Line:
        reader, writer = await connect(server)
        writer.write(request)
        return reader, writer

    return ask


@pytest.mark.parametrize("come", [
    pytest.param(asking(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"), id="no such page"),
    pytest.param(asking(b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"), id="nor of the API"),
    pytest.param(asking(b"GET /api/matches HTTP/1.1\r\nHost: localhost\r\n\r\n"), id="refused by a thread"),
    pytest.param(asking(JSON + b"Content-Length: 1000\r\n\r\n{"), id="half a body"),
    pytest.param(asking(JSON + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 99), id="chunks"),
    pytest.param(asking(b"GET / HTTP/1.1\r\nHost"), id="half a head"),
    pytest.param(socket_of, id="a socket without a goodbye"),
])  # fmt: skip
def test_who_goes_leaves_no_cycle(
    tmp_path: Path, come: Callable[[House, str], Awaitable[Line]]
) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server:
            code = (await server.open())["code"]
            gc.collect()
            gc.disable()
            for _ in range(5):
                _, writer = await come(server, code)
                await asyncio.sleep(0.05)
                writer.transport.abort()
            handlers = server.server.connections._inside
            while len(handlers) > 1:  # but for that of the client's session
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            left = [each for each in gc.garbage if isinstance(each, web.BaseRequest)]
            assert left == []

    try:
        run(scenario())
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
