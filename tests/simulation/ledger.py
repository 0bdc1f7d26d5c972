"""What is on the disk, by table: kept beside the server, from the bytes that reach its files.

It is what the laws hold the server against: a frame may be shown when its entries are here, an
entry is written once, and a restart must find exactly this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from msgspec import msgpack

from brouhaha.store import Row
from tests.simulation.violation import Violation

CLOSED: Final = b'{"type":"closed"}'
HEAD_BYTES: Final = 12  # of a record of the write-ahead log
_record: Final = msgpack.Decoder(
    tuple[list[Row], list[bytes], list[tuple[str, int]], list[tuple[str, str]]]
).decode

ONE_WRITER = "one writer an entry"
KEPT = "what was written is kept"


class Ledger:
    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.written_at: dict[str, list[float]] = {}
        self.closed: set[str] = set()
        self.refused: set[str] = set()  # tables of which the store did not take everything
        self._together: dict[str, set[str]] = defaultdict(set)  # tables that stand or fall so
        self._in_store: dict[str, dict[int, bytes]] = defaultdict(dict)

    def wrote_record(self, record: bytes, now: float) -> list[Row]:
        """One record of the write-ahead log is whole in its file."""
        rows, _, _, together = _record(record[HEAD_BYTES:])
        for one, other in together:
            self._together[one].add(other)
        self._wrote(rows, now)
        return rows

    def stored(self, rows: Iterable[Row], now: float) -> None:
        """A transaction of the store has been committed."""
        rows = list(rows)
        for row in rows:
            self._in_store[row.table][row.entry] = row.payload
        self._wrote(rows, now)

    def _wrote(self, rows: Iterable[Row], now: float) -> None:
        for row in rows:
            table, entry, payload = row.table, row.entry, row.payload
            log = self.logs.setdefault(table, [])
            if entry == len(log):
                log.append(payload)
                if payload == CLOSED:
                    self.closed.add(table)
                self.written_at.setdefault(table, []).append(now)
            elif entry > len(log) and table not in self.refused:
                raise Violation(ONE_WRITER, f"{table}: entry {entry} leaves a gap at {len(log)}")
            elif entry < len(log) and log[entry] != payload:
                raise Violation(
                    ONE_WRITER, f"{table}: entry {entry} was {log[entry]!r}, now {payload!r}"
                )

    def refuse(self, table: str) -> None:
        """The store does not take what this table has written, nor what was to stand with it."""
        self.refused |= {table, *self._together[table]}

    def cleared(self, rows: Iterable[Row]) -> None:
        """The write-ahead log has forgotten these: the store must have them, or have refused them."""
        for row in rows:
            table, entry, payload = row.table, row.entry, row.payload
            if self._in_store[table].get(entry) == payload:
                continue
            if table in self.refused:
                self.lost_after(table, min(entry, self.entries(table)))
            else:
                raise Violation(KEPT, f"{table}: entry {entry} is in no file any more: {payload!r}")

    def entries(self, code: str) -> int:
        return len(self.logs.get(code, ()))

    def open_tables(self) -> set[str]:
        return set(self.logs) - self.closed

    def lost_after(self, code: str, entries: int) -> None:
        """A power cut took what came after so many entries."""
        self.closed.discard(code)
        if entries:
            del self.logs[code][entries:], self.written_at[code][entries:]
        else:
            self.logs.pop(code, None)
            self.written_at.pop(code, None)
