"""A small game with secrets of every kind and no fault passes: what other tests catch is the fault."""

from __future__ import annotations

from random import Random

from brouhaha.engine.match import Match
from brouhaha.testing import Conformance, copy_state
from tests.testing.honest import HonestGame, State


class TestHonest(Conformance):
    game = HonestGame()
    clocks_end_it = True


class TestHonestWithATwin(TestHonest):
    """What a seat may not know can be said by a twin as well."""

    dealt_again = 20

    def twin(self, match: Match[State], seat: int, random: Random) -> State:
        state: State = copy_state(match)
        random.shuffle(state.deck)
        return state
