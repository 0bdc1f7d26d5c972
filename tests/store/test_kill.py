"""kill -9 at random moments: what was acknowledged is there, and nothing is there by half."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from brouhaha.store import Store, open_store
from tests.store.samples import rows
from tests.store.writer import TABLES

pytestmark = pytest.mark.no_cover  # a killed process saves no trace: see tests/tracing.py

ROOT = Path(__file__).parents[2]
KILLS = 10
STARTING_TAKES = 0.4  # seconds, at most and about: a kill in that time meets a store being opened


def killed_writer(url: str, chance: random.Random) -> int | None:
    """Let a writer go on for some batches and a moment; the last batch it acknowledged."""
    acknowledged = chance.choice([0, 1, chance.randint(2, 30)])
    moment = chance.uniform(0, 0.01 if acknowledged else STARTING_TAKES)
    command = [sys.executable, "-m", "tests.store.writer", url]
    writer = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert writer.stdout
    with writer.stdout as out:
        lines = [out.readline() for _ in range(acknowledged)]
        time.sleep(moment)
        writer.kill()
        lines += [line for line in out if line.endswith("\n")]
    writer.wait()
    return int(lines[-1]) if lines else None


def whole_batches(store: Store) -> int:
    tables = dict(store.load_all_open())
    batches = len(tables.get(TABLES[0], []))
    assert tables == ({table: rows(table, 0, batches) for table in TABLES} if batches else {})
    assert {summary.id for summary in store.matches(limit=10**6)} == {
        f"m{batch}" for batch in range(batches)
    }
    return batches


def test_kill_9_loses_nothing_that_was_acknowledged(new_url: Callable[[], str]) -> None:
    url, chance, batches = new_url(), random.Random(4), 0
    for _ in range(KILLS):
        last = killed_writer(url, chance)
        acknowledged = batches if last is None else last + 1
        with open_store(url) as store:
            batches = whole_batches(store)
        if last is None:
            assert batches >= acknowledged
        else:
            assert batches - acknowledged in (0, 1)
