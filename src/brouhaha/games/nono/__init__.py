"""NoNo: find a typical word with the letters demanded and without the one banned, call Stop!"""

from brouhaha.games.nono.game import GAME

__all__ = ["GAME"]
