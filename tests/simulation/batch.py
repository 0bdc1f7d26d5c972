"""Many runs, one seed each. The first that breaks a law is shrunk and told, with how to see it again."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from tests.simulation.plan import Plan, plan
from tests.simulation.shrink import shrunk
from tests.simulation.violation import Violation
from tests.simulation.world import Outcome, simulate

RUNS_A_SWEEP: Final = 50  # worlds are full of cycles; to look for them after each would take long


class Broken(AssertionError):
    """What a run found."""


@contextmanager
def sparing_the_collector() -> Iterator[None]:
    """What was there before is not looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def run(seeds: Iterable[int]) -> Iterator[Outcome]:
    """Raises `Broken` at the first that breaks a law."""
    with sparing_the_collector():
        for number, seed in enumerate(seeds, 1):
            yield outcome(plan(seed))
            if number % RUNS_A_SWEEP == 0:
                gc.collect()


def outcome(planned: Plan) -> Outcome:
    try:
        return simulate(planned)
    except Violation as violation:
        smallest = shrunk(planned, violation.law, simulate)
        raise Broken(_told(planned, smallest)) from None


def _told(planned: Plan, smallest: Plan) -> str:
    try:
        simulate(smallest)
    except Violation as violation:
        found = violation
    shown = msgspec.json.encode(smallest).decode()
    return (
        f"{found.law}\n  {found.detail[:2000]}\n  seed {planned.seed}; the smallest plan that "
        f"breaks it:\n  python -m tests.simulation --plan '{shown}'"
    )
