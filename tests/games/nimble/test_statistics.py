"""The figures of nimble, counted by hand from what was heard."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from brouhaha.engine.common import Went
from brouhaha.engine.highlights import Heard
from brouhaha.games.nimble.statistics import statistics
from brouhaha.games.nimble.types import Placed, Stopped


def test_figures_are_what_was_heard() -> None:
    card: Any = None
    state: Any = SimpleNamespace(
        private=[None, None], result=SimpleNamespace(errors=[1, 0], cards_left=[0, 7])
    )
    heard = [
        Heard(3_000, [Went(1)]),
        *(Heard(3_000 + number, [Placed(0, 1, card)]) for number in range(1, 7)),
        Heard(4_000, [Placed(1, 2, card)]),
        Heard(6_000, [Placed(0, 2, card), Stopped("all_placed", 0)]),  # 3 s
        Heard(9_000, [Went(2)]),
        Heard(10_000, [Placed(1, 0, card), Stopped("clock", None)]),  # 1 s
    ]
    ana, bo = statistics(state, heard)
    assert {name: value.value for name, value in ana.items()} == {
        "errors": 1, "placed": 7, "speed": 1.75, "cards_left": 0,
    }  # fmt: skip
    assert {name: value.value for name, value in bo.items()} == {
        "errors": 0, "placed": 2, "speed": 0.5, "cards_left": 7,
    }  # fmt: skip
