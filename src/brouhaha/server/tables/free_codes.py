"""Codes for new tables, of which the store holds nothing: no log, no finished match.

Whoever still has the code of an older table must not end up at somebody else's, nor its matches
count as this one's. The store is asked about many codes at once, ahead of time, so that a table
can be opened without waiting for it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from brouhaha.commits import CommitLog
from brouhaha.engine.errors import Rejected
from brouhaha.server.http import refusals
from brouhaha.store import Store, StoreError
from brouhaha.table import codes

AHEAD: Final = 64  # codes: what a class opens at once
LEAST: Final = 32  # then more are looked for
PATIENCE: Final = 10.0  # seconds for a store that does not answer


class FreeCodes:
    def __init__(self, log: CommitLog, is_open: Callable[[str], bool]) -> None:
        """`is_open`: is there a table with this code, written or not?"""
        self._log = log
        self._is_open = is_open
        self._free: list[str] = []
        self._looking: asyncio.Task[None] | None = None

    async def next(self) -> str:
        """A free code, even if the store must be asked first."""
        if not self._free:
            with suppress(StoreError, TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._look()), PATIENCE)
        return self.take()

    def take(self) -> str:
        """A free code, at once. It is given only this time."""
        if not self._free:
            self._look()
            raise Rejected(refusals.NOT_WRITTEN)
        code = self._free.pop()
        if len(self._free) < LEAST:
            self._look()
        return code

    def give_back(self, code: str) -> None:
        """No table was opened with it."""
        self._free.append(code)

    def look_ahead(self) -> None:
        """So that the first table need not wait."""
        self._look()

    def _look(self) -> asyncio.Task[None]:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._find())
            self._looking.add_done_callback(_hear)
        return self._looking

    async def _find(self) -> None:
        drawn = {codes.new_code(secrets.token_bytes) for _ in range(AHEAD - len(self._free))}
        drawn -= set(self._free)

        def used(store: Store) -> set[str]:
            return store.known_tables(sorted(drawn))

        # After everything that was written: what is on its way into the store counts as well.
        unused = drawn - await self._log.do(used)
        self._free += sorted(code for code in unused if not self._is_open(code))

    def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()


def _hear(done: asyncio.Task[None]) -> None:
    """A store that cannot be asked now is asked again for the next table."""
    if not done.cancelled():
        done.exception()
