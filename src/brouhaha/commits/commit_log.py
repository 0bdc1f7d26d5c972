"""Where a commit goes and when it counts: into the write-ahead log at once, later into the store.

Without a write-ahead log (PostgreSQL), or if it is not to be used (`sync = "commit"`), a commit
goes straight into the store. The worker's thread has the store. A job that is submitted to it runs
after everything in the write-ahead log has been copied, and until it is done no commit goes into
that log: so the store always has a table's entries in order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeVar

from brouhaha.commits.sqlite_wal import keep_damaged
from brouhaha.commits.wal import Wal, checkpoint, open_wal, sync_all
from brouhaha.commits.wal_file import Damage, WalFull
from brouhaha.commits.worker import Job, StoreWorker
from brouhaha.store import (
    Commit,
    Store,
    StoreError,
    StoreUnreachable,
    TablesRefused,
    sqlite_path,
)

T = TypeVar("T")
Sync = Literal["second", "commit"]  # when a commit must be on the disk itself

ROWS_TO_CHECKPOINT: Final = 8192  # many rows together cost least; more would take long
ANSWERS_WITHIN: Final = 5.0  # seconds; what the server asks for takes milliseconds
BYTES_TO_CHECKPOINT: Final = 4 << 20  # a quarter of a file: what is written meanwhile finds room


class CommitLog:
    def __init__(
        self, worker: StoreWorker, sync: Sync, checkpoint_failed: Callable[[Exception], None]
    ) -> None:
        """`checkpoint_failed` hears why something could not be copied into the store."""
        self._worker = worker
        self._sync = sync
        self._checkpoint_failed = checkpoint_failed
        self._wal: Wal | None = None
        self._refused: list[TablesRefused] = []  # while copying, not reported yet
        self._in_store = 0  # jobs that were submitted to the store and are not done
        self._checkpoint: asyncio.Future[None] | None = None  # the one that is under way
        self.damage: list[Damage] = []  # what a restart could not read
        self._begun = False  # the store could be opened
        self._wrote = True  # the last write succeeded
        self._gone: Path | None = None  # a file that somebody took away under us

    async def begin(self) -> None:
        """Before anything else: what a killed server left in its write-ahead log is copied."""
        path = sqlite_path(self._worker.url)
        damage = keep_damaged(path) if path is not None else None
        await self._worker.submit(lambda store: None)  # no files beside what is not a store
        self._wal = wal = open_wal(self._worker.url)
        if wal is not None:
            self.damage = [*([damage] if damage is not None else []), *wal.damage]
            self._refused += await self._worker.submit(wal.take_in_what_was_left)
            self._report(None)
        self._begun = True

    @property
    def healthy(self) -> bool:
        """The last write succeeded, and went where the next server will look for it; and the store
        answers."""
        return self._wrote and self._gone is None and self._worker.busy_for < ANSWERS_WITHIN

    # Writing

    def write(self, commit: Commit) -> asyncio.Future[None] | None:
        """None: it counts already. A future: it counts when that is done. Raises `StoreError` if
        nothing of it was written."""
        wal = self._wal
        if wal is None or self._sync == "commit" or self._in_store:
            return self._to_store(commit)
        file = wal.current
        try:
            file.write(commit)
        except WalFull:
            return self._to_store(commit)
        except StoreError:
            self._wrote = False
            raise
        many = file.rows >= ROWS_TO_CHECKPOINT or file.size >= BYTES_TO_CHECKPOINT
        if many or commit.finished:
            self.checkpoint()
        return None

    def _to_store(self, commit: Commit) -> asyncio.Future[None]:
        return self._submit(lambda store: store.write(commit))

    def sync(self) -> None:
        """Bring the write-ahead log to the disk itself, while play goes on: every second."""
        if self._wal is None:
            self._look_whether_it_answers()
            return
        self._look_for_files(self._wal)
        files = self._wal.written()  # both, if the older one could not be copied: in order
        if files and not self._in_store:
            self._worker.submit(lambda store: sync_all(files)).add_done_callback(self._synced)

    def _look_whether_it_answers(self) -> None:
        """A database that hangs is found out though nobody writes."""
        if not self._in_store and not self._worker.busy_for:
            self._worker.submit(lambda store: store.ping()).add_done_callback(self._synced)

    def _look_for_files(self, wal: Wal) -> None:
        """What is written to a file that was deleted or replaced is found by nobody."""
        gone = wal.gone()
        if gone is not None and gone != self._gone:
            self._report(StoreUnreachable(f"{gone} was deleted or replaced under the server"))
        self._gone = gone

    def _synced(self, done: asyncio.Future[None]) -> None:
        if done.exception() is not None:
            self._report(done.exception())

    # Into the store

    def checkpoint(self) -> asyncio.Future[None] | None:
        """Copy the write-ahead log into the store, while play goes on. None: nothing to copy, or
        a job that is already submitted will copy it."""
        if self._checkpoint is not None:
            return self._checkpoint
        file = self._wal.turn() if self._wal is not None and not self._in_store else None
        if file is None:
            return None
        copied = self._worker.submit(lambda store: checkpoint(store, [file], self._refused))
        copied.add_done_callback(self._checkpointed)
        self._checkpoint = copied
        return copied

    def _checkpointed(self, done: asyncio.Future[None]) -> None:
        self._checkpoint = None
        self._wrote = done.exception() is None
        self._report(done.exception())

    async def matches_stored(self) -> None:
        """Until every match that was written is in the store, for whoever reads it there."""
        while self._wal is not None and self._wal.holds_matches:
            await asyncio.shield(self.checkpoint() or self._submit(lambda store: None))
            await asyncio.sleep(0)  # one that was done already is noted as such only now

    async def do(self, job: Job[T]) -> T:
        """With the store, after everything that was written."""
        return await asyncio.shield(self._submit(job))

    def _submit(self, job: Job[T]) -> asyncio.Future[T]:
        def after_checkpoint(store: Store) -> T:
            if self._wal is not None:
                checkpoint(store, self._wal.written(), self._refused)
            return job(store)

        self._in_store += 1
        submitted = self._worker.submit(after_checkpoint)
        submitted.add_done_callback(self._done_in_store)
        return submitted

    def _done_in_store(self, done: asyncio.Future[T]) -> None:
        self._in_store -= 1
        self._wrote = done.exception() is None or isinstance(done.exception(), TablesRefused)
        self._report(None)  # of the job's own error whoever submitted it hears

    def _report(self, error: BaseException | None) -> None:
        if isinstance(error, Exception):
            self._wrote = False
            self._checkpoint_failed(error)
        while self._refused:
            self._checkpoint_failed(self._refused.pop())

    async def close(self) -> None:
        """The write-ahead log is empty afterwards, if the store takes what is in it. If not, the
        next server finds it."""
        try:
            if self._begun:
                await self.do(lambda store: None)
        except StoreError as error:
            self._report(error)
        if self._wal is not None:
            self._wal.close()
