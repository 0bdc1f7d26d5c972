"""Asking a game something outside a match. A game of another package may fail: that is refused, and
the server goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from brouhaha.engine.errors import Rejected
from brouhaha.server import logs
from brouhaha.table.asking import of_the_game

T = TypeVar("T")


def by_game(game: str, act: Callable[[], T]) -> T:
    try:
        with of_the_game():
            return act()
    except Rejected as rejected:
        if rejected.__cause__ is not None:
            logs.trouble("game_failed", rejected.__cause__, game=game)
        raise
