"""Asking whoever has a table. One that nobody has is claimed, and is here from then on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from brouhaha.bus import Bus, BusError, NoAnswer, NobodyThere
from brouhaha.server.cluster.messages import (
    NOT_HERE,
    NOT_UNDERSTOOD,
    Find,
    Located,
    Question,
    encode,
    table_subject,
)
from brouhaha.server.cluster.ownership import ANSWER_SECONDS, SECOND_ANSWER_SECONDS, Ownership
from brouhaha.server.tables.link import ComeAgain

T = TypeVar("T")
TRIES: Final = 5  # to find a table that others claim at the same time
PAUSE: Final = 0.05  # seconds between them: what a claim takes


class Owners:
    def __init__(self, bus: Bus, ownership: Ownership) -> None:
        self._bus = bus
        self._ownership = ownership

    async def named(self, code: str) -> str | None:
        """The process that has this table, if it says so at once; nothing is claimed."""
        question = encode(Find(None))
        with suppress(BusError):
            answer = await self._bus.ask(table_subject(code), question, SECOND_ANSWER_SECONDS)
            if answer not in (NOT_HERE, NOT_UNDERSTOOD):
                return msgspec.msgpack.decode(answer, type=Located).owner
        return None

    async def ask(self, code: str, question: Question, kind: type[T]) -> T | None:
        """The owner's answer. None: it is here now, or there is no such table. Raises `ComeAgain`
        if that cannot be known now."""
        for _ in range(TRIES):
            try:
                answer = await self._bus.ask(table_subject(code), encode(question), ANSWER_SECONDS)
                if answer == NOT_UNDERSTOOD:
                    raise ComeAgain
                if answer != NOT_HERE:
                    return msgspec.msgpack.decode(answer, type=kind)
            except (NobodyThere, NoAnswer):
                pass
            except BusError:
                raise ComeAgain from None
            try:
                if not await self._ownership.claim(code) or self._ownership.has(code):
                    return None
            except ComeAgain:  # somebody else is faster: they answer soon
                await asyncio.sleep(PAUSE)
            # Else it was given up again before we could say so: this process stops, perhaps.
        raise ComeAgain
