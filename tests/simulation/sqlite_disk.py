"""SQLite on the simulated disk: full, failing, or refusing what one table writes.

What it has committed goes into the ledger; what was not when the process died is undone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from brouhaha.store import Row
from brouhaha.store.database import Values
from brouhaha.store.records import unpack
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


class SimulatedDatabase(SqliteDatabase):
    def __init__(self, disk: Disk, path: Path, *, read_only: bool) -> None:
        self._disk = disk
        self._uncommitted: list[Row] = []
        super().__init__(path, read_only=read_only)

    def _connect(self, read_only: bool) -> Any:
        return SimulatedConnection(self._disk, super()._connect(read_only), self)

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Values]) -> None:
        rows = list(rows)
        super().insert(table, columns, rows)
        if table in ("journal", "pages"):
            for row in rows:
                self._uncommitted += unpack(row[-1])  # type: ignore[arg-type]

    def committed(self) -> None:
        self._disk.ledger.stored(self._uncommitted, self._disk.now)
        self._uncommitted.clear()

    def undone(self) -> None:
        self._uncommitted.clear()


class SimulatedConnection:
    """One of SQLite's, on that disk."""

    def __init__(
        self, disk: Disk, connection: sqlite3.Connection, database: SimulatedDatabase
    ) -> None:
        self.dead = False
        self._disk = disk
        self._connection = connection
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
        self._connection.close()


def _sqlite_error(why: str, code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError(why)
    error.sqlite_errorcode = code
    return error
