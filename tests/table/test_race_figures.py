"""The figures of bench/races.md, on fewer races in simulated time, with room for the luck of few."""

from __future__ import annotations

from typing import Any

import pytest

from bench.cheats import Candidate, Search, Setting, Trial
from bench.race_people import Cheat
from bench.race_rows import ALL, NEARBY
from bench.races import EQUAL, FAR, LAN, race

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py


def test_far_apart_the_race_goes_to_who_acted_first() -> None:
    figures = race(FAR, 400)
    assert figures.right >= 0.98 * figures.races
    assert figures.by_arrival < 0.75 * figures.races


def test_near_each_other_it_always_does_and_nobody_waits_long() -> None:
    figures = race(LAN, 400)
    assert figures.right >= 0.995 * figures.races
    assert figures.waited < 12 * figures.races


@pytest.mark.parametrize(
    "cheat",
    [
        {"less": 1e6},
        {"less": 1e6, "late_answers": 60.0, "late_share": 0.33},
        {"less": 1e6, "late_answers": 200.0, "paint": 200.0},
    ],
)
def test_cheating_hardly_pays_among_strangers(cheat: dict[str, Any]) -> None:
    assert race(EQUAL, 400, "strangers", **cheat).gain(0) <= 4


def test_what_a_cheat_adds_is_seen_race_by_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure of `bench.cheats`: an honest client adds nothing, a liar little, and the same
    liar much as soon as the rule is weakened."""
    search = Search(1, acks=False)

    def added(cheat: Cheat) -> float:
        trial = Trial(Candidate(Setting(NEARBY), cheat))
        search.race(trial, 1)
        return trial.gain.points

    assert added(Cheat()) == 0
    assert added(Cheat(less=ALL)) <= 4
    monkeypatch.setattr("brouhaha.table.rtt.SLACK", 60.0)
    assert added(Cheat(less=ALL)) > 8
