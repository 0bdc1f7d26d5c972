"""NOW! and nimble compiled: proven equal to the referee over 100,000 random matches each; their
speed beside the referee's and others'.

    python bench/kernel.py proof [--game nimble] [--matches 100000] [--jobs 2]
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
from functools import partial
from typing import Any

import numpy as np

from brouhaha.games.nimble.lab import proof as nimble_proof
from brouhaha.games.nimble.lab.rollouts import greedy_wins as nimble_wins
from brouhaha.games.now.cards import default_cards
from brouhaha.games.now.lab import proof as now_proof
from brouhaha.games.now.lab.rollouts import greedy_wins, threshold_wins
from brouhaha.lab.processes import CORES, chunks, in_order
from brouhaha.lab.simulate import new_task, play_one

PROOFS: dict[str, Any] = {"now": now_proof, "nimble": nimble_proof}
CHUNK = 500
THRESHOLD = 24
RUNS = 8


def prove(numbers: range, game: str) -> tuple[int, int]:
    """How many matches, and choices that both accepted; stops at the first that differs."""
    proof, choices = PROOFS[game], 0
    for number in numbers:
        trial = proof.new_trial(number)
        compiled, refereed = proof.by_kernel(trial), proof.by_referee(trial)
        if compiled != refereed:
            raise SystemExit(f"{game}: match {number} differs:\n{compiled}\n{refereed}")
        choices += proof.accepted_in(compiled)
    return len(numbers), choices


def prove_all(game: str, matches: int, jobs: int) -> None:
    done = choices = 0
    parts = chunks(range(matches), CHUNK)
    for some, accepted in in_order(partial(prove, game=game), parts, jobs):
        done += some
        choices += accepted
    print(f"{game}: {done:,} random matches, {choices:,} choices accepted: all equal")


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


def referee(matches: int, game: str = "now") -> None:
    task = new_task(game, 4, 1, ["greedy"])
    for number in range(matches):
        play_one(task, number)


def nimble(matches: int) -> None:
    nimble_wins(4, matches, 1)


CONTESTANTS: dict[str, tuple[Callable[[int], None], int]] = {
    "NOW! compiled, a threshold": (thresholds, 200_000),
    "NOW! compiled, greedy bots": (greedy, 20_000),
    "NOW! under the referee, greedy bots": (referee, 200),
    "nimble compiled, greedy bots": (nimble, 4_000),
    "nimble under the referee, greedy bots": (partial(referee, game="nimble"), 60),
    "OpenSpiel goofspiel (C++), random": (goofspiel, 1000),
    "RLCard uno, random": (uno, 100),
}


RATIOS = [
    ("NOW! compiled, a threshold", "OpenSpiel goofspiel (C++), random"),
    ("NOW! compiled, a threshold", "RLCard uno, random"),
    ("NOW! compiled, greedy bots", "NOW! under the referee, greedy bots"),
    ("nimble compiled, greedy bots", "nimble under the referee, greedy bots"),
]


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
    for one, other in RATIOS:
        print(f"{one} ÷ {other}: {best[one] / best[other]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="NOW! and nimble compiled: proof and speed")
    parser.add_argument("part", nargs="?", choices=("proof", "speed"))
    parser.add_argument("--game", choices=tuple(PROOFS), help="prove this one only")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=CORES)
    arguments = parser.parse_args()
    if arguments.part != "speed":
        for game in [arguments.game] if arguments.game else PROOFS:
            prove_all(game, arguments.matches, arguments.jobs)
    if arguments.part != "proof":
        speed()


if __name__ == "__main__":
    main()
