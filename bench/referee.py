"""The referee alone, and among simple bots: this tree beside an older commit, taken in turn.

    python bench/referee.py --against COMMIT [--game now] [--rounds 5]

The same matches for both. *Alone* plays the choices that the bots made before, typed: state,
events, clock and log, and no bot. A match's time is the quickest of its runs, so that a busy
machine disturbs little. The figures are in referee.md beside this file; that both do the same is
shown by `referee_equal.py`.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.older_tree import unpacked
from brouhaha.engine.log import Entry
from brouhaha.lab.simulate import Task, new_match, new_task, play_one

ROOT = Path(__file__).parent.parent
MATCHES, RUNS, PLAYERS = 20, 8, 4


def alone(task: Task, number: int, entries: Sequence[Entry]) -> None:
    match = new_match(task, number)
    for entry in entries:
        if entry.seat is None:
            match.advance(entry.at)
        else:
            match.play(entry.seat, entry.action, entry.at)
    assert match.result is not None


def quickest(play: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        play()
        times.append(time.perf_counter() - began)
    return min(times)


def measure(game: str) -> None:
    """Print seconds a match: with bots, and alone."""
    task = new_task(game, PLAYERS, 1, None)
    gc.disable()
    with_bots = without = 0.0
    for number in range(MATCHES):
        entries = play_one(task, number).entries
        with_bots += quickest(lambda number=number: play_one(task, number))  # type: ignore[misc]
        without += quickest(lambda n=number, e=entries: alone(task, n, e))  # type: ignore[misc]
    print(with_bots / MATCHES, without / MATCHES)


def measured(source: Path, game: str) -> list[float]:
    """The same in a process that imports Brouhaha from this folder."""
    environment = os.environ | {"PYTHONPATH": str(source)}
    command = [sys.executable, __file__, "--measure", "--game", game]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [float(figure) for figure in told.stdout.split()]


def compare(commit: str, game: str, rounds: int) -> None:
    with unpacked(commit) as older:
        pairs = [(measured(older, game), measured(ROOT / "src", game)) for _ in range(rounds)]
    print(f"{game}, {PLAYERS} players, load average {os.getloadavg()[0]:.1f}")
    print(f"| | {commit}, matches/s | this tree, matches/s | ratio, {rounds} rounds |")
    print("| --- | ---: | ---: | ---: |")
    for place, name in enumerate(("with simple bots", "alone")):
        before, after = (statistics.median(pair[one][place] for pair in pairs) for one in (0, 1))
        ratios = ", ".join(f"{old[place] / new[place]:.2f}" for old, new in pairs)
        print(
            f"| {name} | {1 / before:,.0f} | {1 / after:,.0f} | {before / after:.2f} ({ratios}) |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="The referee beside an older one")
    parser.add_argument("--against", default="HEAD", metavar="COMMIT")
    parser.add_argument("--game", default="now")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.game)
    else:
        compare(arguments.against, arguments.game, arguments.rounds)


if __name__ == "__main__":
    main()
