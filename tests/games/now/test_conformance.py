from random import Random

import pytest
from hypothesis import strategies as st

from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.types import State
from brouhaha.testing import Conformance, copy_state

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


class TestNow(Conformance):
    game = GAME
    dealt_again = 20  # tests/testing plants leaks in it, and looks for them three times as long
    clocks_end_it = True
    options = st.fixed_dictionaries(
        {},
        optional={
            "countdown": st.sampled_from([0, 3]),
            "last_player": st.sampled_from([0, 10]),
            "perfect": st.sampled_from(["in_play", "any"]),
            "refresh_points": st.integers(0, 5),
            "signal": st.sampled_from(["countdown", "all"]),
            "refresh_place": st.sampled_from(["middle_third", "middle", "anywhere"]),
            "refresh_active": st.sampled_from(["shuffled", "kept"]),
            "rank_silvano": st.booleans(),
            "in_turn": st.booleans(),
        },
    )

    def twin(self, match: Match[State], seat: int, random: Random) -> State:
        """The others' active cards and every face-down card may lie otherwise."""
        state: State = copy_state(match)
        random.shuffle(state.target_deck)
        for deck in state.decks:
            random.shuffle(deck)
        for other, hand in enumerate(state.private):
            shown = state.public.seats[other].active is not None
            if other != seat and hand.active is not None and not shown:
                hidden = [*state.decks[other], hand.active]
                random.shuffle(hidden)
                hand.active = hidden.pop()
                state.decks[other] = hidden
        return state
