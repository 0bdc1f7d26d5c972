"""One socket: what comes in goes to its table, what the table says goes out. No queue of its own.

Frames go straight to the transport. Whoever does not read is cut off, not buffered for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from struct import Struct
from typing import Final

import msgspec
from aiohttp import WSMsgType

from brouhaha.engine.errors import Rejected
from brouhaha.server.edge.budgets import spend
from brouhaha.server.edge.direct_socket import PONG, TEXT, DirectSocket
from brouhaha.server.edge.entering import may_enter, may_try
from brouhaha.server.edge.inflow import Inflow
from brouhaha.server.edge.meter import Meter
from brouhaha.server.edge.nesting import DEEPEST, TOO_DEEP, is_deep
from brouhaha.server.edge.rates import Bucket
from brouhaha.server.edge.round_trips import RoundTrips
from brouhaha.server.edge.tcp_info import least_rtt
from brouhaha.server.edge.visitors import Visitor, Visitors
from brouhaha.server.edge.watchdog import Watchdog
from brouhaha.server.http.refusals import TOO_FAST, TOO_MANY_TABLES
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import ComeAgain, Finder, Link, PartyWish
from brouhaha.table import codes, frames, wire
from brouhaha.table.refusals import HELLO_FIRST, NO_SUCH_TABLE

CLOSE_CODES: Final = {"left": 1000, "restarting": 1012}
BEAT: Final = wire.encode(wire.ClientOutBeat())
NOT_FOR_THE_TABLE: Final = frozenset(
    (wire.ClientInBeat, wire.ClientInMeasured, wire.ClientInTwoTables, wire.ClientInOneTable)
)
SLOW_BYTES: Final = 16_384  # unsent: less is only on its way
MIDDLE_HEAD: Final = Struct(">BBH")  # of frames of 126 to 65,535 bytes: most are
REFUSED: Final = 4000  # the close code for everything else; the reason says what


class Connection:
    """The table's name for a client, and its way to it."""

    def __init__(
        self,
        committer: Committer,
        finder: Finder,
        visitors: Visitors,
        visitor: Visitor,
        transport: asyncio.Transport,
        socket: DirectSocket,
        inflow: Inflow | None,
    ) -> None:
        self._finder = finder
        self._clock = committer.clock
        self._metrics = committer.metrics
        self._counts = committer.metrics.counts
        self._visitors = visitors
        self._visitor = visitor
        self._transport = transport
        self._socket = socket
        self._limits = limits = committer.settings.limits
        now = time.monotonic()
        self._meter = Meter(visitors.budgets, visitor.address, limits, now)
        self._unsent = 0  # bytes, as its account knows them
        self._controls = Bucket(
            limits.control_frames_a_second, limits.control_frames_a_second * 2, now
        )
        self._round_trips = RoundTrips(committer.clock, limits, self.send)
        self.measure = self._round_trips.measure  # the table asks for it in a race
        self._watchdog = Watchdog(self._meter, limits, self._plays, self._cut_dead_line)
        self._loop = asyncio.get_running_loop()
        self._next_ping = self._loop.call_later(limits.hello_seconds, self._no_hello)
        self.link: Link | None = None  # to its table, once it has said hello
        self._entering: asyncio.Task[None] | None = None  # while its table is looked for
        self._inflow = inflow
        self.closing = False
        self.goodbye: asyncio.Task[None] | None = None

    # In

    async def listen(self) -> None:
        """Until it closes, by whichever side, or sends what is no WebSocket frame. A text comes
        straight to `hear`, unless it has to wait for its turn."""
        queue = self._socket.queue
        queue.hear = self.hear
        while True:
            queue.busy = self._entering is not None
            message = await self._socket.receive()
            queue.busy = True
            if self._entering is not None:
                await self._entering
            wait = self._meter.turn - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
                if self._inflow is not None:
                    await self._inflow.passed()  # others waited for the same moment
            if message.type is WSMsgType.TEXT:
                self.hear(message.data)
            elif message.type is WSMsgType.PONG:
                self.heard_pong(bytes(message.data))
            elif message.type is WSMsgType.PING:
                self.heard_ping(bytes(message.data))
            elif message.type is WSMsgType.BINARY:
                self.complain("bad_message", "text frames only")
                self.close("bad_message")
            else:
                return

    def hear(self, text: bytes) -> None:
        """A text frame."""
        now = time.monotonic()
        if self._inflow is not None:
            self._inflow.came = 0
        if self.closing:
            self._hear_no_more(text, now)
            return
        self._counts["frames_in"] += 1
        link, meter = self.link, self._meter
        over = meter.heard(text, link, now)
        if meter.turn > now:
            self._socket.queue.busy = True  # the next one waits for its turn
        if over is not None:
            self._refuse_too_fast(text, by_itself=over is meter.budget)
            return
        if text.count(b"[") + text.count(b"{") > DEEPEST and is_deep(text):
            self._heard_nonsense(TOO_DEEP, now)
            return
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._heard_nonsense(str(error), now)
            return
        if link is None:
            self._first(message)
        elif type(message) in NOT_FOR_THE_TABLE:
            self._answer(link, message)
        else:
            weight = link.weight
            before = weight.log_bytes
            link.say(message, self._clock.at(now))
            # A short message may make a long entry: what has to be kept is paid for as it is.
            meter.unpaid_bytes += weight.log_bytes - before

    def _answer(self, link: Link, message: wire.ClientIn) -> None:
        """What the edge answers itself: about the line, or about more than one table."""
        if type(message) is wire.ClientInBeat:
            self._answer_beat(link, message)
        elif type(message) is wire.ClientInMeasured:
            self._heard_measured(link, message)
        elif isinstance(message, PartyWish):
            self._change_party(link, message)

    def _hear_no_more(self, text: bytes, now: float) -> None:
        """It was told to go. Some frames may have been on their way; a flood is not read."""
        if self._meter.heard(text, None, now) is not None:
            self._transport.pause_reading()

    def _heard_nonsense(self, why: str, now: float) -> None:
        """It counts on the address: nobody's page says such things."""
        if spend(now, (1, 0, 1, len(why)), self._meter.account.talk) is None:
            self.complain("bad_message", why)
        else:
            self._too_fast()

    def _refuse_too_fast(self, text: bytes, *, by_itself: bool) -> None:
        """A seat that was too fast is told so, and closed if it goes on; a connection without one
        is closed. If its address was, by all its sockets together, nobody is closed for it."""
        self._metrics.add("frames_limited")
        debt = self._meter.budget.debt(self._meter.heard_at)
        closes = self._meter.person is None or debt > self._limits.frames_at_once
        if by_itself and closes:
            self._too_fast()
            return
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.complain("too_fast")
            return
        move, by = (message.id, message.by) if type(message) is wire.ClientInAct else (None, None)
        request = str(message.__struct_config__.tag)
        self.send(frames.refusal(Rejected(TOO_FAST), request, move, by=by))

    def _answer_beat(self, link: Link, beat: wire.ClientInBeat) -> None:
        """At once: it asks about the line, not about the table, which may be waiting for a disk."""
        self.send(BEAT)
        if self._watchdog.hides(beat.hidden):
            link.say(beat, self._clock.now())

    def _change_party(self, link: Link, wish: PartyWish) -> None:
        try:
            opens = type(wish) is wire.ClientInTwoTables
            if opens and not self._visitors.may_open_table(self._visitor):
                raise Rejected(TOO_MANY_TABLES)
            link.change_party(wish, self._clock.now())
        except Rejected as rejected:
            self.send(frames.refusal(rejected, str(wish.__struct_config__.tag)))

    def _first(self, message: wire.ClientIn) -> None:
        """Which table? Everything else about a hello is the table's."""
        if type(message) is not wire.ClientInHello:
            self.refuse(Rejected(HELLO_FIRST))
            return
        code = codes.tidy(message.code)
        try:
            found = self._finder.find(code, message.token, self)
        except ComeAgain:
            self.notify("restarting")
            return
        if isinstance(found, Awaitable):
            self._entering = asyncio.ensure_future(self._enter_when_found(found, code, message))
            self._socket.queue.busy = True
        else:
            self._enter_if_allowed(found, code, message)

    async def _enter_when_found(
        self, found: Awaitable[Link | None], code: str, hello: wire.ClientInHello
    ) -> None:
        """Nothing else is read from it meanwhile."""
        try:
            link = await found
        except ComeAgain:
            self.notify("restarting")
        else:
            if not self.closing and not self._transport.is_closing():
                self._enter_if_allowed(link, code, hello)
        finally:
            self._entering = None

    def _enter_if_allowed(self, link: Link | None, code: str, hello: wire.ClientInHello) -> None:
        visitors, visitor, meter = self._visitors, self._visitor, self._meter
        if not may_try(visitors, visitor, link, hello) or not may_enter(visitors, meter, link):
            self._too_fast()
        elif link is not None:
            self._enter(link, hello)
        else:
            self.refuse(Rejected(NO_SUCH_TABLE, code=code))

    def _enter(self, link: Link, hello: wire.ClientInHello) -> None:
        self.link = link
        link.enter(hello, self._clock.now(), self._visitor.address)
        if hello.measures:
            self._round_trips.page_answers()
        self._claim_seats_budget(link)
        self._next_ping.cancel()
        self._ping()
        self._watchdog.look()

    def _claim_seats_budget(self, link: Link) -> bool:
        """Who has a seat, at once or once the host let them in, pays with what the seat has. True:
        they have it since now."""
        if self._meter.person is not None or link.person is None:
            return False
        self._meter.claim_seat(link, link.person, time.monotonic())
        return True

    def heard_ping(self, payload: bytes) -> None:
        if self._allowed_control():
            self.send(payload, PONG)

    def heard_pong(self, payload: bytes) -> None:
        if not self._allowed_control():
            return
        took = self._round_trips.pong(payload)
        if took is not None and self.link is not None:
            self.link.measured(took)

    def _heard_measured(self, link: Link, answer: wire.ClientInMeasured) -> None:
        took = self._round_trips.measured(answer)
        if took is not None:
            link.answered(took, self._clock.scaled(answer.paint))

    def _allowed_control(self) -> bool:
        now = time.monotonic()
        if self._inflow is not None:
            self._inflow.came = 0
        self._meter.take_turn(now)
        if not self._controls.take(now):
            self.close("too_fast")
            self._transport.pause_reading()
            return False
        return self._meter.account.controls.take(now)  # if not, nobody is closed for it

    def lost(self) -> None:
        """The socket has closed, by whichever side."""
        self.closing = True
        self._meter.pay(self.link, time.monotonic())
        self._meter.account.unsent -= self._unsent
        self._unsent = 0
        self._next_ping.cancel()
        self._watchdog.end()
        self._round_trips.end()
        queue = self._socket.queue
        queue.busy, queue.hear = True, _unheard  # nothing knows it any more: no cycle is left
        link, self.link = self.link, None
        if link is not None:
            link.leave(self._clock.now())

    # Out

    def send(self, frame: bytes, kind: int = TEXT) -> None:
        transport = self._transport
        if self.closing or transport.is_closing():
            return
        unsent = transport.get_write_buffer_size()
        if (unsent > SLOW_BYTES or self._unsent) and self._is_too_slow(unsent):
            self._metrics.add("slow_readers")
            self.cut()
            return
        self._counts["frames_out"] += 1
        transport.write(framed(kind, frame))

    def _is_too_slow(self, unsent: int) -> bool:
        """More waits for it than for anybody, or for its address than for any."""
        account, limits = self._meter.account, self._limits
        account.unsent += unsent - self._unsent
        self._unsent = unsent
        of_all = account.unsent > limits.unsent_bytes_an_address
        return unsent > limits.unsent_bytes or (of_all and unsent > SLOW_BYTES)

    def refuse(self, rejected: Rejected) -> None:
        self.send(frames.refusal(rejected, "hello"))
        self.close(rejected.code)

    def complain(self, code: wire.Complaint, reason: str = "") -> None:
        """What came in was no message."""
        self._metrics.add("bad_frames")
        self.send(wire.encode(wire.ClientOutError(code, reason[:200])))

    def _too_fast(self) -> None:
        self.complain("too_fast")
        self.close("too_fast")
        self._transport.pause_reading()  # not even its goodbye is waited for

    def notify(self, code: wire.Notice) -> None:
        """Say why, and close."""
        self.send(wire.encode(wire.ClientOutNotice(code)))
        self.close(code)

    def close(self, code: str) -> None:
        """After what was sent before."""
        if not self.closing:
            self.closing = True
            self.goodbye = asyncio.create_task(self._say_goodbye(code))

    async def _say_goodbye(self, code: str) -> None:
        with suppress(ConnectionError):  # they have gone already
            await self._socket.close(code=CLOSE_CODES.get(code, REFUSED), message=code.encode())

    def cut(self) -> None:
        """There is nobody to say goodbye to."""
        self.closing = True
        self._transport.abort()

    # Time

    def _no_hello(self) -> None:
        self.refuse(Rejected(HELLO_FIRST))

    def _ping(self) -> None:
        """To know how far away they are, and whether they are there at all."""
        if self.closing:
            return
        self._round_trips.ping()
        if self.link is not None:
            if self._claim_seats_budget(self.link):  # a player may not be silent for long
                self._watchdog.look()
            self._measure(self.link)
        wait = self._round_trips.until_next_ping(self.link, plays=self._plays())
        self._next_ping = self._loop.call_later(wait, self._ping)

    def _measure(self, link: Link) -> None:
        """How far away a player is: asked inside the socket, and of the kernel, which answers for
        whoever is at the other end of the TCP line: the client, or a proxy before it."""
        if not self._plays():
            return
        kernel = least_rtt(self._transport)
        if kernel is not None:
            link.proven(self._clock.scaled(kernel))
        if self._round_trips.measure_is_due():
            self.measure()

    def _plays(self) -> bool:
        return self.link is not None and self.link.person is not None

    def _cut_dead_line(self) -> None:
        if not self.closing:
            self._metrics.add("dead_lines")
            self.cut()


def framed(kind: int, payload: bytes) -> bytes:
    """A WebSocket frame from a server (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((kind, size)) + payload
    if size < 65_536:
        return MIDDLE_HEAD.pack(kind, 126, size) + payload
    return b"%c\x7f%b%b" % (kind, size.to_bytes(8, "big"), payload)


def _unheard(text: bytes) -> None:
    """What somebody says who has gone."""
