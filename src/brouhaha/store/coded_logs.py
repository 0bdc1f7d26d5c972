"""Logs that lie in the store and nowhere else, each under a code: sheets, tournaments.

Whoever writes on must know how many records there are, so that of two writers, in whatever
processes, one is told that the other was faster.
"""

from __future__ import annotations

from typing import NamedTuple

from brouhaha.store.database import Database


class CodedRecord(NamedTuple):
    payload: bytes
    at: int


class CodedLogs:
    """All logs of one kind: `sheet` has the tables `sheets` and `sheet_records`."""

    def __init__(self, database: Database, kind: str) -> None:
        self._database = database
        self._logs = f"{kind}s"
        self._records = f"{kind}_records"
        self._id = f"{kind}_id"

    def open(self, code: str, payload: bytes, at: int) -> bool:
        """Its first record; False: the code is taken."""
        with self._database.transaction():
            sql = f"INSERT INTO {self._logs} (id, changed) VALUES (?, ?) ON CONFLICT DO NOTHING"
            if self._database.run(sql, [code, at]) != 1:
                return False
            return self._add(code, 0, payload, at)

    def write(self, code: str, number: int, payload: bytes, at: int) -> bool:
        """Record `number`; False: another writer was faster, or the one before it is missing."""
        with self._database.transaction():
            if self.length(code) != number:
                return False
            self._database.run(f"UPDATE {self._logs} SET changed = ? WHERE id = ?", [at, code])
            return self._add(code, number, payload, at)

    def _add(self, code: str, number: int, payload: bytes, at: int) -> bool:
        sql = f"""INSERT INTO {self._records} ({self._id}, number, payload, at)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"""
        return self._database.run(sql, [code, number, payload, at]) == 1

    def length(self, code: str) -> int:
        """How many records it has; 0: there is no such log."""
        sql = f"SELECT count(*) FROM {self._records} WHERE {self._id} = ?"
        count: int = self._database.rows(sql, [code])[0][0]
        return count

    def records(self, code: str, first: int = 0) -> list[CodedRecord]:
        """From the `first` one on. None of them: there is no such log, or no more of it."""
        sql = f"""SELECT payload, at FROM {self._records} WHERE {self._id} = ? AND number >= ?
            ORDER BY number"""
        found = self._database.rows(sql, [code, first])
        return [CodedRecord(bytes(payload), at) for payload, at in found]

    def changed_since(self, at: int) -> list[str]:
        """The codes of those on which somebody has written since."""
        sql = f"SELECT id FROM {self._logs} WHERE changed >= ? ORDER BY changed, id"
        return [code for (code,) in self._database.rows(sql, [at])]

    def count(self) -> int:
        count: int = self._database.rows(f"SELECT count(*) FROM {self._logs}")[0][0]
        return count

    def expire(self, before: int, most: int) -> int:
        """Forget those on which nobody has written since; gives their number."""
        sql = f"""DELETE FROM {self._logs} WHERE id IN
            (SELECT id FROM {self._logs} WHERE changed < ? ORDER BY changed LIMIT ?)"""
        with self._database.transaction():
            return self._database.run(sql, [before, most])
