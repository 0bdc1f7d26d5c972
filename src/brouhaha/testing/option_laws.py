"""Options have bounds; whatever they are, a match is refused or can be played."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from brouhaha.engine.errors import Rejected
from brouhaha.lab.arena import EndlessMatch, steps
from brouhaha.testing.game_under_test import RELAXED, GameUnderTest
from brouhaha.testing.options import any_options, unbounded
from brouhaha.testing.refusing import check_words

MOST_STEPS: Final = 30


class OptionLaws(GameUnderTest):
    def test_options_have_bounds(self) -> None:
        found = unbounded(self.game)
        assert not found, f"a number needs `ge` and `le`, a text `max_length`: {found}"
        for players in self.game.players:
            self.start(players, 1, {})

    @RELAXED
    @given(st.integers(0, 2**32))
    def test_whatever_the_options_it_is_refused_or_played(self, seed: int) -> None:
        self.check_options(seed)

    def check_options(self, seed: int) -> None:
        random = Random(seed)
        try:
            match = self.start(
                random.choice(self.game.players), seed, any_options(self.game, random)
            )
        except Rejected as refused:
            check_words(self.game, refused)
            return
        with suppress(EndlessMatch):  # without clocks, bots may wait for somebody for ever
            bots = self.bots(match, self.any_bot(), seed)
            for _ in zip(steps(match, bots), range(MOST_STEPS), strict=False):
                pass
        match.run_out(match.now + 1)
        assert match.over or not self.clocks_end_it
