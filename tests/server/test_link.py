"""The edge knows its table only through a link, which may take a while to be found."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import aiohttp
import pytest

from brouhaha.server.tables.direct_link import DirectFinder
from brouhaha.server.tables.link import ComeAgain, Link
from brouhaha.server.tables.registry import Recipient
from tests.server.guests import SOON, hear, hello, house, run

find = DirectFinder.find


class LateFinder(DirectFinder):
    """As a table in another process is found: not at once, and perhaps not now."""

    busy = False

    def find(  # type: ignore[override]
        self, code: str, token: str | None, recipient: Recipient
    ) -> Awaitable[Link | None]:
        return self._later(code, token, recipient)

    async def _later(self, code: str, token: str | None, recipient: Recipient) -> Link | None:
        await asyncio.sleep(0)
        if self.busy:
            raise ComeAgain
        return find(self, code, token, recipient)


@pytest.fixture(autouse=True)
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brouhaha.server.server.DirectFinder", LateFinder)


async def closed_with(socket: aiohttp.ClientWebSocketResponse) -> str:
    while True:
        message = await asyncio.wait_for(socket.receive(), SOON)
        if message.type is aiohttp.WSMsgType.CLOSE:
            return str(message.extra)


def test_what_follows_a_hello_waits_until_the_table_is_found(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server, server.socket() as socket:
            code = (await server.open())["code"]
            await socket.send_json({"type": "hello", "code": code, "name": "Ana"})
            await socket.send_json({"type": "rename", "name": "Bea"})
            await socket.send_json({"type": "seat_bot", "level": "steady"})
            welcome = await hear(socket, "welcome")
            assert welcome["seat"] == 0
            names: list[str] = []
            while len(names) < 2:
                names = [seat["name"] for seat in (await hear(socket, "table"))["seats"]]
            assert names[0] == "Bea"
            async with server.socket() as again:
                assert (await hello(again, code, token=welcome["token"]))["seat"] == 0

    run(scenario())


def test_nobody_is_let_in_where_there_is_no_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server, server.socket() as socket:
            await socket.send_json({"type": "hello", "code": "WXYZ", "name": "Ana"})
            assert (await hear(socket, "refused"))["code"] == "no_such_table"
            assert await closed_with(socket) == "no_such_table"

    run(scenario())


def test_who_comes_while_a_table_is_read_is_asked_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(tmp_path / "store.db") as server, server.socket() as socket:
            code = (await server.open())["code"]
            monkeypatch.setattr(LateFinder, "busy", True)
            await socket.send_json({"type": "hello", "code": code, "name": "Ana"})
            assert (await hear(socket, "notice"))["code"] == "restarting"
            assert await closed_with(socket) == "restarting"

    run(scenario())


def test_who_hangs_up_while_the_table_is_looked_for_is_never_seated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        found = asyncio.Event()

        async def slowly(self: LateFinder, code: str, token: str | None, who: Recipient) -> object:
            await found.wait()
            return find(self, code, token, who)

        async with house(tmp_path / "store.db") as server:
            code = (await server.open())["code"]
            with monkeypatch.context() as patch:
                patch.setattr(LateFinder, "_later", slowly)
                async with server.socket() as socket:
                    await socket.send_json({"type": "hello", "code": code, "name": "Ana"})
                    await server.get("/healthz")
                    socket._response.close()  # without a goodbye
                    await server.get("/healthz")
            found.set()
            async with server.socket() as socket:
                assert (await hello(socket, code, name="Bo"))["seat"] == 0

    run(scenario())
