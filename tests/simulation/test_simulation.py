"""The whole server, simulated: two thousand runs, none of which breaks a law.

What a run is: `world`; what can happen in it: `plan`; what must hold: `laws`. The law that the
simulation can find something is tested in `test_planted_faults`.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.simulation.batch import outcome, run
from tests.simulation.plan import Happening, Plan, TablePlan, plan
from tests.simulation.shrink import shrunk
from tests.simulation.violation import Violation
from tests.simulation.world import World

ROOT = Path(__file__).parents[2]
RUNS, AT_ONCE = 2000, 100
RUNS_AGAIN = 40  # in two processes


# What broke a law once. Each is the smallest plan that did.
BROKE: dict[str, str] = {
    "a store that refuses one of a party's two tables": (
        '{"seed":101299,"tables":[{"game":"nimble","people":6,"lobby":1.8},{"game":"nimbl'
        'e","people":2,"bots":1}],"happenings":[{"at":1.53,"kind":"wish","what":"two_tabl'
        'es"},{"at":1.658,"kind":"kill"},{"at":2.502,"kind":"refuse","seconds":1.6},{"at"'
        ':2.727,"kind":"kill","count":4},{"at":3.0300000000000002,"kind":"wish","what":"o'
        'ne_table"}],"plays":0.9802530615614427}'
    ),
    "a fault of ours at one of a party's two tables": (
        '{"seed":151282,"tables":[{"game":"now","people":4,"lobby":3.4}],"happenings":[{"'
        'at":2.721,"kind":"fault","what":"flush"},{"at":3.13,"kind":"wish","what":"two_ta'
        'bles"}],"plays":0.8890200541473148,"sync":"commit"}'
    ),
    "a party that parts while what its table did before cannot be written": (
        '{"seed":403904,"tables":[{"game":"now","people":6,"lobby":3.9}],"happenings":[{"'
        'at":0.513,"kind":"slow_disk","seconds":1.77},{"at":2.509,"kind":"rival"},{"at":2'
        '.71,"kind":"wish","what":"two_tables"}],"plays":0.5117014182525143,"ends":true,"'
        'sync":"commit"}'
    ),
    "a table that is to be changed while it is being read": (
        '{"seed":115,"tables":[{"game":"nono","people":1}],"happenings":[{"at":2.093,"kin'
        'd":"read_again","count":2}],"plays":0.7577857504337082,"gather_ms":20,"match_ent'
        'ries":4}'
    ),
    "two frames that who watches is told later, at the same moment": (
        '{"seed":601786,"tables":[{"game":"now","people":1,"bots":1,"watchers":1}],"happe'
        'nings":[{"at":4.002,"kind":"bus_down","seconds":6.0}],"plays":3.418901958584536,'
        '"sync":"commit","processes":3}'
    ),
    "an owner that slept, and knows of no seat that was taken elsewhere": (
        '{"seed":1001746,"tables":[{"game":"nono","people":2,"late":1,"lobby":3.6}],"happ'
        'enings":[{"at":0.763,"kind":"freeze","seconds":5.0},{"at":4.411,"kind":"kill","w'
        'ho":1}],"plays":4.5655381901273095,"sync":"commit","processes":2}'
    ),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(0, RUNS, AT_ONCE))
def test_no_law_is_broken(first: int) -> None:
    matches = sum(outcome.matches for outcome in run(range(first, first + AT_ONCE)))
    assert matches >= AT_ONCE / 5, "a quarter of the runs goes on to the end of every match"


@pytest.mark.no_cover
@pytest.mark.parametrize("planned", BROKE.values(), ids=BROKE)
def test_what_broke_a_law_once_breaks_none(planned: str) -> None:
    outcome(msgspec.json.decode(planned, type=Plan))


def traces(hash_seed: str) -> str:
    script = (
        "from tests.simulation.batch import run;"
        f"print([each.trace for each in run(range({RUNS_AGAIN}))])"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    return done.stdout.decode()


@pytest.mark.no_cover
def test_a_seed_is_the_same_run_in_every_process() -> None:
    here = [each.trace for each in run(range(RUNS_AGAIN))]  # with this process's own hashes
    assert traces("1") == f"{here}\n"


@pytest.mark.no_cover
def test_a_run_leaves_nothing_behind_for_the_next_one() -> None:
    seeds = range(RUNS_AGAIN // 4)
    forwards = [each.trace for each in run(seeds)]
    assert [each.trace for each in run(reversed(seeds))] == forwards[::-1]


def worlds_in_memory() -> int:
    gc.collect()
    return sum(type(each) is World for each in gc.get_objects())  # a weak reference may be dead


@pytest.mark.no_cover
def test_a_run_leaves_nothing_in_memory() -> None:
    before = worlds_in_memory()
    assert len(list(run(range(RUNS_AGAIN)))) == RUNS_AGAIN
    assert worlds_in_memory() == before


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
