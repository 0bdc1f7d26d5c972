"""Eleven rounds, then the score; Targets that nobody took are discarded."""

import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now.types import State
from brouhaha.lab.arena import pass_time
from tests.games.now.dealing import everybody_says_now, next_round, start


def last_resolution() -> Match[State]:
    match = start([], [[128], [127], [126]])
    everybody_says_now(match)
    for _ in range(10):
        next_round(match)
        everybody_says_now(match)
    return match


def test_the_result_is_there_at_the_last_resolution_and_showing_it_goes_on() -> None:
    match = last_resolution()
    assert (match.public().phase, match.public().round) == ("resolution", 11)
    assert match.result is not None
    assert match.public().targets
    pass_time(match)
    assert match.public().phase == "end"
    assert match.public().targets == []
    assert match.due is None


def test_there_is_no_result_before() -> None:
    match = start([], [[128], [127], [126]])
    for _ in range(10):
        everybody_says_now(match)
        assert match.result is None
        next_round(match)
    assert match.public().targets_left == 0


def test_at_the_end_nothing_is_allowed() -> None:
    match = last_resolution()
    pass_time(match)
    for action in ("ready", "now", "discard"):
        with pytest.raises(brouhaha.Rejected, match="wrong_phase"):
            match.act(0, {"type": action}, match.now)


def test_targets_left_over_lie_beside_the_new_ones() -> None:
    match = start(["4 red 1", "8 red 1", "12 red 1"], [[128], [127], [126]])
    everybody_says_now(match)
    next_round(match)
    assert [card.value for card in match.public().targets][:3] == [4, 8, 12]
    assert len(match.public().targets) == 6
