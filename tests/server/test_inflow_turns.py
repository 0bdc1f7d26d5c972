"""What comes over a connection is read in turns of the loop, and put away in turns when it goes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from brouhaha.server.edge import turnstile
from brouhaha.server.edge.inflow import AHEAD_BYTES, PIECE, Inflow
from brouhaha.server.edge.limits import Limits
from tests.server.test_turnstile import Processor, a_turn, a_turnstile, on_a_loop
from tests.server.test_turnstile import processor as processor


@pytest.fixture
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the test takes."""
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)


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
    """In the place of the HTTP library's protocol, and of a socket."""

    _reading_paused = _buffer_paused = is_paused = False

    def __init__(self) -> None:
        self.read = b""
        self.longest = 0
        self.feed: Callable[[bytes], object] = self.data_received

    def data_received(self, data: bytes) -> None:
        self.read += data
        self.longest = max(self.longest, len(data))

    def connection_lost(self, error: Exception | None) -> None:
        """Nothing to do."""

    eof_received = pause_writing = resume_writing = lambda self: None


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
    inflow.is_socket(library, 10_000, "an address")
    inflow.data_received(b" second")
    await a_turn()
    inflow.data_received(b" third")
    assert library.read == b"first second third"


@on_a_loop
async def test_a_sockets_messages_do_not_wait() -> None:
    inflow, _, library = behind_others()
    inflow.is_socket(library, 10_000, "an address")
    inflow.data_received(b"a move")
    assert library.read == b"a move"


@on_a_loop
async def test_a_heap_of_messages_is_read_piece_by_piece(processor: Processor) -> None:
    inflow, line, library = behind_others()
    inflow.is_socket(library, 100_000, "an address")
    heap = bytes(range(256)) * 40
    inflow.data_received(heap)
    assert library.read == b""
    assert not line.reading
    await a_turn()
    assert library.read == heap
    assert library.longest == PIECE
    assert line.reading


@on_a_loop
async def test_of_one_address_only_so_many_messages_go_ahead_in_one_turn(
    one_moment: None, processor: Processor
) -> None:
    stile, library = a_turnstile(), Library()
    stile.charge("others", turnstile.SLICE)
    inflows = [Inflow(library, Line(), 10_000, stile, "") for _ in range(20)]  # type: ignore[arg-type]
    for number, inflow in enumerate(inflows):
        inflow.is_socket(library, 10_000, "a stranger" if number < 19 else "somebody")
        inflow.data_received(b"s" if number < 19 else b"!")
    assert library.read == b"s" * turnstile.MESSAGES + b"!"
    await a_turn()
    assert library.read.count(b"s") == 19


@on_a_loop
async def test_where_a_seat_may_say_more_more_messages_go_ahead(one_moment: None) -> None:
    library, stile = Library(), a_turnstile(frames_a_second=Limits().frames_a_second * 10)
    stile.charge("others", turnstile.SLICE)
    for _ in range(30):
        inflow = Inflow(library, Line(), 10_000, stile, "")  # type: ignore[arg-type]
        inflow.is_socket(library, 10_000, "a hall")
        inflow.data_received(b"s")
    assert library.read == b"s" * turnstile.MESSAGES * 10


@on_a_loop
async def test_time_lets_further_messages_go_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    library, stile, now = Library(), a_turnstile(), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stile.charge("others", turnstile.SLICE)

    def say(text: bytes) -> None:
        inflow = Inflow(library, Line(), 10_000, stile, "")  # type: ignore[arg-type]
        inflow.is_socket(library, 10_000, "an address")
        inflow.data_received(text)

    for text in (b"1", b"2", b"-"):
        say(text)
    assert library.read == b"12"
    now += 1 / Limits().frames_in_line
    for text in (b"3", b"-"):
        say(text)
    assert library.read == b"123"
    now += 60  # no more is saved up than may go ahead at once
    for text in (b"4", b"5", b"-"):
        say(text)
    assert library.read == b"12345"


@on_a_loop
async def test_more_than_a_message_or_two_in_one_read_does_not_go_ahead() -> None:
    inflow, _, library = behind_others()
    inflow.is_socket(library, 10_000, "an address")
    inflow.data_received(b"s" * (AHEAD_BYTES + 1))
    assert library.read == b""


@on_a_loop
async def test_what_hundreds_of_lost_lines_leave_behind_is_put_away_in_turns(
    processor: Processor,
) -> None:
    stile, put_away = a_turnstile(), 0

    class Leaving(Library):
        def connection_lost(self, exc: Exception | None) -> None:
            nonlocal put_away
            put_away += 1
            processor.work()

    lost = [Inflow(Leaving(), Line(), 10_000, stile, "an address") for _ in range(12)]  # type: ignore[arg-type]
    for inflow in lost:
        inflow.connection_lost(None)
    for times in (4, 8, 12):
        assert put_away == times
        await a_turn()


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
