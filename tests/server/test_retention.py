"""Old tables and matches are forgotten in time, and a clock that jumped does not empty the archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brouhaha.server.settings import Settings
from brouhaha.server.tables.retention import A_DAY, HOURS, Retention, share_a_day
from brouhaha.store import Store, open_store
from tests.store.samples import match, rows

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

NOW = 1000 * A_DAY
YEARS = 3 * 365 * A_DAY


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "store.db")) as opened:
        yield opened


def fill(store: Store, number: int, *, ended: int) -> None:
    for one in range(number):
        store.finish(match(f"m{one}", ended=ended + one))
        store.append(rows(f"T{one}", 0, 1))
        store.append(closed=[(f"T{one}", ended + one)])


def hours(retention: Retention, store: Store, number: int, now: float) -> None:
    for _ in range(number):
        retention.an_hour_later(store)
        while retention.step(store, now):
            pass


def test_a_clock_that_jumped_years_does_not_empty_the_archive(store: Store) -> None:
    fill(store, 400, ended=NOW)
    retention = Retention(Settings())
    hours(retention, store, HOURS, NOW + YEARS)
    stats = store.stats()
    assert 380 <= stats.matches < 400
    assert 280 <= stats.tables < 400
    hours(retention, store, HOURS, NOW)  # it was set right
    assert store.stats()[:3] == stats[:3]


def test_what_is_old_goes_in_time_and_the_rest_stays(store: Store) -> None:
    fill(store, 100, ended=NOW)
    settings = Settings(keep_tables_days=7, keep_matches_days=10)
    retention = Retention(settings)
    hours(retention, store, HOURS, NOW + 6 * A_DAY)
    assert (store.stats().tables, store.stats().matches) == (100, 100)
    hours(retention, store, 30 * HOURS, NOW + 8 * A_DAY)
    assert (store.stats().tables, store.stats().matches) == (0, 100)
    hours(retention, store, 90 * HOURS, NOW + 11 * A_DAY)
    assert store.stats().matches == 0


def test_whoever_keeps_nothing_keeps_nothing(store: Store) -> None:
    fill(store, 300, ended=NOW)
    hours(Retention(Settings(keep_matches_days=0)), store, 1, NOW + A_DAY)
    assert store.stats().matches == 0


@pytest.mark.parametrize("keep_days", [1, 2, 7, 30, 400])
def test_the_brake_is_twice_what_grows_old_in_a_day_and_no_less_than_a_twentieth(
    keep_days: int,
) -> None:
    assert share_a_day(keep_days) == max(0.05, 2 / keep_days)
