"""A player that sees one seat's views, like everybody, and says what it will do, and when."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from inspect import signature
from random import Random
from typing import Any, ClassVar

import msgspec


class Thought(msgspec.Struct, frozen=True, gc=False):
    """What a bot will do `after` so many milliseconds; no action: think again then."""

    after: int
    action: msgspec.Struct | None


class Bot(ABC):
    """A player that sees one seat's views, like everybody.

    It is asked when a scene begins (`public.scene`), when it has acted or was refused, and when a
    thought without an action comes due. None means: nothing until the next scene.
    """

    _wants_time: ClassVar[bool] = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._wants_time = _takes_three(cls.think)

    def __init__(self, seat: int, random: Random) -> None:
        self.seat = seat
        self.random = random

    @abstractmethod
    def think(self, *args: Any, **kwargs: Any) -> Thought | None:
        """`think(public, private, at)`: the two views of its seat, and the match's clock in ms, as
        `public.deadline` is told. A bot that needs no clock may leave it out."""

    def asked(self, public: Any, private: Any, at: int) -> Thought | None:
        """What it thinks: whoever lets a bot play calls this."""
        return self.think(public, private, at) if self._wants_time else self.think(public, private)


def _takes_three(think: Callable[..., Any]) -> bool:
    try:
        signature(think).bind("self", "public", "private", "at")
    except TypeError:
        return False
    return True
