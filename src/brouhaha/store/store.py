"""The store: one way in (`append`), several ways to look.

A `Store` is one connection, used by one thread at a time; another thread opens another one, which
takes a millisecond or so. What streams (`load_all_open`, `finished`) reads one snapshot over a
connection of its own, so that writing may go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from types import TracebackType
from typing import Final, Self

from brouhaha.store import log, matches
from brouhaha.store.database import Conflict, Database
from brouhaha.store.errors import Fenced
from brouhaha.store.opening import connect
from brouhaha.store.records import (
    Batch,
    Closing,
    Expired,
    Finished,
    Played,
    Row,
    Stats,
    Summary,
)
from brouhaha.store.schema import migrate
from brouhaha.store.slate import Slate

# When to file: many rows together cost least; many commits of few take long, and somebody waits.
ROWS_TO_FILE: Final = 4096
COMMITS_TO_FILE: Final = 256
EXPIRED: Final = "IN (SELECT id FROM {0} WHERE {1} < ? ORDER BY {1} LIMIT ?)"


def open_store(url: str, *, read_only: bool = False) -> Store:
    """Open a store, or make one, and migrate it to what this release writes."""
    database = connect(url, read_only=read_only)
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return Store(url, database)


class Store:
    """What `open_store` gives."""

    def __init__(self, url: str, database: Database) -> None:
        self._url = url
        self._database = database
        self._rows = self._bytes = self._commits = 0
        self._unfiled = 0, 0  # rows and commits that were written to the journal here

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    # Writing

    def append(
        self,
        rows: Sequence[Row] = (),
        *,
        finished: Sequence[Finished] = (),
        closed: Sequence[Closing] = (),
    ) -> None:
        """Write down what was accepted at any number of tables, in one commit.

        With it go the matches that those inputs ended, and the tables they closed (and when).
        Raises `Fenced` if another writer was faster at some tables: nothing of this batch is
        written for those, and everything for the others.
        """
        if rows or finished or closed:
            self._append(Batch(rows, finished, closed), log.write)

    def _append(self, batch: Batch, write: log.Write) -> None:
        try:
            self._commit(batch, write)
        except Conflict:
            self._commit_apart(batch, write)

    def copy(self, slate: Slate) -> None:
        """Write down what is on a slate, and wipe it. Raises `Fenced` as `append` does, but not for
        what is in the store already, because the slate could not be wiped last time."""
        batch, fenced = slate.batch, list[str]()
        try:
            self._append(batch, log.write_filed)
        except Fenced as error:
            fenced = [table for table in error.tables if not self._has(batch.of(table).rows)]
        slate.wipe()
        if fenced:
            raise Fenced(fenced)

    def _has(self, rows: Sequence[Row]) -> bool:
        """Some entries of one table."""
        first = rows[0].entry
        return self.entries(rows[0].table)[first : first + len(rows)] == rows

    def finish(self, match: Finished) -> None:
        """Keep a finished match. To finish it again, as after a crash, changes nothing."""
        self.append(finished=[match])

    def close_table(self, table: str, at: int) -> None:
        """It is not open any more; its log stays until it expires."""
        self.append(closed=[(table, at)])

    def file(self, *, now: bool = False) -> None:
        """Sort the journal by table, if it has grown enough since the last time.

        Nobody has to: what is read is the same. A table that is not filed takes longer to read.
        """
        rows, commits = self._unfiled
        if now or rows >= ROWS_TO_FILE or commits >= COMMITS_TO_FILE:
            with self._database.transaction():
                log.file(self._database)
            self._unfiled = 0, 0

    def expire(self, *, tables_before: int, matches_before: int, most: int = 1000) -> Expired:
        """Forget tables closed, and matches ended, before a time. At most `most` of each, so that
        a writer waits for milliseconds: call again until it gives less."""
        tables = f"DELETE FROM tables WHERE id {EXPIRED.format('tables', 'closed')}"
        ended = f"DELETE FROM matches WHERE id {EXPIRED.format('matches', 'ended')}"
        with self._database.transaction():
            log.file(self._database)  # what is left of a table is on its pages, and goes with it
            return Expired(
                self._database.run(tables, [tables_before, most]),
                self._database.run(ended, [matches_before, most]),
            )

    def _commit(self, batch: Batch, write: log.Write) -> None:
        spans = log.spans(batch.rows)
        with self._database.transaction():
            if batch.rows:
                write(self._database, batch.rows, spans)
            for match in batch.finished:
                matches.write(self._database, match)
            for table, at in batch.closed:
                sql = "UPDATE tables SET closed = ? WHERE id = ? AND closed IS NULL"
                self._database.run(sql, [at, table])
        if write is log.write:
            self._unfiled = self._unfiled[0] + len(batch.rows), self._unfiled[1] + 1
        self._commits += 1
        self._rows += len(batch.rows)
        self._bytes += sum(len(row.payload) for row in batch.rows)

    def _commit_apart(self, batch: Batch, write: log.Write) -> None:
        """Somebody's key is taken: find out whose, so that the other tables do not suffer."""
        fenced = []
        for table in batch.tables():
            try:
                self._commit(batch.of(table), write)
            except Conflict:
                fenced.append(table)
        if fenced:
            raise Fenced(fenced)

    # Tables

    def open_tables(self) -> list[str]:
        """The tables that are not closed, in the order in which they were opened."""
        sql = "SELECT id FROM tables WHERE closed IS NULL ORDER BY opened, id"
        return [table for (table,) in self._database.rows(sql)]

    def entries(self, table: str) -> list[Row]:
        """A table's log; nothing for a table that is not there."""
        with self._database.snapshot():
            return log.of_table(self._database, table)

    def load_all_open(self) -> Iterator[tuple[str, list[Row]]]:
        """Every open table with its whole log, in one sweep."""
        with self.reading() as database:
            yield from log.of_all_open(database)

    # Matches

    def match(self, id: str) -> Finished | None:
        return matches.one(self._database, id)

    def matches(self, limit: int = 50, before: Summary | None = None) -> list[Summary]:
        """Finished matches, last ended first; the next page is what was `before` the last one."""
        return matches.page(self._database, limit, before)

    def results_by_player(self, name: str, limit: int = 100) -> list[Played]:
        """What players of that name played, last ended first. Case and the way accents are
        composed make no difference."""
        return matches.of_player(self._database, name, limit)

    def finished(self) -> Iterator[Finished]:
        """All finished matches with their logs, first ended first."""
        with self.reading() as database:
            yield from matches.all_of(database)

    # Figures

    def stats(self) -> Stats:
        sql = """SELECT (SELECT count(*) FROM tables WHERE closed IS NULL),
            (SELECT count(*) FROM tables), (SELECT count(*) FROM matches)"""
        open_tables, tables, finished = self._database.rows(sql)[0]
        size = self._database.disk_bytes()
        written = self._rows, self._bytes, self._commits
        return Stats(open_tables, tables, finished, size, *written)

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """One moment of the store, over a connection of its own."""
        with closing(connect(self._url, read_only=True)) as database, database.snapshot():
            yield database
