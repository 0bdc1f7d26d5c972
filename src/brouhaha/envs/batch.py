"""Thousands of matches of one game at once, over NumPy arrays: `batch_env("now", players=4)`.

Match `i` of a batch that was reset with a seed is the match of the single environment that was
reset with `seed + i`: the same cards, the same order within ticks, the same observations, masks and
rewards. So it does not depend on how many others are played beside it. When it ends, the next one
begins in the same step, which is the single environment's next `reset()`.

Arrays are by match, then by seat. They are the batch's own, and are written over by the next step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import SystemRandom
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.envs.senses import Senses
from brouhaha.envs.ticks import deal_seed
from brouhaha.lab.compiled_chance import seeds_of

Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.float32]
Masks = NDArray[np.int8]

LONGEST_TICK = 1000  # ms: shorter than any clock between two moments at which somebody can act

NOT_BATCHED = Refusal(
    "not_batched",
    "{game} cannot be played in a batch like this: {reason}.",
    "{game} ne se joue pas ainsi par lots : {reason}.",
)


class Final(NamedTuple):
    """How the matches ended that ended in a step: which, and what their agents saw last."""

    rows: Rows
    observations: Numbers
    masks: Masks


class Batch(ABC):
    """What a game brings are the three abstract methods, compiled, and how its agents see."""

    senses: ClassVar[type[Senses]]

    def __init__(
        self, players: int, matches: int, tick: int = 250, max_cycles: int | None = None
    ) -> None:
        self.players, self.matches, self.tick, self.max_cycles = players, matches, tick, max_cycles
        if not 0 < tick <= LONGEST_TICK:
            raise Rejected(NOT_BATCHED, game=type(self).__name__, reason=f"tick = {tick}")
        seats = matches, players
        self.observations = np.zeros((*seats, self.senses.size), np.float32)
        self.masks = np.zeros((*seats, len(self.senses.actions)), np.int8)
        self.rewards = np.zeros(seats)
        self.scores = np.zeros(seats, np.int64)  # of matches that have just ended
        self.refused = np.zeros(seats, np.bool_)
        self.terminated, self.truncated = np.zeros((2, matches), np.bool_)
        self.cycles = np.zeros(matches, np.int64)
        self.seeds = np.zeros(matches, np.int64)
        self.episodes = np.zeros(matches, np.int64)
        self.seed = SystemRandom().getrandbits(48)
        self.everybody = np.arange(matches)

    # What a game brings

    @abstractmethod
    def deal(self, rows: Rows, seeds: NDArray[np.uint8], lengths: Rows) -> None:
        """New matches in these rows, dealt from these seeds."""

    @abstractmethod
    def play(self, actions: NDArray[np.int64]) -> None:
        """One tick of all: fills `refused`, `terminated`, `rewards` and `scores`."""

    @abstractmethod
    def observe(self, rows: Rows, observations: Numbers, masks: Masks) -> None:
        """What the agents of these rows see and may do, one after the other."""

    # What every batch does

    def reset(self, seed: int | None = None) -> tuple[Numbers, Masks]:
        """All matches begin; without a seed, those that come next."""
        if seed is not None:
            self.seed = seed
            self.episodes[:] = -1
        self.seeds[:] = self.seed + self.everybody
        self._begin(self.everybody)
        self.observe(self.everybody, self.observations, self.masks)
        return self.observations, self.masks

    def step(self, actions: Any) -> Final:
        """Everybody acts or waits. What came of it is in the arrays."""
        self.play(self._checked(actions))
        self.cycles += 1
        if self.max_cycles is not None:
            np.greater_equal(self.cycles, self.max_cycles, out=self.truncated)
            self.truncated &= ~self.terminated
        over = np.flatnonzero(self.terminated | self.truncated)
        final = self._look(over)
        if len(over):
            self._begin(over)
        self.observe(self.everybody, self.observations, self.masks)
        return final

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.matches, self.players):
            raise ValueError(f"actions are {wanted.shape}, not {(self.matches, self.players)}")
        if wanted.size and not 0 <= wanted.min() <= wanted.max() < len(self.senses.actions):
            raise ValueError(f"an action is a number below {len(self.senses.actions)}")
        return wanted

    def _begin(self, rows: Rows) -> None:
        self.cycles[rows] = 0
        self.episodes[rows] += 1
        pairs = zip(self.seeds[rows].tolist(), self.episodes[rows].tolist(), strict=True)
        self.deal(rows, *seeds_of([deal_seed(seed, episode) for seed, episode in pairs]))

    def _look(self, rows: Rows) -> Final:
        seen = np.zeros((len(rows), *self.observations.shape[1:]), np.float32)
        masks = np.zeros((len(rows), *self.masks.shape[1:]), np.int8)
        if len(rows):
            self.observe(rows, seen, masks)
            masks[:, :, 1:] = 0  # a match that is over, or cut off
        return Final(rows, seen, masks)
