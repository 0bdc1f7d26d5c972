"""Each match is counted once: by processes that are killed in the middle, and by two at a time."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from brouhaha.club import pages
from brouhaha.club.showing import Showing
from brouhaha.store import ArchivedMatch, Store
from tests.club.test_counting import check, count_all

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

# Counts everything, one match at a time; `dies`: between the rows and the end of a transaction.
COUNT = """
import os, signal, sys
from datetime import UTC
from brouhaha.club import counting
from brouhaha.club.ledger import Ledger
from brouhaha.store import open_store

url, dies = sys.argv[1], int(sys.argv[2])
save, saved = Ledger.save, 0

def save_and_die(ledger):
    global saved
    save(ledger)
    saved += 1
    if saved == dies:
        os.kill(os.getpid(), signal.SIGKILL)

Ledger.save = save_and_die
print("ready", flush=True)
sys.stdin.readline()
with open_store(url) as store:
    while (found := counting.find_uncounted(store, 1)).noted:
        counting.count_found(store, found, UTC)
"""


def counting_process(url: str, dies: int = 0) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", COUNT, url, str(dies)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def status(process: subprocess.Popen[str]) -> int:
    """When it has ended."""
    process.communicate(timeout=60)
    return process.returncode


def test_a_process_killed_while_it_counts_leaves_nothing_half_counted(
    store: Store, url: str, archive: list[ArchivedMatch]
) -> None:
    for match in archive:
        store.finish(match)
    for dies in (1, 4):
        process = counting_process(url, dies)
        go(process)
        assert status(process) == -signal.SIGKILL
    counted = pages.club(Showing(store.database, "seated", str)).matches
    assert counted == 3  # none of the first process, which died in its first
    assert len(store.database.rows("SELECT match_id FROM uncounted")) == len(archive) - 3
    count_all(store)
    check(store, archive)


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True, scope="session")
def test_two_processes_count_each_match_once(
    store: Store, url: str, archive: list[ArchivedMatch]
) -> None:
    for match in archive:
        store.finish(match)
    both = [counting_process(url), counting_process(url)]
    for process in both:
        go(process)
    assert [status(process) for process in both] == [0, 0]
    count_all(store)  # ladders that were counted out of order
    check(store, archive)
