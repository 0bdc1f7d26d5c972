"""Real time as ticks.

One step is one tick: 250 ms unless told. In it every agent gives an action, or waits. All actions
of a tick happen at its end, in an order that is drawn anew each time, so that no seat is favoured.
Deadlines that fall due within a tick fire before its actions, as the rules say. What the referee
refuses, because another seat was quicker or because the mask said no, is a wait; `infos` names it.

Time in which nobody can do anything (a countdown, a resolution at which all look) is skipped.

An agent is paid once, at the end: its share of the win less an equal share, so all pays add up
to 0; `infos` then has its `score`, where the game keeps one.
Observations are `{"observation": numbers from −1 to 1, "action_mask": 1 where allowed}`.
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from brouhaha import games
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action
from brouhaha.engine.match import Match, new_header
from brouhaha.envs.order import beginning, in_order
from brouhaha.envs.senses import WAIT, Senses, observation_space

Observation = dict[str, Any]


def deal_seed(seed: int, episode: int) -> bytes:
    """Of the match that comes so many matches after the reset with this seed."""
    return f"{seed}/{episode}".encode()


class TickEnv(ParallelEnv):  # type: ignore[misc]
    """A match as a PettingZoo ParallelEnv."""

    def __init__(
        self,
        game: str,
        senses: Senses,
        players: int,
        options: dict[str, Any] | None = None,
        tick: int = 250,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.senses = games.find(game), senses
        self.metadata = {
            "name": f"brouhaha_{game}_v{self.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": True,
        }
        self.options, self.tick, self.max_cycles = options or {}, tick, max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        new_header(self.game, self.possible_agents, self.options, 0, None)  # says what is wrong
        self.seed, self.episode = SystemRandom().getrandbits(48), -1
        self._actions = {agent: Discrete(len(senses.actions)) for agent in self.possible_agents}
        self._observations = {agent: observation_space(senses) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.episode += 1
        if seed is not None:
            self.seed, self.episode = seed, 0
        self.agents = self.possible_agents[:]
        deal = deal_seed(self.seed, self.episode)
        header = new_header(self.game, self.possible_agents, self.options, deal, None)
        self.match, self.cycles = Match(self.game, header), 0
        self.beginning = beginning(self.match.chance)
        self.senses.begin(Random(deal))
        self._skip()
        return self._see(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        infos = self._let_act(actions)
        self.cycles += 1
        self._skip()
        seen, agents = self._see(), self.agents
        ended = self.match.result is not None
        cut = not ended and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self._rewards()
        if ended:
            self._tell_scores(infos)
        if ended or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def _let_act(self, actions: dict[str, int]) -> dict[str, dict[str, Any]]:
        """All look at the same table, then act in a drawn order."""
        match, now = self.match, self.match.now + self.tick
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        wanted: dict[int, Action | None] = {}
        for seat, agent in enumerate(self.agents):
            number = int(actions.get(agent, WAIT))
            if number != WAIT:
                private = self.game.private(match.state, seat)
                public = self.game.public(match.state)
                wanted[seat] = self.senses.action(number, public, private, seat)
        for seat in in_order(list(wanted), self.beginning, self.cycles):
            action = wanted[seat]
            try:
                if action is not None:
                    match.play(seat, action, now)
            except Rejected as refused:
                infos[self.agents[seat]]["refused"] = refused.code
        match.advance(now)
        return infos

    def _skip(self) -> None:
        """On to the moment at which somebody can act, or to the end."""
        while self.match.result is None and not any(map(self._allowed, range(len(self.agents)))):
            assert self.match.due is not None, "nobody can act, and no clock runs"
            self.match.advance(self.match.due)

    def _allowed(self, seat: int) -> list[int]:
        state = self.match.state
        return self.senses.allowed(self.game.public(state), self.game.private(state, seat), seat)

    def _see(self) -> dict[str, Observation]:
        state, seen = self.match.state, {}
        for seat, agent in enumerate(self.agents):
            mask = np.zeros(len(self.senses.actions), np.int8)
            mask[[WAIT, *(self._allowed(seat) if self.match.result is None else [])]] = 1
            view = self.senses.observe(
                self.game.public(state), self.game.private(state, seat), seat
            )
            seen[agent] = {"observation": view, "action_mask": mask}
        return seen

    def _rewards(self) -> dict[str, float]:
        result = self.match.result
        if result is None:
            return dict.fromkeys(self.agents, 0.0)
        equal = 1 / len(self.agents)
        share = 1 / len(result.winners)
        paid = [share * (seat in result.winners) - equal for seat in range(len(self.agents))]
        return dict(zip(self.agents, paid, strict=True))

    def _tell_scores(self, infos: dict[str, dict[str, Any]]) -> None:
        scores = getattr(self.match.result, self.game.score_name, [])
        for agent, score in zip(self.agents, scores, strict=False):
            infos[agent]["score"] = score

    def render(self) -> str:
        """The public view, as text."""
        return repr(self.game.public(self.match.state))
