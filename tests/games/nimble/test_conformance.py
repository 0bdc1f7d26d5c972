from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from brouhaha.engine.match import Match
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.types import State
from brouhaha.testing import Conformance, copy_state

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


class TestNimble(Conformance):
    game = GAME
    dealt_again = 20  # tests/testing plants leaks in it, and looks for them three times as long
    clocks_end_it = True
    options = st.fixed_dictionaries(
        {},
        optional={
            "countdown": st.sampled_from([0, 3]),
            "round": st.sampled_from([5, 600]),
            "check": st.sampled_from([1, 30]),
            "races": st.sampled_from(["bounce", "land"]),
            "challenge": st.booleans(),
            "question": st.sampled_from(["none", "children", "alice"]),
            "answer": st.sampled_from([None, 0, 1]),
            "signal": st.sampled_from(["countdown", "player"]),
            "signal_by": st.sampled_from([None, 0, 1]),
        },
    )

    def twin(self, match: Match[State], seat: int, random: Random) -> State:
        """Decks, what lies under a discard's top, and what lies under a pile's top."""
        state: State = copy_state(match)
        for deck in state.decks:
            random.shuffle(deck)
        for discard in state.discards:
            shuffle_under_top(discard, random)
        for pile in state.piles:
            shuffle_under_top(pile, random)
        return state


def shuffle_under_top(cards: list[Any], random: Random) -> None:
    hidden = cards[:-1]
    random.shuffle(hidden)
    cards[:-1] = hidden
