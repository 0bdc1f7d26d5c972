"""Strangers' work is cut into turns of the loop: at the turnstile, and what comes over a connection."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, ParamSpec

import pytest

from brouhaha.server.edge import turnstile
from brouhaha.server.edge.budgets import Budgets
from brouhaha.server.edge.inflow import PIECE, Inflow
from brouhaha.server.edge.limits import Limits
from brouhaha.server.edge.turnstile import Turnstile

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
