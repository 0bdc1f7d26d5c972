"""Asking a game changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from brouhaha.engine.game import Action
from brouhaha.testing.actions import any_value, kinds_of_action
from brouhaha.testing.game_under_test import DEALT_AGAIN, GameUnderTest
from brouhaha.testing.purity import (
    Kept,
    check_highlights,
    check_mask,
    check_races,
    check_statistics,
    check_views,
)
from brouhaha.testing.watching import WatchedMatch


class QuestionLaws(GameUnderTest):
    @DEALT_AGAIN
    @given(st.data())
    def test_asking_changes_nothing(self, data: st.DataObject) -> None:
        self.check_questions(*self.draw_seed_and_options(data))

    def check_questions(self, seed: int, options: dict[str, Any] | None = None) -> None:
        random = Random(seed)

        def ask(match: WatchedMatch) -> None:
            seat, kept = random.randrange(len(match.header.players)), Kept(match)
            for action in self.one_of_each(random):
                check_races(kept, seat, action)
            check_views(kept)
            check_mask(match, random)

        match = self.played(seed, options, ask)
        check_highlights(match)
        check_statistics(match)

    def one_of_each(self, random: Random) -> Iterator[Action]:
        """An action of every kind, as far as what is drawn is one."""
        for kind in kinds_of_action(self.game):
            with suppress(msgspec.ValidationError, UnicodeError):
                yield msgspec.convert(any_value(kind, random), self.game.kinds.action)
