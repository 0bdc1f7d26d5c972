"""What would have worked: two words for a card that nobody solved, told when it is over."""

from __future__ import annotations

from random import Random
from typing import Any

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.nono import GAME
from brouhaha.games.nono.judging import judge
from brouhaha.games.nono.types import State
from brouhaha.lab.arena import play_out
from tests.games.nono.table import GO, SPORTS, act, say, searching, start, vote_all

ZOO = {"category": "At the Zoo", "order": [["P", 1]], "syllables": 2, "multiplier": 3}
NOTHING = {"category": "In Sports", "order": [["W", 1], ["X", 2]], "multiplier": 1}


def told(match: Match[State]) -> Any:
    return brouhaha.to_json(match.public()).get("would_fit")


def pass_all(match: Match[State]) -> None:
    for seat in range(3):
        act(match, seat, "pass")


def test_two_words_that_the_referee_would_have_taken() -> None:
    match = searching(SPORTS, ZOO)
    pass_all(match)
    words = told(match)
    assert len(words) == 2
    for word in words:
        finding = judge(word, "fr", must=("F", "N"), ban="U", category="In Sports")
        assert finding.ok, finding


def test_after_the_clock_as_well() -> None:
    match = searching(SPORTS, ZOO)
    match.advance(GO + 90_000)
    assert len(told(match)) == 2


def test_never_before_the_card_is_over() -> None:
    match = searching(SPORTS, ZOO)
    assert told(match) is None
    act(match, 0, "pass")
    assert told(match) is None
    say(match, 1, "ski de fond")
    assert told(match) is None


def test_a_card_that_was_solved_has_no_need_of_them() -> None:
    match = searching(SPORTS, ZOO)
    say(match, 1, "ski de fond")
    vote_all(match, [True, True])
    assert match.public().phase == "verdict"
    assert told(match) is None


def test_a_wrong_word_gets_two_others_beside_its_verdict() -> None:
    match = searching(SPORTS, ZOO)
    say(match, 1, "football")
    vote_all(match, [True, True])
    assert len(told(match)) == 2
    for seat in range(3):
        act(match, seat, "ready")
    assert match.public().phase == "search"
    assert told(match) is None  # they were read with the verdict


def test_a_word_that_the_others_did_not_find_typical_is_not_among_them() -> None:
    words = told_for_unsolved()
    match = searching(SPORTS, ZOO)
    say(match, 1, words[0])
    vote_all(match, [False, False])
    assert words[0] not in told(match)
    assert len(told(match)) == 2


def told_for_unsolved() -> Any:
    match = searching(SPORTS, ZOO)
    pass_all(match)
    return told(match)


def test_where_no_typical_word_fits_there_is_none() -> None:
    match = searching(NOTHING, ZOO)
    pass_all(match)
    assert told(match) == []


def test_the_words_belong_to_the_card_before_not_to_the_one_in_play() -> None:
    match = searching(SPORTS, ZOO)
    pass_all(match)
    public = match.public()
    assert public.card is not None
    assert public.card.category == "At the Zoo"
    for word in told(match):
        assert not judge(word, "fr", must=("P",), syllables=2, category="At the Zoo").ok


def test_a_match_that_is_played_again_tells_the_same() -> None:
    match = play_out(start(seed=3), [GAME.bots["gentle"](seat, Random(seat)) for seat in range(3)])
    again = brouhaha.replay(match.log)
    assert brouhaha.to_json(again.state) == brouhaha.to_json(match.state)
