"""PettingZoo's own tests, for each game; and what they do not ask."""

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

from brouhaha.envs import parallel_env

GAMES = [("now", 2), ("now", 4), ("nimble", 2), ("nimble", 4), ("nono", 3)]
by_game = pytest.mark.parametrize(("game", "players"), GAMES)


@by_game
def test_parallel_api(game: str, players: int) -> None:
    parallel_api_test(parallel_env(game, players), num_cycles=300)


@by_game
def test_seeds(game: str, players: int) -> None:
    parallel_seed_test(lambda: parallel_env(game, players), num_cycles=100)


# PettingZoo's list of environments whose observations carry a mask is by name
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@by_game
def test_turn_by_turn_api(game: str, players: int) -> None:
    api_test(parallel_to_aec(parallel_env(game, players)), num_cycles=200)


def play_allowed(game: str, players: int, seed: int) -> tuple[int, dict[str, float]]:
    """Anything that the mask allows, to the end."""
    env, random = parallel_env(game, players), np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    ticks, paid = 0, {}
    while env.agents:
        for agent in env.agents:
            assert env.observation_space(agent).contains(seen[agent])
        actions = {a: random.choice(np.flatnonzero(s["action_mask"])) for a, s in seen.items()}
        seen, paid, _, _, _ = env.step(actions)
        ticks += 1
    return ticks, paid


@by_game
def test_a_match_ends_and_pays_add_up_to_nothing(game: str, players: int) -> None:
    ticks, paid = play_allowed(game, players, 3)
    assert ticks > 20
    assert len(paid) == players
    if (game, players) != ("now", 2):  # there Silvano may win
        assert sum(paid.values()) == pytest.approx(0)
        assert max(paid.values()) > 0


def test_a_mask_is_what_the_referee_allows_when_one_acts_alone() -> None:
    env = parallel_env("nimble", 2)
    seen, _ = env.reset(seed=1)
    random = np.random.default_rng(0)
    for _ in range(200):
        for agent in list(env.agents):
            allowed = np.flatnonzero(seen[agent]["action_mask"])
            seen, _, _, _, infos = env.step({agent: int(random.choice(allowed))})
            assert "refused" not in infos[agent]
            if not env.agents:
                return


def test_a_race_lost_is_told() -> None:
    env = parallel_env("now", 3)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, 2))
    env.step({"player_0": 0})
    env = parallel_env("nono", 3)
    env.reset(seed=1)
    *_, infos = env.step(dict.fromkeys(env.agents, 1))
    assert sorted(info.get("refused", "") for info in infos.values()) == [
        "",
        "wrong_phase",
        "wrong_phase",
    ]


def test_truncation() -> None:
    env = parallel_env("now", 3, max_cycles=2)
    env.reset(seed=1)
    env.step({})
    _, _, ended, cut, _ = env.step({})
    assert (any(ended.values()), all(cut.values()), env.agents) == (False, True, [])
