"""Train a small player of NOW! by the cross-entropy method, then let it meet the random bot.

    python examples/train_now.py            # about a minute; needs brouhaha[lab]

The player is six numbers: it keeps its card if their weighted sum of what it sees is above zero.
It learns in the PettingZoo environment, against agents that do anything allowed. The test is the
real thing: matches under the referee, two seats of it and two of the game's own random bot, each
deal played twice with the sides changed.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

import brouhaha
from brouhaha.engine.game import Bot, Thought
from brouhaha.envs import parallel_env
from brouhaha.games.now.bots.simple import RandomBot
from brouhaha.games.now.lab.environment import DISCARD, NOW, TARGETS, NowSenses
from brouhaha.games.now.types import Discard, Now, Private, Public
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.shares import Share, share_of

Vector = NDArray[np.float64]

PLAYERS = 4
OWN = 4 + 4 * TARGETS  # where the own figures begin: see brouhaha.games.now.lab.environment


def features(seen: NDArray[np.float32]) -> Vector:
    """One, the way up to the next Target, what it would bring, cards left, round, last player."""
    card, left, lead, last = seen[OWN], seen[OWN + 1], seen[OWN + 3], seen[OWN + 6]
    targets = seen[4:OWN].reshape(TARGETS, 4)
    above = targets[targets[:, 0] >= card]
    if not len(above):
        return np.array([1, 2, -1, left, seen[0], last])
    value, red, blue, both = above[0]
    towards = 12 / 32 * (red - blue)
    gain = abs(lead + towards) - abs(lead) + 12 / 32 * both
    return np.array([1, 8 * (value - card), 8 * gain, left, seen[0], last])


def choose(weights: Vector, seen: NDArray[np.float32]) -> int:
    return NOW if weights @ features(seen) > 0 else DISCARD


def practise(weights: Vector, matches: int, seed: int) -> float:
    """By how many points seat 0, which plays by these weights, is ahead of the others' mean."""
    env, random = parallel_env("now", PLAYERS), np.random.default_rng(seed)
    total = 0.0
    for number in range(matches):
        seen, _ = env.reset(seed=seed + number)
        infos: dict[str, dict[str, float]] = {}
        while env.agents:
            actions = {a: random.choice(np.flatnonzero(s["action_mask"])) for a, s in seen.items()}
            own = seen["player_0"]
            wanted = choose(weights, own["observation"])
            actions["player_0"] = wanted if own["action_mask"][wanted] else NOW
            seen, _, _, _, infos = env.step(actions)
        mine, *others = (info["score"] for info in infos.values())
        total += mine - sum(others) / len(others)
    return total / matches


def train(generations: int, population: int, matches: int, seed: int = 0) -> Vector:
    """Draw weights, keep the best quarter, draw again around them."""
    random = np.random.default_rng(seed)
    mean, spread = np.zeros(6), np.ones(6)
    for generation in range(generations):
        drawn = mean + spread * random.standard_normal((population, 6))
        leads = [practise(weights, matches, 1000 * generation) for weights in drawn]
        best = drawn[np.argsort(leads)[-max(2, population // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(
            f"generation {generation + 1}: best lead {max(leads):+.1f}, mean {np.mean(leads):+.1f}"
        )
    return mean


class TrainedBot(Bot):
    """The player under the referee: it sees the two views of its seat, as every bot does."""

    senses = NowSenses()

    def __init__(self, seat: int, random: Random, weights: Vector) -> None:
        super().__init__(seat, random)
        self.weights = weights

    def think(self, public: Public, private: Private) -> Thought | None:
        place = public.seats[self.seat]
        if public.phase != "action" or place.said_now:
            return None
        wanted = choose(self.weights, self.senses.observe(public, private, self.seat))
        keeps = wanted == NOW or place.cards_left == 1
        return Thought(1500, Now() if keeps else Discard())


def meet_random(weights: Vector, matches: int) -> Share:
    won = 0.0
    for number in range(matches):
        mine = [(seat + number) % 2 == 0 for seat in range(PLAYERS)]
        match = brouhaha.start("now", ["a", "b", "c", "d"], seed=number // 2)
        play_out(
            match,
            [
                TrainedBot(seat, Random(number), weights)
                if is_mine
                else RandomBot(seat, Random(f"{number}/{seat}"))
                for seat, is_mine in enumerate(mine)
            ],
        )
        winners = result_of(match).winners
        won += sum(mine[seat] for seat in winners) / len(winners)
    return share_of("trained against random", won, matches)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small player of NOW!")
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--matches", type=int, default=12, help="for each player drawn")
    arguments = parser.parse_args()
    weights = train(arguments.generations, arguments.population, arguments.matches)
    share = meet_random(weights, 1000)
    print(f"{share.label}: {share.told()}")


if __name__ == "__main__":
    main()
