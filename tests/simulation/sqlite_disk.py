"""SQLite on the simulated disk: full, failing, or refusing what one table writes.

What it has committed goes into the ledger; what was not when the process died is undone.

To open SQLite's file, read its schema and compile each statement anew took a fifth of a run. So there
is one file a process of the tests: its connections are kept from one run to the next (`Shelf`), and
what a run has written is deleted before the next one.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from brouhaha.store import Row, open_store
from brouhaha.store.database import Values
from brouhaha.store.records import unpack
from brouhaha.store.schema import VERSION_TABLE
from brouhaha.store.sqlite import SqliteDatabase
from tests.simulation.disk import Disk
from tests.simulation.timeline import Killed

ERRORS: Final = {
    "full": sqlite3.SQLITE_FULL,
    "failing": sqlite3.SQLITE_IOERR,
    "short": sqlite3.SQLITE_FULL,
    "hiccup": sqlite3.SQLITE_NOMEM,  # of the machine, and of no table
}
CHANGES: Final = ("BEGIN IMMEDIATE", "COMMIT", "INSERT", "UPDATE", "DELETE")
IN_MEMORY: Final = Path("/dev/shm")  # where there is one, its files cost no disk
CLOSED: Final = sqlite3.connect(":memory:")
CLOSED.close()
DAMAGED: Final = b"\xc1"  # which msgpack never writes


def new_folder() -> tempfile.TemporaryDirectory[str]:
    base = str(IN_MEMORY) if IN_MEMORY.is_dir() else None
    return tempfile.TemporaryDirectory(prefix="brouhaha-simulation-", dir=base)


class Shelf:
    """SQLite's file, as the first start of a server makes it, and connections to it that nobody uses."""

    def __init__(self) -> None:
        self._folder = new_folder()
        self._path = Path(self._folder.name) / "shelf.db"
        self._kept: dict[bool, list[sqlite3.Connection]] = defaultdict(list)
        with open_store(str(self._path)) as store:
            names = store.database.table_names() - {VERSION_TABLE}
        self._deletions = [f"DELETE FROM {name}" for name in sorted(names)]

    def take(self, read_only: bool) -> sqlite3.Connection:
        kept = self._kept[read_only]
        return kept.pop() if kept else SqliteDatabase(self._path, read_only=read_only)._connection

    def put_back(self, connection: sqlite3.Connection, read_only: bool) -> None:
        if connection.in_transaction:
            connection.rollback()
        self._kept[read_only].append(connection)

    def damage(self, code: str) -> set[str]:
        """Something of this table's log is other bytes now. Gives all tables that lose by it."""
        connection = self.take(read_only=False)
        for name in ("journal", "pages"):
            found = connection.execute(f"SELECT rowid, entries FROM {name} ORDER BY rowid")
            for row, entries in found.fetchall():
                tables = {each.table for each in _readable(entries)}
                if code in tables:
                    connection.execute(
                        f"UPDATE {name} SET entries = ? WHERE rowid = ?", [DAMAGED, row]
                    )
                    connection.commit()
                    self.put_back(connection, read_only=False)
                    return tables
        self.put_back(connection, read_only=False)
        return set()

    def empty(self) -> None:
        """As it was before the first run."""
        connection = self.take(read_only=False)
        for statement in ("BEGIN IMMEDIATE", *self._deletions, "COMMIT"):
            connection.execute(statement)
        self.put_back(connection, read_only=False)


@cache
def shelf() -> Shelf:
    return Shelf()


class SimulatedDatabase(SqliteDatabase):
    def __init__(self, disk: Disk, path: Path, *, read_only: bool) -> None:
        self._disk = disk
        self._uncommitted: list[Row] = []
        super().__init__(path, read_only=read_only)

    def _connect(self, read_only: bool) -> Any:
        return SimulatedConnection(self._disk, self, read_only)

    def _settle(self, read_only: bool) -> None:
        """The shelf's connections are."""

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """At once: what is half read when its reader dies would stay open in a kept connection."""
        return iter(self.rows(sql))

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Values]) -> None:
        rows = list(rows)
        super().insert(table, columns, rows)
        if table in ("journal", "pages"):
            for row in rows:
                self._uncommitted += _readable(row[-1])  # type: ignore[arg-type]

    def committed(self) -> None:
        self._disk.ledger.stored(self._uncommitted, self._disk.now)
        self._uncommitted.clear()

    def undone(self) -> None:
        self._uncommitted.clear()


class SimulatedConnection:
    """One of SQLite's, on that disk."""

    def __init__(self, disk: Disk, database: SimulatedDatabase, read_only: bool) -> None:
        self.dead = False
        self._disk = disk
        self._connection = shelf().take(read_only)
        self._read_only = read_only
        self._database = database
        self._writing = False  # else it only reads, which works on a full disk too
        disk.opened(self)

    def execute(self, sql: str, values: Values = ()) -> sqlite3.Cursor:
        self._writing |= sql == "BEGIN IMMEDIATE"
        if self.dead:
            raise Killed
        if self._writing and sql.startswith(CHANGES):
            self._check()
        done = self._connection.execute(sql, values)
        if sql == "COMMIT":
            self._database.committed()
        elif sql == "ROLLBACK":
            self._database.undone()
        if sql in ("COMMIT", "ROLLBACK"):
            self._writing = False
        return done

    def executemany(self, sql: str, rows: Any) -> sqlite3.Cursor:
        self._check()
        rows = list(rows)
        if self._disk.refused and any(self._disk.refused in row for row in rows):
            self._disk.ledger.refuse(self._disk.refused)
            raise _sqlite_error("too big", sqlite3.SQLITE_TOOBIG)
        return self._connection.executemany(sql, rows)

    def _check(self) -> None:
        if self.dead:
            raise Killed
        self._disk.step()
        trouble = self._disk.in_trouble()
        if trouble is not None:
            raise _sqlite_error(trouble, ERRORS[trouble])

    def close(self) -> None:
        connection, self._connection = self._connection, CLOSED
        if connection is not CLOSED:
            shelf().put_back(connection, self._read_only)


def _readable(entries: bytes) -> Sequence[Row]:
    return () if entries == DAMAGED else unpack(entries)


def _sqlite_error(why: str, code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError(why)
    error.sqlite_errorcode = code
    return error
