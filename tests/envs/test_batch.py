"""Thousands of matches at once are the single environments, step by step, whoever plays beside."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brouhaha.engine.errors import Rejected
from brouhaha.envs import batch_env, parallel_batch, parallel_env, vector_env
from brouhaha.envs.batch import Batch

many = pytest.mark.no_cover  # matches or words: see tests/tracing.py

CASES = [
    ("now", 2, 250, None),
    ("now", 4, 250, None),
    ("now", 8, 700, 60),
    ("nimble", 2, 250, None),
    ("nimble", 3, 1000, 45),
    ("nimble", 4, 250, None),
]
STEPS, MATCHES, SEED = 90, 5, 40


def any_actions(random: np.random.Generator, batch: Batch) -> NDArray[np.int64]:
    """Allowed or not; some matches are hasty, in others the clock decides."""
    shape = batch.matches, batch.players
    haste = random.choice([0.05, 0.5, 0.95], (batch.matches, 1))
    actions = random.integers(0, len(batch.senses.actions), shape)
    return np.where(random.random(shape) < haste, actions, 0)


@many
@pytest.mark.parametrize(("game", "players", "tick", "cut"), CASES)
def test_every_match_is_the_single_environment_of_its_seed(
    game: str, players: int, tick: int, cut: int | None
) -> None:
    settings: dict[str, Any] = {"tick": tick, "max_cycles": cut}
    batch = batch_env(game, players, MATCHES, **settings)
    batch.reset(SEED)
    envs = [parallel_env(game, players, **settings) for _ in range(MATCHES)]
    seen = [env.reset(seed=SEED + number)[0] for number, env in enumerate(envs)]
    random, ends = np.random.default_rng(1), 0
    for _ in range(STEPS if cut is None else 2 * cut):
        compare(batch, seen)
        actions = any_actions(random, batch)
        final = batch.step(actions)
        for row, env in enumerate(envs):
            seen[row] = step_one(batch, env, row, actions[row])
            if not env.agents:
                place = final.rows.tolist().index(row)
                last = [
                    [view["observation"], view["action_mask"][0]] for view in seen[row].values()
                ]
                for seat, (numbers, waits) in enumerate(last):
                    assert (final.observations[place, seat] == numbers).all()
                    assert final.masks[place, seat].tolist() == [waits] + [0] * (
                        len(batch.senses.actions) - 1
                    )
                ends += 1
                seen[row], _ = env.reset()
    assert ends or game == "nimble"


def compare(batch: Batch, seen: list[Any]) -> None:
    for row, views in enumerate(seen):
        for seat, view in enumerate(views.values()):
            assert (batch.observations[row, seat] == view["observation"]).all(), (row, seat)
            assert (batch.masks[row, seat] == view["action_mask"]).all(), (row, seat)


def step_one(batch: Batch, env: Any, row: int, actions: NDArray[np.int64]) -> Any:
    """The single environment's step, held against what the batch tells of this match."""
    agents = env.possible_agents
    seen, rewards, ended, cut, infos = env.step(dict(zip(agents, actions, strict=True)))
    assert [rewards[agent] for agent in agents] == batch.rewards[row].tolist()
    assert {*ended.values()} == {bool(batch.terminated[row])}
    assert {*cut.values()} == {bool(batch.truncated[row])}
    assert ["refused" in infos[agent] for agent in agents] == batch.refused[row].tolist()
    if batch.terminated[row]:
        assert [infos[agent]["score"] for agent in agents] == batch.scores[row].tolist()
    return seen


@many
@pytest.mark.parametrize(("game", "players"), [("now", 3), ("nimble", 2)])
def test_a_match_does_not_depend_on_how_many_are_beside_it(game: str, players: int) -> None:
    """Played to the end and beyond, by what the mask allows."""
    few, many = batch_env(game, players, 3), batch_env(game, players, 64)
    few.reset(7)
    many.reset(7)
    random, ends = np.random.default_rng(2), 0
    for _ in range(400):
        draws = random.random(many.masks.shape) * many.masks
        actions = draws.argmax(axis=2)
        many.step(actions)
        few.step(actions[:3])
        assert (few.observations == many.observations[:3]).all()
        assert (few.rewards == many.rewards[:3]).all()
        ends += int(few.terminated.sum())
        assert not (many.refused & (game == "now")).any(), "NOW! has no races for one card"
    assert ends or game == "nimble"


def test_gymnasiums_vector_conventions() -> None:
    env = vector_env("now", 3, 4, max_cycles=30)
    seen, infos = env.reset(seed=5)
    assert env.num_envs == 12
    assert env.observation_space.contains(seen)
    assert infos == {}
    random = np.random.default_rng(0)
    for _ in range(30):
        kept = {name: array.copy() for name, array in seen.items()}
        actions = (random.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        before, (seen, rewards, ended, cut, infos) = seen, env.step(actions)
        assert all((before[name] == kept[name]).all() for name in kept), "copies stay what they are"
        assert rewards.shape == ended.shape == cut.shape == (12,)
        assert env.observation_space.contains(seen)
    assert (ended | cut).all() == infos["_final_obs"].all()
    last = infos["final_obs"][0]
    assert env.single_observation_space.contains(last)
    assert last["action_mask"].tolist() == [1, 0, 0]
    assert seen["action_mask"][0].tolist() == [1, 1, 1], "the next match has begun"


def test_pettingzoos_parallel_conventions() -> None:
    env, batch = parallel_batch("nimble", 2, 6), batch_env("nimble", 2, 6)
    seen, infos = env.reset(seed=9)
    batch.reset(9)
    assert list(seen) == list(infos) == env.agents == ["player_0", "player_1"]
    for agent in env.agents:
        assert env.observation_space(agent).contains(seen[agent])
    flips = np.ones(6, np.int64)
    assert env.action_space("player_1").contains(flips)
    seen, rewards, ended, cut, infos = env.step({"player_1": flips})
    batch.step(np.stack([0 * flips, flips], axis=1))
    for seat, agent in enumerate(env.agents):
        assert (seen[agent]["observation"] == batch.observations[:, seat]).all()
        assert not rewards[agent].any()
        assert not ended[agent].any()
        assert not cut[agent].any()
        assert not infos[agent]["refused"].any()


def test_what_cannot_be_batched_is_refused() -> None:
    with pytest.raises(Rejected) as refused:
        batch_env("nono", 3, 2)
    assert refused.value.code == "no_batch"
    with pytest.raises(Rejected) as refused:
        batch_env("now", 9, 2)
    assert refused.value.code == "too_many_players"
    with pytest.raises(Rejected) as refused:
        batch_env("now", 3, 2, tick=5000)
    assert refused.value.code == "not_batched"
    batch = batch_env("now", 3, 2)
    batch.reset(1)
    with pytest.raises(ValueError, match="actions are"):
        batch.step(np.zeros((3, 2), np.int64))
    with pytest.raises(ValueError, match="below 3"):
        batch.step(np.full((2, 3), 3))
    with pytest.raises(ValueError, match="below 3"):
        batch.step(np.full((2, 3), -1))
