"""Texts are heard at once and in order, however they come, and whatever else comes between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType
from aiohttp.http import WebSocketReader

from brouhaha.server.edge import direct_socket
from brouhaha.server.edge.connection import Connection
from brouhaha.server.edge.direct_socket import DirectQueue
from brouhaha.server.edge.limits import Limits
from tests.server.guests import House, hear, hello, house, run

BEAT = '{"type": "beat"}'


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each text that a connection heard: whether it was without a task in between."""
    heard: list[bool] = []
    feeding = False
    feed, listen_to = DirectQueue.feed_data, Connection.hear

    def watched_feed(self: DirectQueue, data: Any, size: int) -> None:
        nonlocal feeding
        feeding = True
        try:
            feed(self, data, size)
        finally:
            feeding = False

    def watched_hear(self: Connection, text: bytes) -> None:
        heard.append(feeding)
        listen_to(self, text)

    monkeypatch.setattr(DirectQueue, "feed_data", watched_feed)
    monkeypatch.setattr(Connection, "hear", watched_hear)
    return heard


def at_a_table(
    store: Path, scenario: Callable[[House, Any], Any], limits: Limits | None = None
) -> None:
    async def whole() -> None:
        async with house(store, **({} if limits is None else {"limits": limits})) as server:
            code = (await server.open())["code"]
            async with server.session.ws_connect(f"{server.url}/ws") as ana:
                await hello(ana, code, name="Ana")
                await scenario(server, ana)

    run(whole())


def test_a_text_needs_no_task(tmp_path: Path, direct: list[bool]) -> None:
    async def scenario(_: House, ana: Any) -> None:
        direct.clear()
        for _number in range(5):
            await ana.send_str(BEAT)
            await hear(ana, "beat")

    at_a_table(tmp_path / "store.db", scenario)
    assert direct == [True] * 5


def test_texts_and_pings_in_one_breath_are_heard_in_order(tmp_path: Path) -> None:
    """Behind a ping, which goes the long way, texts stand in line."""

    async def scenario(_: House, ana: Any) -> None:
        for number in range(30):
            if number % 3 == 0:
                await ana.ping(str(number).encode())
            await ana.send_json({"type": "rename", "name": f"Ana {number}"})
        names: list[str] = []
        while not names or names[-1] != "Ana 29":
            names.append((await hear(ana, "table"))["seats"][0]["name"])
        numbers = [int(name.split()[1]) for name in names if " " in name]
        assert numbers == sorted(numbers)

    at_a_table(tmp_path / "store.db", scenario)


@pytest.mark.interpreted
def test_who_floods_waits_and_is_heard_in_the_end(tmp_path: Path, direct: list[bool]) -> None:
    limits = Limits(frames_in_line=20, frames_a_second=20, frames_at_once=1_000)

    async def scenario(_: House, ana: Any) -> None:
        direct.clear()
        for number in range(18):
            await ana.send_json({"type": "rename", "name": f"Ana {number}"})
        async with asyncio.timeout(20):
            while (await hear(ana, "table"))["seats"][0]["name"] != "Ana 17":
                pass

    at_a_table(tmp_path / "store.db", scenario, limits)
    assert len(direct) == 18
    assert 9 <= direct.count(True) < 18  # half a second's turns come at once


class Stuck:
    """A transport whose other side reads nothing."""

    _reading_paused = False

    def __init__(self) -> None:
        self.written = b""
        self.closing = self.aborted = False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.aborted = True


def test_who_says_goodbye_and_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is still to be sent to them would stay in memory for as long as they like."""
    monkeypatch.setattr(direct_socket, "GOODBYE_SECONDS", 0.01)

    async def scenario() -> None:
        socket, line = direct_socket.DirectSocket(1_000), Stuck()
        socket._transport = line  # type: ignore[assignment]
        socket.queue = DirectQueue(Stuck(), 1_000, loop=asyncio.get_running_loop())
        reader = WebSocketReader(socket.queue, 1_000, compress=False, decode_text=False)
        reader.feed_data(bytes((0x88, 0x82, 0, 0, 0, 0)) + (1000).to_bytes(2, "big"))
        assert (await socket.receive()).type is WSMsgType.CLOSED
        assert line.written == bytes((direct_socket.CLOSE, 2)) + (1000).to_bytes(2, "big")
        async with asyncio.timeout(20):
            while not line.aborted:
                await asyncio.sleep(0.01)
        gone = asyncio.create_task(socket.close(code=1000))
        await asyncio.sleep(0)
        assert not gone.done()
        socket.connection_lost(None)
        await asyncio.wait_for(gone, 20)
        assert (await socket.receive()).type is WSMsgType.CLOSED

    run(scenario())
