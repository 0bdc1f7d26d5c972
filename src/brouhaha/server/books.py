"""How a commit is written: on the slate at once, into the book when there is time.

Everything goes straight into the book where there is no slate (PostgreSQL) or none is wanted
(`sync = "commit"`). The book is the writer's: what is posted there comes after all that is on the
slates, and until it is done nothing is put on them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from brouhaha.server.clerk import Clerk, Done, Job, answer_to, settle
from brouhaha.server.settings import Sync
from brouhaha.store import Batch, Fenced, Slate, Slates, Store, StoreError, open_slates

T = TypeVar("T")

ROWS_TO_COPY: Final = 8192  # many together cost least; more would take long


class Books:
    def __init__(self, writer: Clerk, sync: Sync, trouble: Callable[[BaseException], None]) -> None:
        """`trouble` hears of what was on a slate and could not be copied."""
        self._writer = writer
        self._sync = sync
        self._trouble = trouble
        self._slates: Slates | None = None
        self._posted = 0  # to the book, and not done yet
        self._copying = False
        self._waiters: list[asyncio.Future[None]] = []
        self.healthy = True  # the book took the last thing that it was given

    async def begin(self) -> None:
        """Before anything else. What a killed server left on its slates is copied first."""
        await self._writer.do(lambda store: None)  # if it is no store, it gets no slates either
        self._slates = open_slates(self._writer.url)

    def write(self, batch: Batch, done: Callable[[BaseException | None], None]) -> None:
        """`done(error)` is called as soon as nothing can undo it: often before this returns."""
        if self._slates is None or self._sync == "commit" or self._posted:
            rows, finished, closed = batch
            self._post(
                lambda store: store.append(rows, finished=finished, closed=closed),
                lambda _, error: done(error),
            )
            return
        slate = self._slates.current
        try:
            slate.write(batch)
        except StoreError as error:
            self.healthy = False
            done(error)
            return
        done(None)
        if batch.finished or len(slate.batch.rows) >= ROWS_TO_COPY:
            self.copy()

    def sync(self) -> None:
        """What is on the slate to the disk itself, while play goes on: every second."""
        if self._slates is not None and not self._slates.current.clean and not self._posted:
            slate = self._slates.current
            self._writer.post(lambda store: slate.sync(), self._have_synced)

    def copy(self) -> None:
        """What is on the slate into the book, while play goes on."""
        if self._slates is None or self._posted or self._copying:
            return
        slate = self._slates.turn()
        if slate is None:
            return
        self._copying = True
        self._writer.post(lambda store: _copied(store, [slate]), self._have_copied)

    def _have_synced(self, _: None, error: BaseException | None) -> None:
        if error is not None:
            self.healthy = False
            self._trouble(error)

    def _have_copied(self, fenced: list[Fenced] | None, error: BaseException | None) -> None:
        self._copying = False
        self.healthy = error is None
        self._release(error)
        for trouble in [error] if error else fenced or ():
            self._trouble(trouble)

    async def matches_copied(self) -> None:
        """Until the matches that were written are in the book, for whoever reads it there."""
        while self._slates is not None and self._slates.have_matches:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            self.copy()
            await waiter

    def _release(self, error: BaseException | None) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            settle(waiter, None, error)

    async def do(self, job: Callable[[Store], T]) -> T:
        """With the book, after all that was written; give or raise what came of it."""
        return await answer_to(job, self._post)

    async def close(self) -> None:
        """With clean slates, if the store takes what is on them; else the next server finds it."""
        try:
            await self.do(lambda store: None)
        except StoreError as error:
            self._trouble(error)
        if self._slates is not None:
            self._slates.close()

    def _post(self, job: Job, done: Done) -> None:
        fenced: list[Fenced] = []

        def after_the_slates(store: Store) -> Any:
            if self._slates is not None:
                fenced.extend(_copied(store, self._slates.written()))
            return job(store)

        def finished(result: Any, error: BaseException | None) -> None:
            self._posted -= 1
            self.healthy = error is None or isinstance(error, Fenced)
            self._release(None if self.healthy else error)
            done(result, error)
            for lost in fenced:
                self._trouble(lost)

        self._posted += 1
        self._writer.post(after_the_slates, finished)


def _copied(store: Store, slates: Iterable[Slate]) -> list[Fenced]:
    """Into the book, and wiped. Gives what found no place there."""
    fenced = []
    for slate in slates:
        try:
            store.copy(slate)
        except Fenced as error:
            fenced.append(error)
    return fenced
