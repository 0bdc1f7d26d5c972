"""The figures of NOW!, counted by hand from what was heard."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from brouhaha.engine.common import Went
from brouhaha.engine.highlights import Heard
from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.statistics import statistics
from brouhaha.games.now.types import Discarded, SaidNow, SeatView, Shown, Taken

SEATS = [SeatView(name, "blue", 0) for name in ("Ana", "Bo")]


def state(scores: list[int]) -> Any:
    return SimpleNamespace(
        private=[None, None],
        public=SimpleNamespace(seats=SEATS),
        options=SimpleNamespace(refresh_points=3),
        result=SimpleNamespace(scores=scores, winners=[0]),
    )


def target(value: int) -> TargetCard:
    return TargetCard(value, "red", 1)


def test_figures_are_what_was_heard() -> None:
    heard = [
        Heard(1_000, [Went(1)]),
        Heard(2_500, [Discarded(0, 7)]),
        Heard(3_000, [SaidNow(0)]),  # 2 s after Go
        Heard(3_200, [Discarded(1, 9), Discarded(1, 8)]),
        Heard(5_000, [SaidNow(1, by_clock=True), Shown((40, 60)), Taken(target(40), 0, 40),
                      Taken(target(45), 0, 40)]),
        Heard(9_000, [Went(2)]),
        Heard(10_000, [SaidNow(1), Discarded(0, 3)]),
        Heard(13_000, [SaidNow(0), Shown((20, 30)), Taken(target(33), 1, 30)]),
    ]  # fmt: skip
    ana, bo = statistics(state([5, 2]), heard)
    assert {name: value.value for name, value in ana.items()} == {
        "points": 5, "distance": 2.5, "perfects": 1, "wasted": 1, "until_now": 3.0,
    }  # fmt: skip
    assert {name: value.value for name, value in bo.items()} == {
        "points": 2, "distance": 3, "perfects": 0, "wasted": 2, "until_now": 1.0,
    }  # fmt: skip


def test_what_is_not_known_is_left_out() -> None:
    ana, _ = statistics(state([0, 0]), [Heard(0, [Went(1)])])
    assert "distance" not in ana
    assert "until_now" not in ana
    assert ana["wasted"].value == pytest.approx(0)
