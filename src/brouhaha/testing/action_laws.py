"""Any action at any time works or is refused; a refusal changes nothing, and says why."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import AnyMatch, Match
from brouhaha.lab.arena import EndlessMatch, steps
from brouhaha.testing.actions import any_action, any_value, kinds_of_action
from brouhaha.testing.game_under_test import (
    MOST_INPUTS,
    RELAXED,
    WHOLE_MATCHES,
    GameUnderTest,
    copy_state,
)
from brouhaha.testing.refusing import check_words, snapshot

FEW_MATCHES: Final = settings(WHOLE_MATCHES, max_examples=3)  # one alone tries every kind


class ActionLaws(GameUnderTest):
    @RELAXED
    @given(st.data())
    def test_any_action_works_or_is_refused_and_a_refusal_changes_nothing(
        self, data: st.DataObject
    ) -> None:
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            seat = data.draw(st.integers(-1, len(match.header.players)), label="seat")
            action = data.draw(any_action(self.game), label="action")
            later = data.draw(st.sampled_from([0, 1, 500, 20_000, 700_000]), label="later")
            self.check_action(match, seat, action, match.now + later)

    @FEW_MATCHES
    @given(st.data())
    def test_every_kind_of_action_is_tried_in_every_phase(self, data: st.DataObject) -> None:
        self.check_actions(*self.draw_seed_and_options(data))

    def check_actions(self, seed: int, options: dict[str, Any] | None = None) -> None:
        """By everybody, whenever a phase is met for the first time and once more later on."""
        random = Random(seed)
        match = self.start(random.choice(self.game.players), seed, options or {})
        bots = self.bots(match, self.any_bot(), seed)
        met: set[tuple[str, bool]] = set()
        self.try_each_kind(match, random)
        with suppress(EndlessMatch):  # without clocks, bots may wait for somebody for ever
            for number, _ in enumerate(steps(match, bots)):
                moment = match.public().phase, random.random() < 0.1
                if moment not in met:
                    met.add(moment)
                    self.try_each_kind(match, random)
                if number > MOST_INPUTS:
                    break
        self.try_each_kind(match, random)

    def try_each_kind(self, match: AnyMatch, random: Random) -> None:
        """Each in a match of its own that stands where this one does, which goes on untouched."""
        for seat in range(match.seats):
            for kind in kinds_of_action(self.game):
                aside = standing_like(match)
                self.check_action(aside, seat, any_value(kind, random), aside.now)

    def check_action(self, match: AnyMatch, seat: int, action: Any, at: int) -> None:
        before = snapshot(match)
        try:
            events = match.act(seat, action, at)
        except Rejected as refused:
            self.check_refusal(match, before, refused)
        else:
            plain = [msgspec.to_builtins(event) for event in events]
            assert [msgspec.convert(e, self.game.kinds.event) for e in plain] == events

    def check_refusal(self, match: AnyMatch, before: object, refused: Rejected) -> None:
        assert snapshot(match) == before, f"{refused.code} was refused, and something changed"
        check_words(self.game, refused)


def standing_like(match: AnyMatch) -> AnyMatch:
    """Another match in the same state, with an empty log."""
    other: AnyMatch = Match(match.game, match.header)
    other.state, other.now, other.due = copy_state(match), match.now, match.due
    return other
