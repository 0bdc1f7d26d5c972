"""NOW! compiled: proven equal to the referee over 100,000 random matches; its speed beside others.

    python bench/kernel.py proof [--matches 100000] [--jobs 2]
    python bench/kernel.py speed            # needs open_spiel and rlcard too
    python bench/kernel.py                  # both

Speeds are matches a second of the thread's own CPU time, each the best of several runs, taken in
turn so that a busy machine slows all alike. The figures are in kernel.md beside this file.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable

import numpy as np

from brouhaha.games.now.cards import default_cards
from brouhaha.lab.now_proof import by_kernel, by_referee, new_trial
from brouhaha.lab.now_rollouts import greedy_wins, threshold_wins
from brouhaha.lab.processes import CORES, chunks, in_order
from brouhaha.lab.simulate import new_task, play_one

CHUNK = 500
THRESHOLD = 24
RUNS = 8


def prove(numbers: range) -> tuple[int, int]:
    """How many matches, and choices that both accepted; stops at the first that differs."""
    choices = 0
    for number in numbers:
        trial = new_trial(number)
        compiled, refereed = by_kernel(trial), by_referee(trial)
        if compiled != refereed:
            raise SystemExit(f"match {number} differs:\n{compiled}\n{refereed}")
        choices += compiled[2]
    return len(numbers), choices


def proof(matches: int, jobs: int) -> None:
    done = choices = 0
    for some, accepted in in_order(prove, chunks(range(matches), CHUNK), jobs):
        done += some
        choices += accepted
    print(f"{done:,} random matches, 2 to 8 players, {choices:,} choices accepted: all equal")


# Speed


def goofspiel(matches: int) -> None:
    """OpenSpiel's C++ goofspiel, four players, random play through its Python binding."""
    import pyspiel

    game = pyspiel.load_game("goofspiel", {"players": 4, "num_cards": 11})
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, _ = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choice(actions))
            elif state.is_simultaneous_node():
                state.apply_actions([random.choice(state.legal_actions(p)) for p in range(4)])
            else:
                state.apply_action(random.choice(state.legal_actions()))


def uno(matches: int) -> None:
    """RLCard's uno with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    for _ in range(matches):
        env.run(is_training=False)


def thresholds(matches: int) -> None:
    threshold_wins(default_cards(), [THRESHOLD] * 4, matches, 1)


def greedy(matches: int) -> None:
    greedy_wins(default_cards(), 4, matches, 1)


def referee(matches: int) -> None:
    task = new_task("now", 4, 1, ["greedy"])
    for number in range(matches):
        play_one(task, number)


CONTESTANTS: dict[str, tuple[Callable[[int], None], int]] = {
    "NOW! compiled, a threshold": (thresholds, 200_000),
    "NOW! compiled, greedy bots": (greedy, 20_000),
    "NOW! under the referee, greedy bots": (referee, 300),
    "OpenSpiel goofspiel (C++), random": (goofspiel, 1000),
    "RLCard uno, random": (uno, 100),
}


def speed() -> None:
    random.seed(1)
    np.random.seed(1)
    best = dict.fromkeys(CONTESTANTS, 0.0)
    for play, _ in CONTESTANTS.values():
        play(2)  # compiles, imports
    for _ in range(RUNS):
        for name, (play, matches) in CONTESTANTS.items():
            began = time.thread_time()
            play(matches)
            best[name] = max(best[name], matches / (time.thread_time() - began))
    print(f"load average {os.getloadavg()[0]:.1f}")
    print("| 4 players | matches/s, one core |\n| --- | ---: |")
    for name, rate in best.items():
        print(f"| {name} | {rate:,.0f} |")
    first, *rest = best.items()
    print("ratios", " ".join(f"{name.split()[0]}={first[1] / rate:.1f}" for name, rate in rest[2:]))


def main() -> None:
    parser = argparse.ArgumentParser(description="NOW! compiled: proof and speed")
    parser.add_argument("part", nargs="?", choices=("proof", "speed"))
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=CORES)
    arguments = parser.parse_args()
    if arguments.part != "speed":
        proof(arguments.matches, arguments.jobs)
    if arguments.part != "proof":
        speed()


if __name__ == "__main__":
    main()
