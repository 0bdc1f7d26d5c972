"""What the book leaves open and a group may choose: passing and coming back, clocks."""

from __future__ import annotations

from typing import Any

import pytest

import brouhaha
from brouhaha.games.nono import GAME
from brouhaha.games.nono.types import Ballot
from tests.games.nono.table import NAMES, SPORTS, act, searching


def test_a_pass_is_final_by_default() -> None:
    match = searching(SPORTS)
    act(match, 0, "pass")
    with pytest.raises(brouhaha.Rejected, match="already_passed"):
        act(match, 0, "stop")


def test_who_passed_may_come_back_where_a_pass_is_not_final() -> None:
    match = searching(SPORTS, pass_final=False)
    act(match, 0, "pass")
    with pytest.raises(brouhaha.Rejected, match="already_passed"):
        act(match, 0, "pass")
    assert act(match, 0, "stop") == [{"type": "stopped", "seat": 0}]


def test_the_turn_is_over_when_all_have_passed_final_or_not() -> None:
    match = searching(SPORTS, SPORTS, pass_final=False)
    for seat in range(3):
        act(match, seat, "pass")
    assert match.public().turn == 2


def test_a_vote_for_no_answer_is_secret_as_any_other() -> None:
    match = searching(SPORTS, players=4)
    act(match, 0, "stop")
    act(match, 0, "answer", word="ski de fond")
    assert act(match, 1, "vote", fits=True, no_answer=True) == [{"type": "voted", "seat": 1}]
    assert match.private(1).vote == Ballot(False, no_answer=True)
    assert match.private(2).vote is None
    assert match.public().verdict is None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"search": 2.9}, "clock_too_short"),
        ({"answer": 1}, "clock_too_short"),
        ({"vote": 0.5}, "clock_too_short"),
        ({"verdict": 0.04}, "clock_too_short"),
        ({"countdown": 0.0001}, "clock_too_short"),
        ({"search": -1}, "bad_option"),
        ({"tie": "coin"}, "bad_option"),
        ({"penalties": "none"}, "bad_option"),
        ({"plural_cost": 11}, "bad_option"),
        ({"plural_cost": -1}, "bad_option"),
        ({"pass_final": "yes"}, "bad_option"),
    ],
)
def test_options_that_cannot_be_played(options: dict[str, Any], code: str) -> None:
    with pytest.raises(brouhaha.Rejected) as refused:
        brouhaha.start(GAME, NAMES[:3], options=options)
    assert refused.value.code == code
    assert all(refused.value.sentence(language) for language in ("en", "fr"))


@pytest.mark.parametrize("clock", ["countdown", "search", "answer", "vote", "verdict"])
def test_every_clock_can_be_switched_off_or_be_short(clock: str) -> None:
    for seconds in (0, 3, 3600):
        brouhaha.start(GAME, NAMES[:3], options={clock: seconds})
