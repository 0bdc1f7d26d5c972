"""NOW!: find the card closest to a Target without going over, then shout NOW!"""

from brouhaha.games.now.game import GAME

__all__ = ["GAME"]
