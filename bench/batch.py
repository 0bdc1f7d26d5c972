"""Thousands of matches at once: agent-steps a second of the batches beside pgx, PettingZoo's own
parallel games and the single environments, on one core, taken in turn.

    python bench/batch.py [--matches 2048] [--rounds 5]     # pgx where it and jax are installed

An agent-step is one agent's choice of one step: a batch of 2,048 matches of four has 8,192 in each.
All choose at random among what the mask allows; choosing is part of what is measured, by numpy here
and compiled by jax in pgx. Matches that end begin anew. CPU time of the process, the quickest of
several pieces in each round, since the machine may be busy. The figures are in batch.md beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from brouhaha.envs import batch_env, parallel_env

STEPS, PIECES, PLAYERS = 10, 4, 4
ONE_CORE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

Piece = Callable[[], int]  # plays a while, and gives how many agent-steps that was


def batch(game: str, matches: int) -> Piece:
    env, random = batch_env(game, PLAYERS, matches), np.random.default_rng(1)
    env.reset(1)

    def play() -> int:
        for _ in range(STEPS):
            draws = random.random(env.masks.shape, np.float32)
            env.step((draws * env.masks).argmax(axis=2))
        return STEPS * matches * PLAYERS

    return play


def single(env: Any) -> Piece:
    """A PettingZoo ParallelEnv, ours or theirs."""
    random = np.random.default_rng(1)
    env.reset(seed=1)
    spaces = {agent: env.action_space(agent) for agent in env.possible_agents}
    seen: dict[str, Any] = {}

    def play() -> int:
        nonlocal seen
        agent_steps = 0
        for _ in range(20 * STEPS):
            if not env.agents:
                seen, _ = env.reset()
            actions = {agent: choose(seen.get(agent), spaces[agent]) for agent in env.agents}
            agent_steps += len(actions)
            seen, *_ = env.step(actions)
        return agent_steps

    def choose(view: Any, space: Any) -> int:
        if isinstance(view, dict):
            return int((random.random(len(view["action_mask"])) * view["action_mask"]).argmax())
        return int(random.integers(space.n))

    return play


def pgx_game(name: str, matches: int) -> Piece:
    """One agent acts in each step of a match; with their own auto-reset."""
    os.environ.setdefault("XLA_FLAGS", ONE_CORE)
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def once(carried: Any, _: Any) -> Any:
        state, key = carried
        key, drawing, stepping = jax.random.split(key, 3)
        chances = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(drawing, chances, axis=1)
        state = step(state, actions, jax.random.split(stepping, matches))
        return (state, key), state.observation.sum()

    many = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=STEPS))
    key = jax.random.PRNGKey(1)
    carried = jax.jit(begin)(jax.random.split(key, matches)), key

    def play() -> int:
        nonlocal carried
        carried, told = many(carried)
        told.block_until_ready()
        return STEPS * matches

    return play


def contestants(matches: int) -> dict[str, Piece]:
    from pettingzoo.classic import rps_v2  # type: ignore[import-untyped]

    found = {
        "NOW!, batch": batch("now", matches),
        "nimble, batch": batch("nimble", matches),
        "NOW!, single environment": single(parallel_env("now", PLAYERS)),
        "PettingZoo rps": single(rps_v2.parallel_env()),
    }
    if find_spec("pgx"):
        for name in ("leduc_holdem", "connect_four"):
            found[f"pgx {name}"] = pgx_game(name, matches)
    return found


def rate(piece: Piece) -> float:
    """Agent-steps a second of the quickest piece."""
    rates = []
    for _ in range(PIECES):
        began = time.process_time()
        steps = piece()
        rates.append(steps / (time.process_time() - began))
    return max(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description="Batches beside others")
    parser.add_argument("--matches", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    found = contestants(arguments.matches)
    for piece in found.values():
        piece()  # compiles
    rates: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(arguments.rounds):
        for name, piece in found.items():
            rates[name].append(rate(piece))
    first = "NOW!, batch"
    print(f"{arguments.matches} matches at once, load average {os.getloadavg()[0]:.1f}")
    print(f"| | agent-steps/s, median of {arguments.rounds} | {first} ÷ it |")
    print("| --- | ---: | ---: |")
    for name, told in rates.items():
        ratio = statistics.median(a / b for a, b in zip(rates[first], told, strict=True))
        print(f"| {name} | {statistics.median(told):,.0f} | {ratio:,.1f} |")


if __name__ == "__main__":
    main()
