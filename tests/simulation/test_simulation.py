"""The whole server, simulated: two thousand runs, none of which breaks a law.

What a run is: `world`; what can happen in it: `plan`; what must hold: `laws`. The law that the
simulation can find something is tested in `test_planted_faults`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.batch import run
from tests.simulation.plan import Happening, Plan, TablePlan, plan
from tests.simulation.shrink import shrunk
from tests.simulation.violation import Violation

ROOT = Path(__file__).parents[2]
RUNS, AT_ONCE = 2000, 100


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(0, RUNS, AT_ONCE))
def test_no_law_is_broken(first: int) -> None:
    matches = sum(outcome.matches for outcome in run(range(first, first + AT_ONCE)))
    assert matches >= AT_ONCE / 5, "a quarter of the runs goes on to the end of every match"


def traces(hash_seed: str) -> str:
    script = (
        "from tests.simulation.batch import run; print([each.trace for each in run(range(40))])"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    return done.stdout.decode()


@pytest.mark.no_cover
def test_a_seed_is_the_same_run_in_every_process() -> None:
    assert traces("1") == traces("2")


def test_a_failing_plan_shrinks_to_what_it_takes() -> None:
    def fails(planned: Plan) -> None:
        """Whenever somebody is cut off at a table of NOW!"""
        for each in planned.happenings:
            if each.kind == "cut" and planned.tables[each.table].game == "now":
                raise Violation("a law", "broken")

    tables = [TablePlan("nono", 3, watchers=1), TablePlan("now", 3, bots=2, late=1)]
    cut = Happening(1.0, "cut", table=1)
    happenings = [
        Happening(0.5, "kill"),
        cut,
        Happening(2.0, "stall", table=1),
        Happening(3.0, "cut"),
    ]
    found = shrunk(Plan(7, tables, happenings, plays=20.0), "a law", fails)
    assert found.tables == [TablePlan("now", 1)]
    assert found.happenings == [Happening(1.0, "cut", table=0)]
    assert found.plays <= 1


def test_another_law_is_another_failure() -> None:
    def fails(planned: Plan) -> None:
        raise Violation("one law" if planned.happenings else "another", "broken")

    planned = plan(3)
    assert planned.happenings
    assert shrunk(planned, "one law", fails).happenings
