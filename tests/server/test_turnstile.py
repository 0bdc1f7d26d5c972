"""Strangers' work is cut into turns of the loop: requests at the turnstile, connections at the port."""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec

import pytest
from aiohttp import web

from brouhaha.server.edge import accepting, turnstile
from brouhaha.server.edge.accepting import Entrance, Site
from brouhaha.server.edge.budgets import Budgets
from brouhaha.server.edge.connection_limits import ConnectionLimits
from brouhaha.server.edge.inflow import PIECE, Inflow
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.turnstile import Turnstile
from brouhaha.server.edge.visitors import Visitors
from brouhaha.server.settings import Settings

P = ParamSpec("P")
A_STEP = turnstile.SLICE / 4  # of the processor


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def a_turn() -> None:
    await asyncio.sleep(0)


class Processor:
    """In the place of the thread's own clock: it runs while somebody works."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.used = 0.0
        patch.setattr(time, "thread_time", lambda: self.used)

    def work(self, seconds: float = A_STEP) -> None:
        self.used += seconds


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    return Processor(monkeypatch)


def a_turnstile(**limits: Any) -> Turnstile:
    chosen = Limits(**limits)
    return Turnstile(Budgets(chosen), chosen)


# The turnstile


@on_a_loop
async def test_only_a_slice_of_a_turn_is_used(processor: Processor) -> None:
    stile, passed = a_turnstile(), list[int]()

    def enter(number: int) -> None:
        processor.work()
        passed.append(number)

    for number in range(12):
        stile.let_in("an address", partial(enter, number))
    for times in (4, 8, 12):
        assert passed == list(range(times))
        await a_turn()


@on_a_loop
async def test_what_is_answered_later_counts_when_it_is_let_in(processor: Processor) -> None:
    stile = a_turnstile()
    waiting = [asyncio.create_task(stile.passed("an address")) for _ in range(6)]
    await a_turn()
    assert sum(each.done() for each in waiting) <= 1 + turnstile.SLICE / turnstile.FOLLOWS
    await asyncio.wait(waiting, timeout=5)
    assert all(each.done() for each in waiting)


@on_a_loop
async def test_who_comes_later_from_elsewhere_does_not_wait_behind_hundreds(
    processor: Processor,
) -> None:
    stile, passed = a_turnstile(), list[str]()

    def enter(name: str) -> None:
        processor.work()
        passed.append(name)

    for _ in range(100):
        stile.let_in("a stranger", partial(enter, "a stranger"))
    stile.let_in("somebody", partial(enter, "somebody"))
    await a_turn()
    assert "somebody" in passed


@on_a_loop
async def test_an_address_has_its_share_of_the_core_and_no_more(processor: Processor) -> None:
    stile, passed = a_turnstile(core_share=0.1, core_seconds_at_once=0.01), list[float]()
    began = time.monotonic()

    def enter() -> None:
        processor.work(0.005)
        passed.append(time.monotonic() - began)

    for _ in range(6):
        stile.let_in("a stranger", enter)
    elsewhere = list[float]()
    async with asyncio.timeout(20):
        while len(passed) < 6:
            await asyncio.sleep(0.001)
            if len(passed) == 4 and not elsewhere:
                stile.let_in("somebody", lambda: elsewhere.append(time.monotonic() - began))
    # 10 ms were saved up; then 5 ms take 50 ms each
    assert passed[5] > 0.14
    assert elsewhere
    assert elsewhere[0] < passed[4]


@on_a_loop
async def test_a_proxy_has_no_share_of_its_own(processor: Processor) -> None:
    stile, passed = a_turnstile(core_share=0.001, core_seconds_at_once=0.001), list[int]()

    def enter(number: int) -> None:
        processor.work()
        passed.append(number)

    for number in range(12):
        stile.let_in(turnstile.NOBODY, partial(enter, number))
    for _ in range(3):
        await a_turn()
    assert len(passed) == 12


@on_a_loop
async def test_what_a_handler_does_is_charged_and_what_it_waits_for_is_not(
    processor: Processor,
) -> None:
    stile = a_turnstile(core_share=0.1, core_seconds_at_once=0.001)

    async def answering(cost: float) -> str:
        await asyncio.sleep(0.01)
        processor.work(cost)
        return "answered"

    assert await stile.in_turns("waits", answering(0.0)) == "answered"
    assert await stile.in_turns("works", answering(0.01)) == "answered"
    assert stile._until_due("waits") <= 0
    assert 0.05 < stile._until_due("works") <= 0.1


@on_a_loop
async def test_handlers_that_were_all_waiting_for_the_same_thing_go_on_in_turns(
    processor: Processor,
) -> None:
    stile, answer, answered = a_turnstile(), asyncio.Event(), list[int]()

    async def answering(number: int) -> None:
        await answer.wait()
        processor.work(turnstile.SLICE)
        answered.append(number)

    handlers = [
        asyncio.create_task(stile.in_turns(f"address {number}", answering(number)))
        for number in range(100)
    ]
    for _ in range(100):
        await a_turn()
    answer.set()
    most = 0
    while len(answered) < 100:
        before = len(answered)
        await a_turn()
        most = max(most, len(answered) - before)
    assert most <= 1 + turnstile.SLICE / turnstile.FOLLOWS
    await asyncio.gather(*handlers)


@on_a_loop
async def test_a_handler_is_cancelled_as_it_would_be_without_being_charged() -> None:
    cancelled = list[bool]()

    async def answering() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    task = asyncio.create_task(a_turnstile().in_turns("an address", answering()))
    await a_turn()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cancelled == [True]


@on_a_loop
async def test_one_that_fails_costs_the_others_nothing(processor: Processor) -> None:
    stile, passed, failed = a_turnstile(), list[int](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    stile.let_in("an address", lambda: processor.work(turnstile.SLICE))
    stile.let_in("an address", lambda: 1 // 0)  # type: ignore[arg-type]
    stile.let_in("an address", partial(passed.append, 1))
    stile.let_in("another", partial(passed.append, 2))
    for _ in range(3):
        await a_turn()
    assert len(failed) == 1
    assert sorted(passed) == [1, 2]


@on_a_loop
async def test_whoever_goes_away_while_waiting_is_not_waited_for(processor: Processor) -> None:
    stile = a_turnstile()
    waiting = [asyncio.create_task(stile.passed("an address")) for _ in range(6)]
    await a_turn()
    assert not waiting[4].done()
    waiting[4].cancel()
    await asyncio.wait(waiting, timeout=5)
    assert waiting[4].cancelled()
    assert waiting[5].done()


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
        self.longest = 0

    def data_received(self, data: bytes) -> None:
        self.read += data
        self.longest = max(self.longest, len(data))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to do."""


