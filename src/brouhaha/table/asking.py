"""Asking a game something when no match can be lost: if its own code fails, that is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from brouhaha.engine.errors import CRASHES, Rejected
from brouhaha.table.refusals import GAME_FAILED


@contextmanager
def of_the_game() -> Iterator[None]:
    """Whoever is told of the refusal finds the game's error as its cause."""
    try:
        yield
    except Rejected:
        raise
    except CRASHES as error:
        raise Rejected(GAME_FAILED) from error
