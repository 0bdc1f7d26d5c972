"""From the tables' batches to the store's rows."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from brouhaha import store
from brouhaha.store import Row
from brouhaha.table import FinishedMatch, Table, TableCommit


class Work(NamedTuple):
    table: Table
    batch: TableCommit


def to_write(work: list[Work], at: int) -> store.Batch | None:
    """What of the work is to be written, if anything."""
    batches = [batch for _, batch in work if batch.entries or batch.finished]
    if not batches:
        return None
    closed = [(batch.code, at) for table, batch in work if table.closed and batch.entries]
    rows = [
        Row(batch.code, entry, payload, at)
        for batch in batches
        for entry, payload in enumerate(batch.entries, batch.first)
    ]
    finished = [archived(batch.code, match, at) for batch in batches for match in batch.finished]
    return store.Batch(rows, finished, closed)


def archived(code: str, match: FinishedMatch, ended: int) -> store.Finished:
    """A finished match as the archive keeps it. It began its own length ago, pauses apart."""
    return store.Finished(
        id=match.replay,
        table=code,
        game=match.game,
        players=match.names,
        bots=match.bots,
        result=msgspec.Raw(msgspec.json.encode(match.result)),
        started=ended - int(match.log["now"]),
        ended=ended,
        log=msgspec.Raw(msgspec.json.encode(match.log)),
    )
