"""A batch by the conventions of others: Gymnasium's vector environments and PettingZoo's parallel
ones. What is played is the batch's (`batch.py`); here it is told otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from brouhaha.envs.batch import Batch
from brouhaha.envs.senses import observation_space

Observations = dict[str, NDArray[Any]]


class VectorBatch(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Gymnasium: every seat of every match is one of `num_envs`, the seats of a match side by
    side. A match that ends begins anew in the same step; what was seen last is in `final_obs`.

    With `copy=False` the arrays are the batch's own, which the next step writes over.
    """

    def __init__(self, batch: Batch, copy: bool = True) -> None:
        self.batch, self.copy = batch, copy
        self.num_envs = batch.matches * batch.players
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(batch.senses)
        self.single_action_space = Discrete(len(batch.senses.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Match `i` is that of `seed + i`."""
        self.batch.reset(seed)
        return self._seen(), {}

    def step(self, actions: NDArray[np.int64]) -> tuple[Any, ...]:
        batch = self.batch
        final = batch.step(np.asarray(actions).reshape(batch.matches, batch.players))
        infos: dict[str, Any] = {"refused": self._own(batch.refused)}
        if len(final.rows):
            over = np.zeros(batch.matches, np.bool_)
            over[final.rows] = True
            infos["final_obs"], infos["_final_obs"] = self._last(final), self._each(over)
            infos["score"] = self._own(batch.scores)
            infos["_score"] = self._each(batch.terminated)
        ends = self._each(batch.terminated), self._each(batch.truncated)
        return self._seen(), self._own(batch.rewards), *ends, infos

    def _seen(self) -> Observations:
        return {
            "observation": self._own(self.batch.observations),
            "action_mask": self._own(self.batch.masks),
        }

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        """By match and seat, as one row an agent."""
        rows = array.reshape(self.num_envs, *array.shape[2:])
        return rows.copy() if self.copy else rows

    def _each(self, matches: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """What is true of a match is true of all its agents."""
        return np.repeat(matches, self.batch.players)

    def _last(self, final: Any) -> NDArray[Any]:
        seen = np.full(self.num_envs, None, object)
        for row, numbers, masks in zip(*final, strict=True):
            for seat in range(self.batch.players):
                last = {"observation": numbers[seat], "action_mask": masks[seat]}
                seen[row * self.batch.players + seat] = last
        return seen


class ParallelBatch:
    """PettingZoo's parallel conventions, with an array of all matches for each agent: what is a
    number there has a row a match here. Matches begin anew as they end, so agents never leave."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.possible_agents = [f"player_{seat}" for seat in range(batch.players)]
        self.agents = self.possible_agents[:]

    def observation_space(self, agent: str) -> Any:
        return batch_space(observation_space(self.batch.senses), self.batch.matches)

    def action_space(self, agent: str) -> Any:
        return batch_space(Discrete(len(self.batch.senses.actions)), self.batch.matches)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observations], dict[str, dict[str, Any]]]:
        self.batch.reset(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, NDArray[np.int64]]) -> tuple[Any, ...]:
        """An agent that gives no actions waits in every match."""
        batch, nothing = self.batch, np.zeros(self.batch.matches, np.int64)
        batch.step(np.stack([actions.get(agent, nothing) for agent in self.agents], axis=1))
        infos = {
            agent: {"refused": batch.refused[:, seat].copy(), "score": batch.scores[:, seat].copy()}
            for seat, agent in enumerate(self.agents)
        }
        rewards = {agent: batch.rewards[:, seat].copy() for seat, agent in enumerate(self.agents)}
        ended, cut = batch.terminated.copy(), batch.truncated.copy()
        ends = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        return self._seen(), rewards, *ends, infos

    def _seen(self) -> dict[str, Observations]:
        return {
            agent: {
                "observation": self.batch.observations[:, seat].copy(),
                "action_mask": self.batch.masks[:, seat].copy(),
            }
            for seat, agent in enumerate(self.agents)
        }
