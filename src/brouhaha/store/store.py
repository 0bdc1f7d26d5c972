"""The store: one way in (`append`), several ways to look.

A `Store` is one connection, used by one thread at a time; another thread opens another one, which
takes a millisecond or so. What streams (`load_all_open`, `finished`) reads one snapshot over a
connection of its own, so that writing may go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from types import TracebackType
from typing import Final, Self

from brouhaha.store import boxes, log, matches
from brouhaha.store.boxes import StoredBox
from brouhaha.store.coded_logs import CodedLogs
from brouhaha.store.database import Conflict, Database
from brouhaha.store.errors import (
    Fenced,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    TablesRefused,
)
from brouhaha.store.opening import connect
from brouhaha.store.records import (
    ArchivedMatch,
    Closing,
    Commit,
    Expired,
    MatchSummary,
    Played,
    Row,
    Stats,
    pack,
)
from brouhaha.store.schema import COLUMNS, migrate

# When to file: many rows together cost least; many commits of few take long, and somebody waits.
ROWS_TO_FILE: Final = 4096
COMMITS_TO_FILE: Final = 256
# The store's own trouble: no table's entries are to blame for it.
OUT_OF_REACH: Final = (StoreUnreachable, StoreLocked, StoreReadOnly, StoreFull)
EXPIRY_LOCK: Final = 0x62726F76  # any number that other programs are unlikely to use
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
        # Of people who play with the real box; and of those who meet at many tables.
        self.sheets = CodedLogs(database, "sheet")
        self.tournaments = CodedLogs(database, "tournament")
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

    @property
    def database(self) -> Database:
        """The connection itself, for the club's own rows."""
        return self._database

    def ping(self) -> None:
        """Does it answer?"""
        self._database.rows("SELECT 1")

    # Writing

    def append(
        self,
        rows: Sequence[Row] = (),
        *,
        finished: Sequence[ArchivedMatch] = (),
        closed: Sequence[Closing] = (),
    ) -> None:
        """Write down what was accepted at any number of tables, in one commit.

        With it go the matches that those inputs ended, and the tables they closed (and when).
        Raises `Fenced` if another writer was faster at some tables, and `TablesRefused` if what
        some of them wrote cannot be stored: nothing of this commit is written for those, and
        everything for the others.
        """
        self.write(Commit(rows, finished, closed))

    def write(self, commit: Commit) -> None:
        """The same, for a commit; tables that stand or fall together are refused together."""
        if commit.rows or commit.finished or commit.closed:
            self._append(commit, log.write)

    def _append(self, commit: Commit, write: log.Write) -> None:
        error = self._error_of(commit, write)
        refused = dict(self._write_parts(commit, write)) if error is not None else {}
        if error is None or not refused:
            return  # at once, or in parts
        if all(isinstance(one, Conflict) for one in refused.values()):
            raise Fenced(refused) from None
        if len(refused) == len(commit.tables()) and not self._takes_anything():
            raise error
        raise TablesRefused(refused) from error

    def _error_of(self, commit: Commit, write: log.Write) -> StoreError | None:
        """None: it is written. The store's own trouble is raised."""
        try:
            self._commit(commit, write)
        except OUT_OF_REACH:
            raise
        except StoreError as error:
            return error
        return None

    def _write_parts(self, commit: Commit, write: log.Write) -> Iterator[tuple[str, StoreError]]:
        """A commit failed: find the tables that it is about, by halves, so that the others do not
        suffer. Gives those that are not written, and why. What cannot be parted is tried twice by
        itself: what does not happen again was no table's fault."""
        units = commit.units()
        middle = len(units) // 2
        for part in (units[:middle], units[middle:]):
            half = commit.of(*(table for unit in part for table in unit))
            error = self._error_of(half, write) if part else None
            if error is not None and len(part) > 1:
                yield from self._write_parts(half, write)
            elif error is not None and (again := self._error_of(half, write)) is not None:
                yield from dict.fromkeys(part[0], again).items()

    def _takes_anything(self) -> bool:
        """Of any table at all: a row goes in and out again."""
        try:
            with self._database.transaction():
                self._database.insert("journal", COLUMNS["journal"], [(pack([]),)])
                self._database.run("DELETE FROM journal WHERE entries = ?", [pack([])])
        except StoreError:
            return False
        return True

    def take_in(self, commit: Commit) -> None:
        """Write down what a write-ahead log holds. Raises as `append` does, but not for what is in
        the store already: a server may be killed before it clears that log."""
        try:
            self._append(commit, log.write_filed)
        except TablesRefused as error:
            refused = [table for table in error.tables if not self._has(commit.of(table).rows)]
            if refused:
                raise type(error)(refused) from error.__cause__

    def _has(self, rows: Sequence[Row]) -> bool:
        """Some entries of one table."""
        first = rows[0].entry
        with suppress(StoreDamaged):
            return self.entries(rows[0].table)[first : first + len(rows)] == rows
        return False

    def finish(self, match: ArchivedMatch) -> None:
        """Keep a finished match from elsewhere. One that is there already stays as it is."""
        self.append(finished=[matches.checked(match)])

    def file(self, *, now: bool = False) -> None:
        """Sort the journal by table, if it has grown enough since the last time.

        Nobody has to: what is read is the same. A table that is not filed takes longer to read.
        """
        rows, commits = self._unfiled
        if now or rows >= ROWS_TO_FILE or commits >= COMMITS_TO_FILE:
            with self._database.transaction():
                log.file(self._database)
            self._unfiled = 0, 0

    def may_expire(self) -> bool:
        """Is it this process that forgets what is old? One at a time does, until its connection
        to the database ends."""
        return self._database.try_lock(EXPIRY_LOCK)

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

    def _commit(self, commit: Commit, write: log.Write) -> None:
        spans = log.spans(commit.rows)
        with self._database.transaction():
            if commit.rows:
                write(self._database, commit.rows, spans)
            for match in commit.finished:
                matches.write(self._database, match)
            for table, at in commit.closed:
                sql = "UPDATE tables SET closed = ? WHERE id = ? AND closed IS NULL"
                self._database.run(sql, [at, table])
        if write is log.write:
            self._unfiled = self._unfiled[0] + len(commit.rows), self._unfiled[1] + 1
        self._commits += 1
        self._rows += len(commit.rows)
        self._bytes += sum(len(row.payload) for row in commit.rows)

    # Tables

    def open_tables(self) -> list[str]:
        """The tables that are not closed, in the order in which they were opened."""
        sql = "SELECT id FROM tables WHERE closed IS NULL ORDER BY opened, id"
        return [table for (table,) in self._database.rows(sql)]

    def known_tables(self, tables: Sequence[str]) -> set[str]:
        """Of which of these anything is kept: a log, a finished match, a sheet or a tournament."""
        if not tables:
            return set()
        among = f"IN ({', '.join('?' * len(tables))})"
        sql = f"""SELECT id FROM tables WHERE id {among}
            UNION SELECT table_id FROM matches WHERE table_id {among}
            UNION SELECT id FROM sheets WHERE id {among}
            UNION SELECT id FROM tournaments WHERE id {among}"""
        return {table for (table,) in self._database.rows(sql, [*tables] * 4)}

    def written(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries each of these has."""
        if not tables:
            return {}
        sql = f"SELECT id, written FROM tables WHERE id IN ({', '.join('?' * len(tables))})"
        return dict(self._database.rows(sql, tables))

    def entries(self, table: str) -> list[Row]:
        """A table's log; nothing for a table that is not there."""
        with self._database.snapshot():
            return log.of_table(self._database, table)

    def load_all_open(self) -> Iterator[tuple[str, list[Row]]]:
        """Every open table with its whole log, in one sweep."""
        with self.reading() as database:
            yield from log.of_all_open(database)

    # Matches

    def match(self, id: str) -> ArchivedMatch | None:
        return matches.one(self._database, id)

    def matches(self, limit: int = 50, before: MatchSummary | None = None) -> list[MatchSummary]:
        """Finished matches, last ended first; the next page is what was `before` the last one."""
        return matches.page(self._database, limit, before)

    def results_by_player(self, name: str, limit: int = 100) -> list[Played]:
        """What players of that name played, last ended first. Case and the way accents are
        composed make no difference."""
        return matches.of_player(self._database, name, limit)

    def first_matches(self, tables: Sequence[str]) -> dict[str, MatchSummary]:
        """Of each of these tables the match that ended first, if one has."""
        return matches.first_of(self._database, tables)

    def finished(self) -> Iterator[ArchivedMatch]:
        """All finished matches with their logs, first ended first."""
        with self.reading() as database:
            yield from matches.all_of(database)

    # Boxes that people typed in

    def keep_box(self, box: StoredBox) -> None:
        boxes.keep_box(self._database, box)

    def box(self, id: str) -> StoredBox | None:
        return boxes.box(self._database, id)

    def boxes(self, game: str, most: int) -> list[StoredBox]:
        return boxes.boxes(self._database, game, most)

    def box_count(self) -> int:
        return boxes.box_count(self._database)

    def drop_box(self, id: str) -> None:
        boxes.drop_box(self._database, id)

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
