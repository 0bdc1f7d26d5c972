"""New tables go where there is room, and so do the tables of a process that stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import msgspec

from brouhaha.bus import Bus, BusError, Heard, Stop
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.server import logs
from brouhaha.server.cluster.messages import (
    NOT_HERE,
    RELEASED,
    Open,
    Opened,
    encode,
    open_subject,
    take_subject,
)
from brouhaha.server.cluster.ownership import ANSWER_SECONDS, Ownership
from brouhaha.server.cluster.reports import Reports
from brouhaha.server.http.types import NewTable, OpenedTable
from brouhaha.server.tables import opening
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import ComeAgain

HAND_OVER_SECONDS: Final = 6.0  # for all tables, when the process stops: Docker waits 10 in all
HAND_OVERS_AT_ONCE: Final = 4  # while one is read, another is written
decode_open: Final = msgspec.msgpack.Decoder(Open).decode
decode_opened: Final = msgspec.msgpack.Decoder(Opened).decode


class Capacity:
    """This process's, and how it uses the others'."""

    def __init__(
        self, bus: Bus, me: str, committer: Committer, ownership: Ownership, reports: Reports
    ) -> None:
        self._bus = bus
        self._me = me
        self._committer = committer
        self._ownership = ownership
        self._reports = reports
        self._listening: list[Stop] = []

    async def begin(self) -> None:
        self._listening = [
            await self._bus.listen(take_subject(self._me), self._take),
            await self._bus.listen(open_subject(self._me), self._open_for),
        ]

    # New tables

    async def open(self, wanted: NewTable, address: str) -> OpenedTable:
        """Here, or where there is more room. Raises `Rejected`."""
        for process in self._reports.better_than_here():
            with suppress(BusError):  # it is gone: the next one
                asked = encode(Open(wanted, address))
                within = self._committer.settings.limits.write_seconds
                answer = decode_opened(await self._bus.ask(open_subject(process), asked, within))
                self._reports.took(process)
                if answer.table is None:
                    raise Rejected(Refusal(*answer.refusal), **answer.details)
                return answer.table
        return await opening.open_table(self._committer, wanted, address)

    async def _open_for(self, heard: Heard) -> bytes:
        asked = decode_open(heard.payload)
        try:
            opened = await opening.open_table(self._committer, asked.wanted, asked.address)
        except Rejected as rejected:
            refusal, details = rejected.refusal, rejected.details
            plain = msgspec.to_builtins(details, enc_hook=repr)
            return encode(Opened(None, (refusal.code, refusal.en, refusal.fr), plain))
        return encode(Opened(opened))

    # Tables of a process that stops

    async def _take(self, heard: Heard) -> bytes:
        try:
            return RELEASED if await self._ownership.claim(heard.payload.decode()) else NOT_HERE
        except ComeAgain:
            return NOT_HERE

    async def hand_over(self) -> None:
        """All tables, a few at a time: another process has each before its players are back."""
        self._ownership.stop_claiming()
        for stop in self._listening:
            await stop()
        self._reports.tell()
        codes = iter(list(self._committer.registry.tables))
        try:
            async with asyncio.timeout(HAND_OVER_SECONDS), asyncio.TaskGroup() as hands:
                for _ in range(HAND_OVERS_AT_ONCE):
                    hands.create_task(self._hand_over(codes))
        except TimeoutError:
            left = len(self._committer.registry.tables)
            logs.event("not_all_handed_over", logging.WARNING, tables=left)

    async def _hand_over(self, codes: Iterator[str]) -> None:
        for code in codes:
            await self._ownership.let_go(code)
            await self._offer(code)

    async def _offer(self, code: str) -> None:
        """If nobody takes it, whoever is asked for it next claims it."""
        for process in self._reports.with_room():
            with suppress(BusError):
                self._reports.took(process)
                answer = await self._bus.ask(take_subject(process), code.encode(), ANSWER_SECONDS)
                if answer == RELEASED:
                    return
