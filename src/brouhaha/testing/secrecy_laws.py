"""Nobody learns what they may not know, by what they see and hear or by a draw that comes twice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from brouhaha.testing.dealing import check_dealt_anew
from brouhaha.testing.game_under_test import DEALT_AGAIN, RELAXED, WHOLE_MATCHES, GameUnderTest
from brouhaha.testing.secrecy import look_for_a_leak

FEW_MATCHES: Final = 4
LONG_MATCH: Final = 1_500  # inputs: a label may come again in a later round


class SecrecyLaws(GameUnderTest):
    @RELAXED
    @given(st.data())
    def test_a_seat_sees_nothing_it_may_not_know(self, data: st.DataObject) -> None:
        """The views are made from a state alone: of a twin's they must be the same."""
        if not self.has_twin:
            return
        match = self.draw_match(data)
        for _ in self.walk(data, match):
            seat = data.draw(st.integers(0, len(match.header.players) - 1), label="seat")
            twin = self.twin(match, seat, Random(data.draw(st.integers(0, 99), label="twin")))
            assert self.game.public(twin) == self.game.public(match.state)
            assert self.game.private(twin, seat) == self.game.private(match.state, seat)
            assert self.game.due(twin) == self.game.due(match.state)

    @DEALT_AGAIN
    @given(st.data())
    def test_nobody_can_tell_matches_apart_that_differ_in_secrets(
        self, data: st.DataObject
    ) -> None:
        self.check_secrecy(*self.draw_seed_and_options(data))

    def check_secrecy(self, seed: int, options: dict[str, Any] | None = None) -> bool:
        """Of one match, dealt again with one thing changed, some sixty times."""
        match = self.played(seed, options)
        found = look_for_a_leak(self, match, Random(seed))
        assert not (found and self.no_secrets), "something is hidden, and `no_secrets` says no"
        return found

    def test_there_is_something_it_may_not_know(self) -> None:
        """Else the laws above would prove nothing; a game without secrets says so."""
        if self.no_secrets:
            return
        assert any(self.check_secrecy(seed) for seed in range(3)), (
            "nothing is hidden in this game: say `no_secrets = True`"
        )
        match = self.start(self.game.players.stop - 1, 1, {})
        before = msgspec.msgpack.encode(match.state)
        twins = [self.twin(match, 0, Random(number)) for number in range(10)]
        assert not self.has_twin or any(msgspec.msgpack.encode(twin) != before for twin in twins)
        assert msgspec.msgpack.encode(match.state) == before

    def test_what_is_hidden_is_dealt_anew_in_each_match(self) -> None:
        if self.no_secrets:
            return
        players = self.game.players[-1]
        matches = [self.played(seed, players=players) for seed in range(FEW_MATCHES)]
        check_dealt_anew(self, matches)

    @WHOLE_MATCHES
    @given(st.data())
    def test_a_label_is_drawn_once(self, data: st.DataObject) -> None:
        self.check_labels(*self.draw_seed_and_options(data))

    def check_labels(self, seed: int, options: dict[str, Any] | None = None) -> None:
        match = self.played(seed, options, most_inputs=LONG_MATCH)
        drawn = Counter(draw.label for draw in match.chance.draws)
        twice = [label for label, times in drawn.items() if times > 1]
        assert not twice, f"drawn more than once, so what they give is the same: {twice}"
