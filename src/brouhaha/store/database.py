"""What the store asks of a database: the little in which SQLite and PostgreSQL differ.

SQL is written once, with `?` for values and `{bytes}` for the few words of a dialect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from brouhaha.store.errors import StoreError

Values = Sequence[object]

LOCK_WAIT_MS = 5000  # whoever holds a lock that long (a migration, a person with a tool) is stuck


class Conflict(StoreError):
    """A key is taken, or what it refers to is not there. The store makes `Fenced` of it."""


class Database(Protocol):
    """One connection. Whatever fails raises a `StoreError`."""

    @property
    def words(self) -> Mapping[str, str]:
        """What the schema's `{bytes}` and `{clustered}` are called here."""

    def transaction(self) -> AbstractContextManager[None]:
        """All of the block or none of it; durable when the block has ended."""

    def snapshot(self) -> AbstractContextManager[None]:
        """All reads of the block see the same moment; writers are not held up."""

    def lock_schema(self) -> None:
        """Until the transaction ends, nobody else migrates."""

    def lock_club(self) -> None:
        """Until the transaction ends, nobody else changes what the club counts."""

    def try_lock(self, number: int) -> bool:
        """Is this lock ours, or free and ours from now on? Until the connection ends."""

    def table_names(self) -> set[str]: ...

    def run(self, sql: str, values: Values = ()) -> int:
        """Gives the number of rows it touched."""

    def run_many(self, sql: str, rows: Sequence[Values]) -> int:
        """The same for each of the rows' values; gives the number of rows touched in all."""

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Values]) -> None:
        """Many rows at once, in a transaction."""

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]: ...

    def stream(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Row by row, in a snapshot, however many there are."""

    def rewrite(self, tables: Sequence[str]) -> None:
        """Write these anew, outside of any transaction: nothing that was deleted or replaced is
        left on their pages. What only exists as one file is written anew whole."""

    def disk_bytes(self) -> int: ...

    def close(self) -> None: ...
