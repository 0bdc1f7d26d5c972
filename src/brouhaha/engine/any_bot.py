"""The bot of a game that brings none: it tries whatever may be done now, and knows no better.

All that it knows is the game's types: it takes an action that `legal` has in this phase, with any
values. The more it has tried in a scene the longer it waits, so that clocks run out and people are
heard.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, ClassVar, Final

import msgspec
import msgspec.inspect as mi

from brouhaha.engine.any_value import AnyValue, kinds_in
from brouhaha.engine.bot import Bot, Thought

TRIES: Final = 20  # to draw an action that its own type allows
PACE: Final = 400  # ms
SLOWEST: Final = 12  # times that pace


def any_bot(game: type) -> type[Bot]:
    """The bot of this class of games."""
    return type("AnyBot", (AnyBot,), {"game": game})


class AnyBot(Bot):
    game: ClassVar[Any]  # the class

    def __init__(self, seat: int, random: Random) -> None:
        super().__init__(seat, random)
        self.scene, self.tried = -1, 0

    def think(self, public: Any, private: Any) -> Thought | None:
        if public.scene != self.scene:
            self.scene, self.tried = public.scene, 0
        action = self._any_of(self._allowed(public.phase))
        if action is None:
            return None
        self.tried += 1
        return Thought(PACE + self.random.randrange(PACE * min(self.tried, SLOWEST)), action)

    def _any_of(self, kinds: list[mi.Type]) -> msgspec.Struct | None:
        for _ in range(TRIES if kinds else 0):
            plain = AnyValue(self.random).of(self.random.choice(kinds))
            with suppress(msgspec.ValidationError):
                action: msgspec.Struct = msgspec.convert(plain, self.game.kinds.action)
                return action
        return None

    def _allowed(self, phase: str) -> list[mi.Type]:
        """Where the game does not say what is legal when, everything until the end."""
        every, legal = kinds_in(self.game.kinds.action), self.game.legal
        if not legal:
            return [] if phase == "end" else list(every)
        now = legal.get(phase, {})
        return [kind for kind in every if isinstance(kind, mi.StructType) and kind.cls in now]
