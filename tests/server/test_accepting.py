"""Connections at the port: a few in a turn of the loop, and none too many."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from brouhaha.server.edge import accepting
from brouhaha.server.edge.accepting import Entrance, Site
from brouhaha.server.edge.connection_limits import ConnectionLimits
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.turnstile import Turnstile
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.settings import Settings
from tests.server.test_turnstile import a_turn, on_a_loop


async def opened(
    monkeypatch: pytest.MonkeyPatch, came: Callable[[], None], **limited: Any
) -> web.ServerRunner:
    async def answer(request: web.BaseRequest) -> web.Response:
        return web.Response(text="here")

    server = web.Server(answer)
    made = server.connection_made

    def connection_made(handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        came()
        made(handler, transport)

    monkeypatch.setattr(server, "connection_made", connection_made)
    runner = web.ServerRunner(server)
    await runner.setup()
    visitors, limits = Visitors(Settings()), Limits(**limited)
    stile = Turnstile(visitors.budgets, limits)
    entrance = Entrance(ConnectionLimits(visitors, stile, limits), stile)
    entrance.limits.guard(server)
    await Site(runner, "127.0.0.1", 0, None, entrance, shared=False).start()  # type: ignore[arg-type]
    return runner


def call(port: int, times: int) -> list[socket.socket]:
    return [socket.create_connection(("127.0.0.1", port)) for _ in range(times)]


@on_a_loop
async def test_connections_are_let_in_a_few_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    came, turns, accept = 0, Counter[int](), socket.socket.accept
    turn = 0

    def counted(self: socket.socket) -> object:
        taken = accept(self)
        turns[turn] += 1
        return taken

    def one_came() -> None:
        nonlocal came
        came += 1

    monkeypatch.setattr(socket.socket, "accept", counted)
    runner = await opened(monkeypatch, one_came)
    lines = call(runner.addresses[0][1], 50)
    async with asyncio.timeout(20):
        while came < 50:
            turn += 1
            await a_turn()
    assert max(turns.values()) <= accepting.IN_ONE_TURN
    assert turns.total() == 50
    for line in lines:
        line.close()
    await runner.cleanup()


@on_a_loop
async def test_one_connection_too_many_is_closed_before_anything_is_made_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, new = list[object](), web.RequestHandler.__init__

    def counted(self: web.RequestHandler, *args: Any, **kwargs: Any) -> None:
        made.append(self)
        new(self, *args, **kwargs)

    monkeypatch.setattr(web.RequestHandler, "__init__", counted)
    runner = await opened(monkeypatch, lambda: None, connections_an_address=3)
    lines = call(runner.addresses[0][1], 5)
    reads = [asyncio.create_task(asyncio.to_thread(line.recv, 1)) for line in lines[3:]]
    async with asyncio.timeout(20):
        assert [await each for each in reads] == [b"", b""]
        while len(made) < 3:
            await a_turn()
    for _ in range(10):
        await a_turn()
    assert len(made) == 3
    lines[0].close()  # then there is room again
    async with asyncio.timeout(20):
        while len(made) < 4:
            (line,) = call(runner.addresses[0][1], 1)
            lines.append(line)
            await asyncio.sleep(0.01)
    for line in lines:
        line.close()
    await runner.cleanup()


@on_a_loop
async def test_a_server_without_files_left_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    came = asyncio.Event()
    runner = await opened(monkeypatch, came.set)
    monkeypatch.setattr(accepting, "TRIES_AGAIN", 0.05)
    accept, failures = socket.socket.accept, [OSError(errno.EMFILE, "too many open files")]

    def failing(self: socket.socket) -> object:
        if failures:
            raise failures.pop()
        return accept(self)

    monkeypatch.setattr(socket.socket, "accept", failing)
    (line,) = call(runner.addresses[0][1], 1)
    async with asyncio.timeout(20):
        await came.wait()
    assert not failures
    line.close()
    await runner.cleanup()


@on_a_loop
async def test_a_closed_port_takes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = await opened(monkeypatch, lambda: None)
    port = runner.addresses[0][1]
    await runner.cleanup()
    with pytest.raises(ConnectionRefusedError):
        call(port, 1)
