"""A thread with a store of its own: one job after another, each result back on the event loop.

After an error that is not about single tables the store is opened anew for the next job: a broken
connection stays broken, and a disk that was full may have space again.
A store that does not answer at all holds the thread up: `busy_for` tells, and `close` does not
wait for it for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from brouhaha.engine.errors import named
from brouhaha.store import Store, StoreError, TablesRefused, open_store

T = TypeVar("T")
Job = Callable[[Store], T]
Jobs = SimpleQueue[tuple[Job[Any], asyncio.Future[Any]] | None]


class StoreWorker:
    def __init__(self, name: str, url: str, *, read_only: bool = False) -> None:
        self.url = url
        self._read_only = read_only
        self._loop = asyncio.get_running_loop()
        self._jobs: Jobs = SimpleQueue()
        self._store: Store | None = None
        self._began: float | None = None  # the job that is done now
        self._thread = Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Job[T]) -> asyncio.Future[T]:
        """Do it after the jobs before it; the future has what it returned or raised."""
        result: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, result))
        return result

    @property
    def thread(self) -> int:
        """The ident of the thread."""
        return self._thread.ident or 0

    @property
    def busy_for(self) -> float:
        """Seconds that the job which is done now has taken so far."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    async def close(self, within: float) -> bool:
        """After the jobs that were submitted. False: they were not done in so many seconds; the
        thread is left to itself, and ends with the process."""
        self._jobs.put(None)
        give_up = time.monotonic() + within
        while self._thread.is_alive() and time.monotonic() < give_up:
            await asyncio.sleep(0.005)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (submitted := self._jobs.get()) is not None:
            self._do(*submitted)
        self._drop_store()

    def _do(self, job: Job[Any], result: asyncio.Future[Any]) -> None:
        if result.cancelled():  # nobody is waiting any more
            return
        self._began = time.monotonic()
        outcome = self._tried(job)
        with suppress(RuntimeError):  # the loop has closed: nobody is waiting
            self._loop.call_soon_threadsafe(_settle, result, *outcome)
        self._sort_journal()
        self._began = None

    def _sort_journal(self) -> None:
        """Once the result is on its way. What fails here fails again for the next job."""
        if self._store is not None and not self._read_only:
            with suppress(StoreError):
                self._store.file()

    def _tried(self, job: Job[Any]) -> tuple[Any, Exception | None]:
        try:
            if self._store is None:
                self._store = open_store(self.url, read_only=self._read_only)
            return job(self._store), None
        except TablesRefused as error:
            return None, error
        except Exception as error:
            if isinstance(error, StoreError):
                self._drop_store()
            return None, error
        except BaseException as error:  # a job plays games: the thread goes on whatever they raise
            return None, RuntimeError(named(error))

    def _drop_store(self) -> None:
        if self._store is not None:
            with suppress(StoreError):
                self._store.close()
        self._store = None


def _settle(result: asyncio.Future[T], value: T, error: Exception | None) -> None:
    if result.done():  # whoever asked has gone
        return
    if error is None:
        result.set_result(value)
    else:
        result.set_exception(error)
