"""`make simulate-server`: the whole server, simulated, for as many seeds as one likes."""

from __future__ import annotations

import argparse
import sys
import time

import msgspec

from tests.simulation.batch import Broken, outcome, run
from tests.simulation.plan import Plan

EVERY = 500  # runs: a line


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000, help="how many runs (%(default)s)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--plan", help="one plan, as a failing run prints it")
    asked = parser.parse_args()
    try:
        if asked.plan is not None:
            print(outcome(msgspec.json.decode(asked.plan, type=Plan)))
        else:
            _run(asked.first, asked.seeds)
    except Broken as broken:
        print(broken, file=sys.stderr)
        return 1
    return 0


def _run(first: int, seeds: int) -> None:
    began = time.process_time()
    runs = steps = frames = matches = lives = 0
    for each in run(range(first, first + seeds)):
        runs, steps, frames = runs + 1, steps + each.steps, frames + each.frames
        matches, lives = matches + each.matches, lives + each.lives
        if runs % EVERY == 0 or runs == seeds:
            took = time.process_time() - began
            print(
                f"seeds {first} to {first + runs - 1}: {steps} steps, {frames} frames, "
                f"{matches} matches ended, {lives - runs} restarts; no law was broken ({took:.1f} s)",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
