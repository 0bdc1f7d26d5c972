from random import Random

import pytest
from hypothesis import strategies as st

from brouhaha.engine.match import Match
from brouhaha.games.nono import GAME
from brouhaha.games.nono.types import Ballot, State
from brouhaha.testing import Conformance, copy_state

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


class TestNono(Conformance):
    game = GAME
    dealt_again = 20  # tests/testing plants leaks in it, and looks for them three times as long
    clocks_end_it = True
    options = st.fixed_dictionaries(
        {},
        optional={
            "language": st.sampled_from(["fr", "en"]),
            "turns": st.sampled_from([1, 3, 25, 75]),
            "countdown": st.sampled_from([0, 3]),
            "search": st.sampled_from([5, 90]),
            "vote": st.sampled_from([5, 15]),
            "tie": st.sampled_from(["fits", "fails", "referee"]),
            "pass_final": st.booleans(),
            "penalties": st.sampled_from(["add_up", "worst"]),
            "plural_cost": st.integers(0, 10),
            "decides": st.sampled_from(["vote", "moderator"]),
            "moderator": st.sampled_from([None, 0, 2]),
            "handicap": st.lists(st.sampled_from([None, "first", "last"]), max_size=3),
        },
    )

    def twin(self, match: Match[State], seat: int, random: Random) -> State:
        """The cards to come may lie otherwise, and others' votes may be others until all have."""
        state: State = copy_state(match)
        hidden = state.deck + state.aside
        random.shuffle(hidden)
        state.deck, state.aside = hidden[: len(state.deck)], hidden[len(state.deck) :]
        if state.public.phase == "vote":
            for other, place in enumerate(state.public.seats):
                if other != seat and place.voted:
                    state.private[other].vote = random.choice(
                        [Ballot(True), Ballot(False), Ballot(False, no_answer=True)]
                    )
        return state