def behind_others() -> tuple[Inflow, Line, Library]:
    """A connection, when so much has come in this turn that no other is read."""
    stile, line, library = a_turnstile(), Line(), Library()
    stile.charge("others", turnstile.SLICE)
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
    inflow.is_socket(10_000, "an address")
    inflow.data_received(b" second")
    await a_turn()
    inflow.data_received(b" third")
    assert library.read == b"first second third"


@on_a_loop
async def test_a_sockets_messages_do_not_wait() -> None:
    inflow, _, library = behind_others()
    inflow.is_socket(10_000, "an address")
    inflow.data_received(b"a move")
    assert library.read == b"a move"


@on_a_loop
async def test_a_heap_of_messages_is_read_piece_by_piece() -> None:
    inflow, line, library = behind_others()
    inflow.is_socket(100_000, "an address")
    heap = bytes(range(256)) * 40
    inflow.data_received(heap)
    assert library.read == b""
    assert not line.reading
    await a_turn()
    assert library.read == heap
    assert library.longest == PIECE
    assert line.reading


@on_a_loop
async def test_of_one_address_only_so_many_messages_go_ahead_in_one_turn() -> None:
    stile, library = a_turnstile(), Library()
    stile.charge("others", turnstile.SLICE)
    inflows = [Inflow(library, Line(), 10_000, stile, "") for _ in range(20)]  # type: ignore[arg-type]
    for number, inflow in enumerate(inflows):
        inflow.is_socket(10_000, "a stranger" if number < 19 else "somebody")
        inflow.data_received(b"s" if number < 19 else b"!")
    assert library.read == b"s" * turnstile.MESSAGES + b"!"
    await a_turn()
    assert library.read.count(b"s") == 19


@on_a_loop
async def test_where_a_seat_may_say_more_more_messages_go_ahead() -> None:
    library, stile = Library(), a_turnstile(frames_a_second=Limits().frames_a_second * 10)
    stile.charge("others", turnstile.SLICE)
    for _ in range(30):
        inflow = Inflow(library, Line(), 10_000, stile, "")  # type: ignore[arg-type]
        inflow.is_socket(10_000, "a hall")
        inflow.data_received(b"s")
    assert library.read == b"s" * turnstile.MESSAGES * 10


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
