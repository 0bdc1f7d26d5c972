"""Rows and matches for tests, told apart by what the test says about them."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.store import ArchivedMatch, Row


def rows(table: str, first: int, number: int, *, by: str = "") -> list[Row]:
    return [
        Row(table, entry, f"{table}/{entry}/{by}".encode(), 1000 + entry)
        for entry in range(first, first + number)
    ]


def match(id: str, *, ended: int = 2000, **changes: Any) -> ArchivedMatch:
    fields: dict[str, Any] = {
        "id": id,
        "table": "T",
        "game": "now",
        "players": ["Ana", "Bo"],
        "result": msgspec.Raw(b'{"winners":[0]}'),
        "started": ended - 1000,
        "ended": ended,
        "log": msgspec.Raw(b'{"header":{},"entries":[],"now":0}'),
    }
    return ArchivedMatch(**fields | changes)
