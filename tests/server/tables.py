"""Logs of tables in the middle of a match, made by tables themselves: no server, no waiting."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from brouhaha.store import Row, Store
from brouhaha.table import Table, codes, wire

BOTS = {"now": 3, "nimble": 3, "nono": 3}


def half_played(game: str, seed: int, seconds: float = 60.0, **options: Any) -> list[bytes]:
    """The log of a table with one person and bots, so long after the start of the match."""
    chance = Random(seed)
    table = Table.open("CODE", game, options, now=0.0, entropy=chance.randbytes)
    written = [*table.flush().entries]
    table.receive("Ana", wire.ClientInHello("CODE", name="Ana"), 0.0)
    for _ in range(BOTS[game]):
        table.receive("Ana", wire.ClientInSeatBot("steady"), 0.0)
    table.receive("Ana", wire.ClientInStart(), 0.0)
    while table.wakes_at is not None and table.wakes_at < seconds * 1000:
        if table.state.status != "playing":
            break
        table.wake(table.wakes_at)
        if table.dirty:
            commit = table.flush()
            written += commit.entries
            table.committed(commit, table.now)
    return written


def fill(store: Store, logs: list[list[bytes]], tables: int) -> list[str]:
    """So many open tables, each with one of these logs."""
    chance = Random(9)
    names = [codes.new_code(chance.randbytes) for _ in range(tables)]
    for number, name in zip(count(), names, strict=False):
        log = logs[number % len(logs)]
        store.append([
            Row(name, entry, payload.replace(b'"CODE"', b'"%s"' % name.encode()), 1)
            for entry, payload in enumerate(log)
        ])  # fmt: skip
    return names
