"""A thread with a store of its own: one job after another, the answer back on the loop.

After an error that is not a fence the store is opened anew for the next job: a connection that
broke stays broken, and a disk that was full may have space again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from brouhaha.store import Fenced, Store, StoreError, open_store

T = TypeVar("T")
Job = Callable[[Store], Any]
Done = Callable[[Any, BaseException | None], None]


async def answer_to(job: Callable[[Store], T], post: Callable[[Job, Done], None]) -> T:
    """Post it, and give or raise what came of it."""
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    post(job, lambda result, error: settle(answer, result, error))
    return await answer


def settle(answer: asyncio.Future[T], result: T, error: BaseException | None) -> None:
    if answer.done():  # whoever asked has gone
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


class Clerk:
    """`post` is for the quick way, with a callback; `do` is for everybody who can wait."""

    def __init__(self, name: str, url: str, *, read_only: bool = False) -> None:
        self.url = url
        self._read_only = read_only
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[tuple[Job, Done] | None] = SimpleQueue()
        self._store: Store | None = None
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def post(self, job: Job, done: Done) -> None:
        """Do it; `done(result, error)` is called on the loop."""
        self._jobs.put((job, done))

    async def do(self, job: Callable[[Store], T]) -> T:
        """Do it, and give or raise what came of it."""
        return await answer_to(job, self.post)

    async def close(self) -> None:
        """After the jobs that were posted."""
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _work(self) -> None:
        while (posted := self._jobs.get()) is not None:
            job, done = posted
            result, error = self._tried(job)
            with suppress(RuntimeError):  # the loop has closed: nobody is there to hear
                self._loop.call_soon_threadsafe(done, result, error)
            self._tidy_up()
        self._drop_store()

    def _tidy_up(self) -> None:
        """When whoever asked has had the answer. What fails here fails again for the next job."""
        if self._store is not None and not self._read_only:
            with suppress(StoreError):
                self._store.file()

    def _tried(self, job: Job) -> tuple[Any, BaseException | None]:
        try:
            if self._store is None:
                self._store = open_store(self.url, read_only=self._read_only)
            return job(self._store), None
        except Fenced as error:
            return None, error
        except Exception as error:
            if isinstance(error, StoreError):
                self._drop_store()
            return None, error

    def _drop_store(self) -> None:
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()
        self._store = None
