"""Strangers' work is cut into turns of the loop: requests at the turnstile, connections at the port."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec

import pytest
from aiohttp import web

from brouhaha.server.edge import accepting, turnstile
from brouhaha.server.edge.accepting import Site
from brouhaha.server.edge.inflow import Inflow
from brouhaha.server.edge.turnstile import Turnstile

P = ParamSpec("P")
AT_ONCE = turnstile.IN_ONE_TURN


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def a_turn() -> None:
    await asyncio.sleep(0)


# The turnstile


@on_a_loop
async def test_only_so_many_pass_in_one_turn() -> None:
    stile, passed = Turnstile(), list[int]()
    for number in range(3 * AT_ONCE):
        stile.let_in("an address", partial(passed.append, number))
    assert passed == list(range(AT_ONCE))
    await a_turn()
    assert passed == list(range(2 * AT_ONCE))
    await a_turn()
    assert passed == list(range(3 * AT_ONCE))


@on_a_loop
async def test_who_comes_later_from_elsewhere_does_not_wait_behind_hundreds() -> None:
    stile, passed = Turnstile(), list[str]()
    for _ in range(100):
        stile.let_in("a stranger", partial(passed.append, "a stranger"))
    stile.let_in("somebody", partial(passed.append, "somebody"))
    await a_turn()
    assert "somebody" in passed


@on_a_loop
async def test_one_that_fails_costs_the_others_a_turn() -> None:
    stile, passed, failed = Turnstile(), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    for number in range(AT_ONCE):
        stile.let_in("an address", partial(passed.append, number))
    stile.let_in("an address", lambda: 1 // 0)  # type: ignore[arg-type]
    stile.let_in("an address", partial(passed.append, AT_ONCE))
    await a_turn()
    await a_turn()
    assert len(failed) == 1
    assert passed == list(range(AT_ONCE + 1))


@on_a_loop
async def test_whoever_goes_away_while_waiting_is_not_waited_for() -> None:
    stile = Turnstile()
    waiting = [asyncio.create_task(stile.passed("an address")) for _ in range(AT_ONCE + 2)]
    await a_turn()
    assert [each.done() for each in waiting] == [True] * AT_ONCE + [False] * 2
    waiting[AT_ONCE].cancel()
    await asyncio.wait(waiting, timeout=5)
    assert waiting[AT_ONCE].cancelled()
    assert waiting[AT_ONCE + 1].done()


# What came over a connection


class Line(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.reading = True
        self.closing = False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing


class Library:
    """In the place of the HTTP library's protocol."""

    _reading_paused = _buffer_paused = False

    def __init__(self) -> None:
        self.read = b""

    def data_received(self, data: bytes) -> None:
        self.read += data

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to do."""


def behind_others() -> tuple[Inflow, Line, Library]:
    """A connection, when so many requests have come in this turn that no other is read."""
    stile, line, library = Turnstile(), Line(), Library()
    for _ in range(AT_ONCE):
        stile.let_in("others", lambda: None)
    inflow = Inflow(library, line, 10_000, stile, "an address")  # type: ignore[arg-type]
    return inflow, line, library


@on_a_loop
async def test_what_waits_for_its_turn_is_read_whole_and_in_order() -> None:
    inflow, line, library = behind_others()
    inflow.data_received(b"GET / ")
    inflow.data_received(b"HTTP/1.1")
    assert library.read == b""
    assert not line.reading
    await a_turn()
    assert library.read == b"GET / HTTP/1.1"
    assert line.reading


@on_a_loop
async def test_a_socket_goes_behind_what_came_before_it_was_one() -> None:
    inflow, _, library = behind_others()
    inflow.data_received(b"first")
    inflow.is_socket(10_000)
    inflow.data_received(b" second")
    await a_turn()
    inflow.data_received(b" third")
    assert library.read == b"first second third"


@on_a_loop
async def test_a_sockets_messages_do_not_wait() -> None:
    inflow, _, library = behind_others()
    inflow.is_socket(10_000)
    inflow.data_received(b"a move")
    assert library.read == b"a move"


@on_a_loop
async def test_what_the_library_pauses_stays_paused() -> None:
    inflow, line, library = behind_others()
    library._buffer_paused = True
    inflow.data_received(b"GET / ")
    await a_turn()
    assert library.read == b"GET / "
    assert not line.reading


@on_a_loop
async def test_what_waits_goes_along_when_a_connection_is_handed_on() -> None:
    inflow, line, library = behind_others()
    inflow.head_read()
    inflow.data_received(b"a hello")
    line.pause_reading()
    inflow.read_all()
    await a_turn()
    assert inflow.head == library.read == b"a hello"
    assert not line.reading


@on_a_loop
async def test_nothing_is_read_of_a_line_that_is_gone() -> None:
    inflow, _, library = behind_others()
    inflow.data_received(b"GET / ")
    inflow.connection_lost(None)
    await a_turn()
    assert library.read == b""


# The port


async def opened(monkeypatch: pytest.MonkeyPatch, came: Callable[[], None]) -> web.ServerRunner:
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
    await Site(runner, "127.0.0.1", 0, None, shared=False).start()  # type: ignore[arg-type]
    return runner


def call(port: int, times: int) -> list[socket.socket]:
    return [socket.create_connection(("127.0.0.1", port)) for _ in range(times)]


@on_a_loop
async def test_connections_are_let_in_a_few_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    accepted, turns = 0, list[int]()
    let_in = accepting.Acceptor._let_in

    def counted(self: accepting.Acceptor, listening: socket.socket) -> None:
        before = len(self._coming)
        let_in(self, listening)
        turns.append(len(self._coming) - before)

    def came() -> None:
        nonlocal accepted
        accepted += 1

    monkeypatch.setattr(accepting.Acceptor, "_let_in", counted)
    runner = await opened(monkeypatch, came)
    lines = call(runner.addresses[0][1], 50)
    async with asyncio.timeout(20):
        while accepted < 50:
            await a_turn()
    assert max(turns) <= accepting.IN_ONE_TURN
    assert sum(turns) == 50
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
