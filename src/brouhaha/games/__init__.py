"""Which games are there? Each is a folder and an entry point in the group `brouhaha.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.refusals import UNKNOWN_GAME

GROUP = "brouhaha.games"


def names() -> list[str]:
    """The ids of all games that are installed, this package's and other people's."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


@cache
def find(game: str) -> AnyGame:
    """The game with this id; `Rejected("unknown_game")` if nobody installed it."""
    for entry in entry_points(group=GROUP):
        if entry.name == game:
            loaded: AnyGame = entry.load()
            return loaded
    raise Rejected(UNKNOWN_GAME, game=game)
