"""Out of one store and into another: exports for people and programs, back-ups of everything."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import BinaryIO

import msgspec

from brouhaha.store.errors import NotAStore
from brouhaha.store.opening import connect
from brouhaha.store.records import ArchivedMatch
from brouhaha.store.schema import COLUMNS, migrate, steps_taken
from brouhaha.store.store import Store


def export_matches(store: Store, out: BinaryIO) -> int:
    """Every finished match as a line of JSON, first ended first; its `log` can be replayed."""
    lines = 0
    for match in store.finished():
        out.write(msgspec.json.encode(match) + b"\n")
        lines += 1
    return lines


def import_matches(store: Store, lines: Iterable[bytes]) -> int:
    """Take an export in; matches that are there already stay as they are. Gives the number read.

    A line that is no match raises `ValueError` with its number; those before it are kept.
    """
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            match = msgspec.json.decode(line, type=ArchivedMatch)
        except msgspec.MsgspecError as error:
            raise ValueError(f"line {number}: {error}") from None
        store.finish(match)
    return number


def back_up(store: Store, target_url: str) -> None:
    """Copy a whole store as it is at this moment into an empty one, of either kind.

    Play may go on meanwhile. The copy is all there or not at all.
    """
    with closing(connect(target_url, read_only=False)) as target:
        if steps_taken(target):
            raise NotAStore("a back-up goes into an empty place; this one holds a store")
        migrate(target)
        with store.reading() as source, target.transaction():
            for table, columns in COLUMNS.items():
                rows = source.stream(f"SELECT {', '.join(columns)} FROM {table}")
                target.insert(table, columns, rows)
