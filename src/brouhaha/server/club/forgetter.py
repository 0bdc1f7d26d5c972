"""Names that are to be forgotten leave the logs, while play goes on.

`club.forgetting` says what is replaced; this says in which order, so that nothing writes a name
back: open tables that have it are read again from their changed log, what the write-ahead log held
is in the store by then, and the store is written anew last. With several processes each reads its
own tables again, and whoever finishes waits for the others in between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from brouhaha.club import forgetting
from brouhaha.club.forgetting import Keys
from brouhaha.commits import StoreWorker
from brouhaha.server import logs
from brouhaha.server.tables.committer import Committer
from brouhaha.store import Store, sqlite_path
from brouhaha.store.matches import name_key
from brouhaha.table import Table

# In which a name may have stood; what refers to others comes after them.
WITH_NAMES: Final = (
    "matches", "match_players", "pages", "journal", "persons", "person_names", "vouchers",
    "club_seats", "recounts", "sheet_records", "boxes", "tournament_records",
)  # fmt: skip
BESIDE: Final = (".damaged", ".refused")  # copies that the write-ahead log may have left


class Forgetter:
    def __init__(self, committer: Committer, writer: StoreWorker, patience: float) -> None:
        """`patience`: seconds after which every other process has seen what is wished."""
        self._committer = committer
        self._writer = writer
        self._patience = patience
        self.forgot: Callable[[], Awaitable[None]] = _nothing  # who has read logs reads them again

    async def catch_up(self) -> None:
        """Until nothing is left to forget."""
        keys = await self._writer.submit(lambda store: forgetting.wished(store.database))
        if not keys:
            return
        await self._scrub(keys)
        if self._committer.neighbours is not None:
            await asyncio.sleep(self._patience)
            await self._scrub(keys)
        await self._writer.submit(lambda store: store.database.rewrite(WITH_NAMES))
        await asyncio.to_thread(self._scrub_beside, keys)
        await self._writer.submit(partial(_finish, keys))

    async def _scrub(self, keys: Keys) -> None:
        for code in [table.state.code for table in self._tables_with(keys)]:
            await self._committer.read_again(code, partial(_scrub_table, code, keys))
        await self._committer.log.do(lambda store: store.file(now=True))
        match: str | None = ""
        while match is not None:
            match = await self._writer.submit(partial(_scrub_matches, keys, match))
        await self._writer.submit(partial(_scrub_sheets, keys))
        at: tuple[str, int] | None = ("", -1)
        while at is not None:
            at = await self._writer.submit(partial(_scrub_tables, keys, at))
        at = ("", -1)
        while at is not None:
            at = await self._writer.submit(partial(_scrub_tournaments, keys, at))
        await self.forgot()

    def _tables_with(self, keys: Keys) -> Iterator[Table]:
        """Open here, with somebody of such a name."""
        for table in list(self._committer.registry.tables.values()):
            state = table.state
            names = [seat.name for seat in state.seats] + [one.name for one in state.removed]
            live = table.live_match
            if live is not None:  # who began it, though they may have left
                names += live.match.header.players
            if any(name_key(name) in keys for name in names):
                yield table

    def _scrub_beside(self, keys: Keys) -> None:
        """They are for whoever looks into a fault, and cannot be changed: they go."""
        path = sqlite_path(self._writer.url)
        if path is None:
            return
        for ending in BESIDE:
            for file in path.parent.glob(f"{path.name}-*{ending}"):
                if tells_of(file, keys):
                    file.unlink()
                    logs.event("copy_removed", logging.WARNING, file=file.name)


def tells_of(file: Path, keys: Keys) -> bool:
    content = name_key(file.read_bytes().decode("utf-8", "replace"))
    return any(key in content for key in keys)


def _scrub_table(code: str, keys: Keys, store: Store) -> None:
    forgetting.scrub_table(store.database, code, keys)


def _scrub_matches(keys: Keys, after: str, store: Store) -> str | None:
    return forgetting.scrub_matches(store.database, keys, after)


def _scrub_sheets(keys: Keys, store: Store) -> None:
    forgetting.scrub_sheets(store.database, keys)
    forgetting.scrub_boxes(store.database, keys)


def _scrub_tables(keys: Keys, at: tuple[str, int], store: Store) -> tuple[str, int] | None:
    return forgetting.scrub_tables(store.database, keys, at)


def _scrub_tournaments(keys: Keys, at: tuple[str, int], store: Store) -> tuple[str, int] | None:
    return forgetting.scrub_tournaments(store.database, keys, at)


async def _nothing() -> None:
    """Nobody has."""


def _finish(keys: Keys, store: Store) -> None:
    """The wish itself goes last, and leaves nothing behind either."""
    with store.database.transaction():
        forgetting.done(store.database, keys)
    store.database.rewrite(("recounts",))
