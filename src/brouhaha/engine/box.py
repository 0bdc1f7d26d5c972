"""What a real box of a game is: the cards and dice that somebody may type in from their own.

A typed-in box is an option of the game (`BoxKind.option`), so a match that is played with it has
it in its log. `brouhaha.server` keeps such boxes by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from brouhaha.engine.errors import Words


class BoxKind(ABC):
    """How a game's box is typed in and checked (`Game.box`)."""

    option: ClassVar[str]  # the game's option that takes it
    kind: ClassVar[type[Struct]]

    @abstractmethod
    def mistakes(self, box: Any) -> Sequence[Words]:
        """Everything that cannot be in such a box, a sentence each; none: it can be played with."""

    def doubts(self, box: Any) -> Sequence[Words]:
        """What can be, but is rather a slip of the pen."""
        return ()

    @abstractmethod
    def example(self, language: str) -> Any:
        """The house's own cards, to begin from."""

    def names(self) -> Mapping[str, Words]:
        """What a box calls by an id, and people by a name."""
        return {}
