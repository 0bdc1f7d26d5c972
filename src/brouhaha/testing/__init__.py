"""One conformance suite that every game passes; for people who add a game of their own.

from brouhaha.testing import Conformance

class TestMyGame(Conformance):
    game = GAME
"""

from brouhaha.testing.conformance import Conformance
from brouhaha.testing.game_under_test import copy_state

__all__ = ["Conformance", "copy_state"]
