"""One socket: what comes in goes to its table, what the table says goes out. No queue of its own.

Frames go straight to the transport: a server's frames are not masked, so a text frame is a short
head and the bytes the table made. Whoever does not read is cut off, not buffered for.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from struct import Struct
from typing import Final

import msgspec
from aiohttp import WSMsgType, web

from brouhaha.engine.errors import Rejected
from brouhaha.server import two_tables
from brouhaha.server.budgets import Budget, spend
from brouhaha.server.committer import Committer
from brouhaha.server.inflow import Inflow
from brouhaha.server.nesting import DEEPEST, TOO_DEEP, is_deep
from brouhaha.server.rates import Bucket
from brouhaha.server.refusals import TOO_FAST, TOO_MANY_TABLES
from brouhaha.server.tcp_info import least_rtt
from brouhaha.server.visitors import Visitor, Visitors
from brouhaha.table import Table, codes, frames, wire
from brouhaha.table.refusals import HELLO_FIRST, NO_SUCH_TABLE
from brouhaha.table.rtt import FIRST_PINGS, Pings

TEXT, PING, PONG = 0x81, 0x89, 0x8A  # a whole frame of each kind
CLOSE_CODES: Final = {"left": 1000, "restarting": 1012}
MIDDLE_HEAD: Final = Struct(">BBH")  # of frames of 126 to 65,535 bytes: most are
BEAT: Final = wire.encode(wire.ClientOutBeat())
BEAT_BYTES, BEAT_WORD = 40, b'"beat"'  # of a message that nobody else is told of
LOT, LOT_BYTES = 8, 2_048  # frames and bytes that are paid for together
A_FLOOD: Final = 0.001  # seconds a frame, in a lot: then others have their turn in between
SLOW_BYTES: Final = 16_384  # unsent: less is only on its way
FIRST_BYTES: Final = 200  # of a hello
REFUSED: Final = 4000  # the close code for everything else; the reason says what


def framed(kind: int, payload: bytes) -> bytes:
    """A WebSocket frame from a server (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((kind, size)) + payload
    if size < 65_536:
        return MIDDLE_HEAD.pack(kind, 126, size) + payload
    return b"%c\x7f%b%b" % (kind, size.to_bytes(8, "big"), payload)


class Connection:
    """The table's name for a client, and its way to it."""

    def __init__(
        self,
        committer: Committer,
        visitors: Visitors,
        visitor: Visitor,
        transport: asyncio.Transport,
        socket: web.WebSocketResponse,
        inflow: Inflow | None,
    ) -> None:
        self._committer = committer
        self._registry = committer.registry
        self._clock = committer.clock
        self._metrics = committer.metrics
        self._visitors = visitors
        self._visitor = visitor
        self._transport = transport
        self._socket = socket
        self._limits = limits = committer.settings.limits
        now = time.monotonic()
        self._account = visitors.budgets.account(visitor.address, now)
        self._budget = visitors.budgets.of_a_seat(now)  # a seat's own, once it has one
        self._seated = False
        self._longest_lot = max(1, min(LOT, int(limits.frames_at_once / 10)))
        self._lot = 1  # so many frames are paid for together
        self._unpaid_frames = self._unpaid_bytes = self._unpaid_told = 0
        self._paid_at = now
        self._floods = False
        self._unsent = 0  # bytes, as its account knows them
        self._controls = Bucket(
            limits.control_frames_a_second, limits.control_frames_a_second * 2, now
        )
        self._pings = Pings(secrets.token_bytes)
        self._first_pings = list(reversed(FIRST_PINGS))
        self._heard_at = now
        self._hidden = False  # the page has said that it is out of sight
        self._loop = asyncio.get_running_loop()
        self._next_ping = self._loop.call_later(limits.hello_seconds, self._no_hello)
        self._next_look = self._next_ping  # at whether the line is dead
        self.table: Table | None = None
        self._inflow = inflow
        self.closing = False
        self.goodbye: asyncio.Task[None] | None = None

    # In

    async def listen(self) -> None:
        """Until it closes, by whichever side, or sends what is no WebSocket frame."""
        while True:
            message = await self._socket.receive()
            if self._inflow is not None:
                self._inflow.came = 0
            if message.type is WSMsgType.TEXT:
                self.hear(message.data)
            elif message.type is WSMsgType.PONG:
                self.heard_pong(message.data)
            elif message.type is WSMsgType.PING:
                self.heard_ping(message.data)
            elif message.type is WSMsgType.BINARY:
                self.complain("bad_message", "text frames only")
                self.close("bad_message")
            else:
                return
            if self._floods:
                await asyncio.sleep(0)

    def hear(self, text: bytes) -> None:
        """A text frame."""
        if self.closing:
            self._hear_no_more()
            return
        self._heard_at = now = time.monotonic()
        self._metrics.counts["frames_in"] += 1
        table = self.table
        self._unpaid_frames += 1
        self._unpaid_bytes += len(text)
        if table is not None and (len(text) > BEAT_BYTES or BEAT_WORD not in text):
            self._unpaid_told += 1
        if self._unpaid_frames >= self._lot or self._unpaid_bytes > LOT_BYTES:
            over = self._pay(now)
            if over is not None:
                self._refuse_too_fast(text, by_itself=over is self._budget)
                return
        if text.count(b"[") + text.count(b"{") > DEEPEST and is_deep(text):
            self._heard_nonsense(TOO_DEEP, now)
            return
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._heard_nonsense(str(error), now)
            return
        if table is None:
            self._first(message)
        elif type(message) is wire.ClientInBeat:
            self._answer_beat(table, message)
        elif isinstance(message, two_tables.PartyWish):
            self._change_party(table, message)
        else:
            before = table.outbox.log_bytes
            self._committer.run(table, table.receive, self, message, self._clock.now())
            # A short message may make a long entry: what has to be kept is paid for as it is.
            self._unpaid_bytes += table.outbox.log_bytes - before

    def _pay(self, now: float) -> Budget | None:
        """For all that was said since the last time: at every frame it would cost a tenth of a
        move. Whoever speaks pays for what everybody at the table may be told because of it too.
        Gives the budget that is used up; from then on every frame is looked at."""
        told = size = 0
        if self._unpaid_told and self.table is not None:
            told = self._unpaid_told * len(self.table.seating.clients)
            size = told * self.table.outbox.frame_bytes
        costs = self._unpaid_frames, self._unpaid_bytes, told, size
        budgets = (self._budget, self._account.talk) if told else (self._budget,)
        self._unpaid_frames = self._unpaid_bytes = self._unpaid_told = 0
        self._floods = now - self._paid_at < costs[0] * A_FLOOD
        self._paid_at = now
        over = spend(now, costs, *budgets)
        if over is not None and costs[0] > 1:
            self._budget.owe(costs)  # all but the last of these were heard
        self._lot = self._longest_lot if over is None else 1
        return over

    def _hear_no_more(self) -> None:
        """It was told to go. Some frames may have been on their way; a flood is not read."""
        self._floods = True
        if spend(time.monotonic(), (10, 0, 0, 0), self._budget) is not None:
            self._transport.pause_reading()

    def _heard_nonsense(self, why: str, now: float) -> None:
        """It counts on the address: nobody's page says such things."""
        if spend(now, (1, 0, 1, len(why)), self._account.talk) is None:
            self.complain("bad_message", why)
        else:
            self._too_fast()

    def _refuse_too_fast(self, text: bytes, *, by_itself: bool) -> None:
        """A seat that was too fast is told so, and closed if it goes on; a connection without one
        is closed. If its address was, by all its sockets together, nobody is closed for it."""
        self._metrics.add("frames_limited")
        closes = not self._seated or self._budget.debt(self._heard_at) > self._limits.frames_at_once
        if by_itself and closes:
            self._too_fast()
            return
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.complain("too_fast")
            return
        move = message.id if type(message) is wire.ClientInAct else None
        request = str(message.__struct_config__.tag)
        self.send(frames.refusal(Rejected(TOO_FAST), request, move))

    def _answer_beat(self, table: Table, beat: wire.ClientInBeat) -> None:
        """At once: it asks about the line, not about the table, which may be waiting for a disk."""
        self.send(BEAT)
        if beat.hidden != self._hidden:
            self._hidden = beat.hidden
            self._next_look.cancel()
            self._look_for_life()
            self._committer.run(table, table.receive, self, beat, self._clock.now())

    def _change_party(self, table: Table, wish: two_tables.PartyWish) -> None:
        try:
            opens = type(wish) is wire.ClientInTwoTables
            if opens and not self._visitors.may_open_table(self._visitor):
                raise Rejected(TOO_MANY_TABLES)
            two_tables.carry_out(self._committer, table, self, wish)
        except Rejected as rejected:
            self.send(frames.refusal(rejected, str(wish.__struct_config__.tag)))

    def _first(self, message: wire.ClientIn) -> None:
        """Which table? Everything else about a hello is the table's."""
        if type(message) is not wire.ClientInHello:
            self.refuse(Rejected(HELLO_FIRST))
            return
        code = codes.tidy(message.code)
        table = self._registry.tables.get(code)
        if table is None and self._committer.recovery.is_under_way(code):
            self.notify("restarting")
        elif not self._may_try(table, message) or not self._may_enter(table, message):
            self._too_fast()
        elif table is not None:
            self._enter(table, message)
        else:
            self.refuse(Rejected(NO_SUCH_TABLE, code=code))

    def _may_try(self, table: Table | None, hello: wire.ClientInHello) -> bool:
        """Who comes back to their seat always may. Strangers guess only so often."""
        token = hello.token
        if table is not None and token is not None and table.knows(token):
            return True
        right = table is not None and token is None and hello.hand_over is None
        return self._visitors.may_try_code(self._visitor, right=right)

    def _may_enter(self, table: Table | None, hello: wire.ClientInHello) -> bool:
        """Coming and going is told to everybody at the table. Who has a seat pays with what the
        seat has, everybody else with what their address has."""
        now, told = time.monotonic(), 2 * len(table.seating.clients) if table is not None else 0
        costs = 1, FIRST_BYTES, told, told * (table.outbox.frame_bytes if table is not None else 0)
        seat = table.seat_of(hello.token) if table is not None and hello.token else None
        if table is None or seat is None:
            return spend(now, costs, self._account.talk) is None
        budget = self._visitors.budgets.seat(table.state.code, seat.person, now)
        return spend(now, costs, budget) is None

    def _enter(self, table: Table, message: wire.ClientInHello) -> None:
        self.table = table
        self._registry.connect(table, self)
        now, address = self._clock.now(), self._visitor.address
        self._committer.run(table, table.receive, self, message, now, address)
        self._claim_seats_budget(table)
        self._next_ping.cancel()
        self._ping()
        self._look_for_life()

    def _claim_seats_budget(self, table: Table) -> None:
        """Who has a seat, at once or once the host let them in, pays with what the seat has."""
        client = table.seating.clients.get(self)
        if not self._seated and client is not None and client.player is not None:
            person, now = client.player.person, time.monotonic()
            self._pay(now)
            self._budget = self._visitors.budgets.seat(table.state.code, person, now)
            self._seated = True

    def heard_ping(self, payload: bytes) -> None:
        if self._allowed_control():
            self.send(payload, PONG)

    def heard_pong(self, payload: bytes) -> None:
        if not self._allowed_control():
            return
        took = self._pings.pong(bytes(payload), self._clock.now())
        if took is not None and self.table is not None:
            visitor = self._visitor  # without a proxy, the kernel's round trip is the client's
            kernel = least_rtt(self._transport) if visitor.direct else visitor.rtt
            self.table.measured(self, took, None if kernel is None else self._clock.scaled(kernel))

    def _allowed_control(self) -> bool:
        self._heard_at = now = time.monotonic()
        if self._controls.take(now):
            return True
        self.close("too_fast")
        self._transport.pause_reading()
        return False

    def lost(self) -> None:
        """The socket has closed, by whichever side."""
        self.closing = True
        self._pay(time.monotonic())
        self._account.unsent -= self._unsent
        self._unsent = 0
        self._next_ping.cancel()
        self._next_look.cancel()
        table, self.table = self.table, None
        if table is not None:
            self._registry.disconnect(table, self)
            self._committer.run(table, table.disconnect, self, self._clock.now())

    # Out

    def send(self, frame: bytes, kind: int = TEXT) -> None:
        transport = self._transport
        if self.closing or transport.is_closing():
            return
        unsent = transport.get_write_buffer_size()
        if (unsent > SLOW_BYTES or self._unsent) and self._is_too_slow(unsent):
            self._metrics.add("slow_readers")
            self._cut()
            return
        self._metrics.counts["frames_out"] += 1
        transport.write(framed(kind, frame))

    def _is_too_slow(self, unsent: int) -> bool:
        """More waits for it than for anybody, or for its address than for any."""
        account, limits = self._account, self._limits
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

    def _cut(self) -> None:
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
        self.send(self._pings.ping(self._clock.now()), PING)
        if self.table is not None:
            self._claim_seats_budget(self.table)
        self._next_ping = self._loop.call_later(self._until_next_ping(), self._ping)

    def _look_for_life(self) -> None:
        """Cut the line off if it has been silent for too long; else look again when it would be."""
        if self.closing:
            return
        left = self._heard_at + self._longest_silence - time.monotonic()
        if left > 0:
            self._next_look = self._loop.call_later(left, self._look_for_life)
        else:
            self._metrics.add("dead_lines")
            self._cut()

    @property
    def _longest_silence(self) -> float:
        if self._plays and not self._hidden:
            return self._limits.silent_seconds
        return self._limits.hidden_silent_seconds

    @property
    def _plays(self) -> bool:
        client = self.table.clients.get(self) if self.table is not None else None
        return client is not None and client.player is not None

    def _until_next_ping(self) -> float:
        table, plays = self.table, self._plays
        every = self._limits.ping_seconds if plays else self._limits.quiet_ping_seconds
        if self._first_pings and self._first_pings[-1] < every:
            return self._first_pings.pop()
        # All who play at a table at the same moment, each table at another: one waking, not four.
        whose = hash(table if plays else self) % 9973 / 997
        wait = every - (time.monotonic() + whose) % every
        return wait if wait > every / 2 else wait + every
