"""The tables of this process: it answers for them, claims them, and gives them up.

`Committer` says which tables come and go here; each has its subject for as long as it is here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec

from brouhaha.bus import Bus, BusError, Heard, Stop
from brouhaha.commits import StoreWorker
from brouhaha.server import logs
from brouhaha.server.cluster.messages import (
    NOT_HERE,
    NOT_UNDERSTOOD,
    RELEASED,
    AskSeat,
    Compare,
    Find,
    Located,
    Look,
    Release,
    SeatAnswer,
    decode_question,
    encode,
    table_subject,
)
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.direct_link import DirectLink, held_seat, table_info
from brouhaha.server.tables.link import ComeAgain
from brouhaha.server.tables.opening import Errand
from brouhaha.store import Row, StoreError
from brouhaha.table import Table
from brouhaha.table.wire import OtherTable

ANSWER_SECONDS: Final = 1.0  # an owner that is well answers within milliseconds
SECOND_ANSWER_SECONDS: Final = 0.2  # one that has just claimed it answers within milliseconds
LOOK_EVERY: Final = 1.0  # seconds: so long may an owner that was cut off show what is no longer so


class Ownership:
    def __init__(self, bus: Bus, me: str, committer: Committer, reader: StoreWorker) -> None:
        self._bus = bus
        self._reader = reader
        self.stopping = False
        self._me = me
        self._committer = committer
        self._tables = committer.registry.tables
        self._claims: dict[str, asyncio.Task[bool]] = {}
        self._answering: dict[str, asyncio.Task[Stop]] = {}
        self._errands: set[asyncio.Task[None]] = set()
        committer.neighbours = self

    # What the committer tells: which tables are here, and what the party's other tables must hear

    def adopted(self, code: str) -> None:
        listening = self._bus.listen(table_subject(code), lambda heard: self._answer(code, heard))
        self._answering[code] = asyncio.create_task(listening)

    def dropped(self, code: str) -> None:
        answering = self._answering.pop(code, None)
        if answering is not None:
            self._do(_stop(answering))

    def compare(self, table: Table) -> None:
        """The party's other table is elsewhere: each is told how the other stands."""
        self._do(self._compare(table))

    async def _compare(self, table: Table) -> None:
        question = encode(Compare(table.as_other()))
        try:
            answer = await self._bus.ask(
                table_subject(table.state.other or ""), question, ANSWER_SECONDS
            )
        except BusError:
            return  # nobody is there; whoever claims it asks us
        if answer != NOT_HERE:
            self._hear_other(table, msgspec.msgpack.decode(answer, type=OtherTable))

    def _hear_other(self, table: Table, other: OtherTable) -> None:
        if table.state.other == other.code:
            self._committer.run(table, table.hear_other, other, self._committer.clock.now())

    # What others ask

    def _answer(self, code: str, heard: Heard) -> bytes | Awaitable[bytes]:
        table = self._tables.get(code)
        if table is None:
            return NOT_HERE
        try:
            question = decode_question(heard.payload)
        except msgspec.MsgspecError:
            return NOT_UNDERSTOOD
        match question:
            case Find(token):
                link = DirectLink(self._committer, table, Errand(), token)
                if token is not None and not link.known:
                    return self._located_if_still_here(code, link)
                return self._located(link)
            case Look():
                return encode(table_info(table))
            case AskSeat(asked, token):
                return encode(self.seat_here(code, asked, token))
            case Compare(other):
                self._hear_other(table, other)
                return encode(table.as_other())
            case _:
                return self._release(code)

    def _located(self, link: DirectLink) -> bytes:
        size = link.weight.frame_bytes
        return encode(Located(self._me, link.known, link.holder, link.clients, size))

    async def _located_if_still_here(self, code: str, link: DirectLink) -> bytes:
        try:
            here = await self.still_here(code)
        except ComeAgain:
            here = False  # whoever asks cannot claim it either without the store
        return self._located(link) if here else NOT_HERE

    async def still_here(self, code: str) -> bool:
        """Has nobody claimed it from us? Whoever is told that nobody has their token forgets it; an
        owner that slept asks the store first, which knows of seats that were taken elsewhere."""
        table = self._tables.get(code)
        if table is None:
            return False
        try:
            in_store = await self._reader.submit(lambda store: store.written([code]))
        except StoreError:
            raise ComeAgain from None
        if self._tables.get(code) is not table:
            return code in self._tables
        if in_store.get(code, 0) > table.outbox.written:
            self._moved_away(code)
            return False
        return True

    def seat_here(self, code: str, asked: str, token: str) -> SeatAnswer | None:
        """None: the table is not here. `asked`: the code that the seat was kept under."""
        table = self._tables.get(code)
        if table is None:
            return None
        return SeatAnswer(table.moved_to(token), held_seat(table, asked, token))

    async def _release(self, code: str) -> bytes:
        await self.let_go(code)
        return RELEASED

    # Claiming

    def has(self, code: str) -> bool:
        return code in self._tables

    async def claim(self, code: str) -> bool:
        """It is here from now on. False: there is no such table. Raises `ComeAgain` if somebody
        else was faster, or the store cannot be reached."""
        task = self._claims.get(code)
        if task is None:
            task = self._claims[code] = asyncio.create_task(self._claim(code))
            task.add_done_callback(lambda done: self._claimed(code, done))
        return await asyncio.shield(task)

    def _claimed(self, code: str, done: asyncio.Task[bool]) -> None:
        del self._claims[code]
        if not done.cancelled():
            done.exception()  # whoever waits has it

    async def _claim(self, code: str) -> bool:
        committer = self._committer
        try:
            # Strangers guess codes: the thread that writes moves is not asked about every guess.
            if not await self._reader.submit(lambda store: store.written([code])):
                return False
            rows = await committer.log.do(lambda store: store.entries(code))
        except StoreError:
            raise ComeAgain from None
        if code in self._tables:
            return True
        if self.stopping:
            raise ComeAgain
        table = self._restored(code, rows)
        if table is None:
            return False
        # Who claimed it before we read the log answers by now; who does so after fences us off.
        if await self._answers(code, SECOND_ANSWER_SECONDS):
            raise ComeAgain
        table.move_here(self._me, committer.clock.now())
        try:
            await committer.open(table)
        except StoreError:
            raise ComeAgain from None
        committer.metrics.add("tables_claimed")
        logs.event("table_claimed", table=code)
        return True

    def _restored(self, code: str, rows: list[Row]) -> Table | None:
        """None: there is no such table any more. One that cannot be read here is left alone: it is
        a later release that wrote it, perhaps, or has its game, and somebody else can."""
        table = self._committer.recovery.restored(code, rows) if rows else None
        if table is None and rows:
            raise ComeAgain
        return None if table is None or table.state.closed else table

    async def fetch(self, code: str) -> bool:
        """The same for a table that has an owner, who gives it up."""
        with suppress(BusError):  # then nobody has it
            await self._bus.ask(table_subject(code), encode(Release()), ANSWER_SECONDS)
        return await self.claim(code)

    # Giving up

    async def let_go(self, code: str) -> None:
        """After what it did is written; whoever is connected comes again."""
        table = self._tables.get(code)
        if table is not None:
            await self._committer.settled(table)
            self._committer.let_go(code)

    def stop_claiming(self) -> None:
        """This process is about to stop."""
        self.stopping = True

    # Looking after

    async def watch(self) -> None:
        """An owner that was cut off finds out, though nobody says anything at its tables."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(StoreError):  # then nobody else can have claimed anything either
                await self._look_for_moved()

    async def _look_for_moved(self) -> None:
        tables = dict(self._tables)
        written = {code: table.outbox.written for code, table in tables.items()}
        in_store = await self._committer.log.do(lambda store: store.written(list(written)))
        for code, table in tables.items():
            moved = in_store.get(code, 0) > written[code]
            if moved and self._tables.get(code) is table:
                self._moved_away(code)

    def _moved_away(self, code: str) -> None:
        logs.event("table_moved_away", logging.WARNING, table=code)
        self._committer.let_go(code)

    async def adopt_orphans(self) -> None:
        """Tables that were left by a process that died, and that nobody asks for."""
        for code in await self._committer.log.do(lambda store: store.open_tables()):
            if code not in self._tables and not await self._answers(code, ANSWER_SECONDS):
                with suppress(ComeAgain):  # somebody has asked for it meanwhile
                    await self.claim(code)

    async def _answers(self, code: str, within: float) -> bool:
        """Does any process have it? While that cannot be known, one may."""
        try:
            return await self._bus.ask(table_subject(code), encode(Look()), within) != NOT_HERE
        except BusError:
            return not self._bus.connected

    def _do(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


async def _stop(answering: asyncio.Task[Stop]) -> None:
    stop = await answering
    await stop()
