from random import Random

from hypothesis import strategies as st

from brouhaha.engine.match import Match
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.types import State
from brouhaha.testing import Conformance, copy_state


class TestNimble(Conformance):
    game = GAME
    options = st.fixed_dictionaries(
        {},
        optional={
            "countdown": st.sampled_from([0, 3]),
            "round": st.sampled_from([5, 600]),
            "check": st.sampled_from([1, 30]),
            "races": st.sampled_from(["bounce", "land"]),
            "challenge": st.booleans(),
        },
    )

    def twin(self, match: Match, seat: int, random: Random) -> State:
        """Decks, what lies under a discard's top, and what lies under a pile's top."""
        state: State = copy_state(match)
        for deck in state.decks:
            random.shuffle(deck)
        for pile in (*state.discards, *state.piles):
            hidden = pile[:-1]
            random.shuffle(hidden)
            pile[:-1] = hidden
        return state
