"""What one table adds to a commit."""

from __future__ import annotations

from msgspec import Struct

from brouhaha.table import Table, TableCommit


class Part(Struct, frozen=True):
    """One table's part of a commit."""

    table: Table
    commit: TableCommit
