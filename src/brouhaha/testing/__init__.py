"""One conformance suite that every game passes; for people who add a game of their own.

from brouhaha.testing import Conformance

class TestMyGame(Conformance):
    game = GAME

    def twin(self, match, seat, random):
        ...  # another state, which this seat cannot tell from the match's
"""

from brouhaha.testing.conformance import Conformance, copy_state

__all__ = ["Conformance", "copy_state"]
