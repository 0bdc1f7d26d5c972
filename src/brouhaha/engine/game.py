"""What a game gives the engine: types, and pure functions over its state.

Laws a game keeps (`brouhaha.testing` proves them):

- It is pure: time comes in as whole milliseconds since the match began, chance from the seed.
- `act` raises `Rejected` *before* anything has changed.
- Views are built, never filtered. What a seat may know is the public view and its own private
  view; what is in neither cannot leak. A game may keep them as parts of its state: the engine
  hands out copies.
- Every public view has `phase`, `seats`, and `scene`, which counts up when everybody should look
  up: a new phase, a new turn.
- Events are what everybody at the table may hear. News for one seat is in its private view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Refusal

StateT = TypeVar("StateT", bound=msgspec.Struct)
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
DealT = TypeVar("DealT", bound=msgspec.Struct)

Action = msgspec.Struct
Event = msgspec.Struct


class Thought(msgspec.Struct, frozen=True, gc=False):
    """What a bot will do `after` so many milliseconds; no action: think again then."""

    after: int
    action: Action | None


class Bot(ABC):
    """A player that sees one seat's views, like everybody.

    It is asked when a scene begins (`public.scene`), when it has acted or was refused, and when a
    thought without an action comes due. None means: nothing until the next scene.
    """

    def __init__(self, seat: int, random: Random) -> None:
        self.seat = seat
        self.random = random

    @abstractmethod
    def think(self, public: Any, private: Any) -> Thought | None: ...


class Kinds(NamedTuple):
    """The msgspec types that a game is told in; unions are tagged."""

    options: type[msgspec.Struct]
    deal: type[msgspec.Struct]
    state: type[msgspec.Struct]
    action: Any  # a union
    event: Any  # a union
    public: type[msgspec.Struct]
    private: type[msgspec.Struct]
    result: type[msgspec.Struct]


class Game(ABC, Generic[StateT, OptionsT, DealT]):
    """One game: its types as class attributes, its rules as methods without memory."""

    id: ClassVar[str]
    version: ClassVar[int]  # of the rules: a log of another version is not replayed
    players: ClassVar[range]
    kinds: ClassVar[Kinds]
    refusals: ClassVar[tuple[Refusal, ...]]  # the game's own, beside the engine's
    bots: ClassVar[Mapping[str, type[Bot]]]  # by name; the levels among them, weakest first
    simple_bot: ClassVar[str] = "random"  # the one a simulation takes when none is named
    score_name: ClassVar[str] = "scores"  # which list of the result a simulation averages

    @abstractmethod
    def setup(
        self, players: list[str], options: OptionsT, deal: DealT | None, chance: Chance
    ) -> StateT:
        """The state at 0 ms. Raises `Rejected` for options or a deal that cannot be played."""

    @abstractmethod
    def act(
        self, state: StateT, seat: int, action: Any, at: int, chance: Chance
    ) -> list[msgspec.Struct]:
        """Carry out a player's action, or raise `Rejected` with the state untouched."""

    @abstractmethod
    def due(self, state: StateT) -> int | None:
        """When the next deadline falls, in ms since the match began; None: there is no clock."""

    @abstractmethod
    def expire(self, state: StateT, at: int, chance: Chance) -> list[msgspec.Struct]:
        """What happens at the deadline that `due` named."""

    @abstractmethod
    def public(self, state: StateT) -> msgspec.Struct: ...

    @abstractmethod
    def private(self, state: StateT, seat: int) -> msgspec.Struct: ...

    @abstractmethod
    def result(self, state: StateT) -> msgspec.Struct | None: ...

    def inventory(self, state: StateT) -> Iterable[Hashable]:
        """Every card, wherever it lies: the same ones after every action."""
        return ()

    def contested(self, state: StateT, seat: int, action: Any) -> bool:
        """Is this an action that another seat's earlier one could overtake? (table/ asks)"""
        return False
