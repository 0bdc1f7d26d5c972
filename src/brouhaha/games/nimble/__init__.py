"""nimble: everybody places cards at once, frame on circle; the errors come out in the end."""

from brouhaha.games.nimble.game import GAME

__all__ = ["GAME"]
