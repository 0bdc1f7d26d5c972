"""What an agent of one game sees and can do, as numbers. A game brings a class of its own
(`Game.environment`).

It is given the two views of a seat, as a bot is, so an agent cannot know more than a player.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict
from numpy.typing import NDArray

from brouhaha.engine.game import Action

Vector = NDArray[np.float32]
WAIT = 0  # the first action of every game


class Senses(ABC):
    size: ClassVar[int]  # of an observation
    actions: ClassVar[tuple[str, ...]]  # their names, "wait" first

    def begin(self, random: Random) -> None:
        """A new match; `random` is for what a seat happens to think of."""
        self.random = random

    @abstractmethod
    def observe(self, public: Any, private: Any, seat: int) -> Vector:
        """Numbers from −1 to 1."""

    @abstractmethod
    def allowed(self, public: Any, private: Any, seat: int) -> list[int]:
        """The actions besides waiting that the rules allow at this moment."""

    @abstractmethod
    def action(self, number: int, public: Any, private: Any, seat: int) -> Action | None:
        """The game's action with this number; None: there is none now."""


def observation_space(senses: Senses | type[Senses]) -> Dict:
    """What one agent sees: numbers, and 1 for each action that is allowed."""
    return Dict(
        {
            "observation": Box(-1, 1, (senses.size,), np.float32),
            "action_mask": Box(0, 1, (len(senses.actions),), np.int8),
        }
    )


def others(seat: int, seats: list[Any]) -> list[Any]:
    """Those of the other players, from the next one around the table."""
    return [*seats[seat + 1 :], *seats[:seat]]


def one_hot(place: int | None, size: int) -> list[float]:
    return [float(place == number) for number in range(size)]


def filled(numbers: list[float], size: int) -> Vector:
    """Zeros where there is nothing, nothing beyond −1 and 1."""
    vector = np.zeros(size, np.float32)
    vector[: min(len(numbers), size)] = numbers[:size]
    clipped: Vector = np.clip(vector, -1, 1)
    return clipped
