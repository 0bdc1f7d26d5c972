"""A random match that compiled rules and the referee both play, to be compared choice by choice."""

from __future__ import annotations

from typing import Any, NamedTuple

from brouhaha.engine.game import Game, StateT
from brouhaha.engine.match import Match, new_header


class Trial(NamedTuple):
    """A match and what is chosen in it."""

    players: int
    options: dict[str, Any]
    tape: list[int]  # what each byte means is the game's
    seed: bytes

    def begin(self, game: Game[StateT, Any, Any]) -> Match[StateT]:
        names = [f"player {seat}" for seat in range(self.players)]
        return Match(game, new_header(game, names, self.options, self.seed, None))
