"""What the books leave open and a group may choose: Refresh, Silvano, clocks."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha.engine.errors import Rejected
from brouhaha.games.now import GAME
from brouhaha.lab.arena import play_out
from tests.games.now.dealing import everybody_says_now, next_round, play, start


def place_of_refresh(seed: int, **options: Any) -> int:
    """How many cards come before it."""
    match = brouhaha.start(GAME, ["a", "b", "c"], options, seed=seed)
    order = [*match.state.public.targets, *reversed(match.state.target_deck)]
    return [card.refresh for card in order].index(True)


@pytest.mark.parametrize(
    ("place", "expected"),
    [("middle_third", range(11, 22)), ("middle", range(16, 17)), ("anywhere", range(33))],
)
def test_where_refresh_goes_in(place: str, expected: range) -> None:
    places = Counter(place_of_refresh(seed, refresh_place=place) for seed in range(400))
    assert set(places) == set(expected)


def test_refresh_anywhere_may_be_the_first_card_of_all() -> None:
    seed = next(s for s in range(400) if place_of_refresh(s, refresh_place="anywhere") == 0)
    match = brouhaha.start(GAME, ["a", "b"], {"refresh_place": "anywhere"}, seed=seed)
    assert match.public().refresh == "in_play"
    match.advance(3000)
    assert all(place.cards_left == 16 for place in match.public().seats)


def test_the_active_card_is_kept_at_refresh() -> None:
    targets = ["16 red 2", "84 blue 3", "120 both 1", "24 red 1", "refresh", "28 red 1"]
    match = start(targets, [[1, 2, 3], [10], [20]], {"refresh_active": "kept"})
    cards = Counter(GAME.inventory(match.state))
    play(match, ["0 discard", "0 discard"])
    everybody_says_now(match)
    match.advance(match.due or 0)
    assert [match.private(seat).active for seat in range(3)] == [3, 10, 20]
    assert [place.cards_left for place in match.public().seats] == [16, 16, 16]
    assert match.public().seats[0].discards == []
    assert sorted(match.state.decks[0]) == sorted({1, 2, *match.state.decks[0]} - {3})
    assert {1, 2} <= set(match.state.decks[0])
    assert Counter(GAME.inventory(match.state)) == cards
    match.advance(match.due or 0)
    assert [match.private(seat).active for seat in range(3)] == [3, 10, 20]


def test_silvano_without_a_rank_cannot_win() -> None:
    targets = ["16 red 2", "84 blue 3", "120 both 1"]
    match = start(targets, [[80, 81], [10, 11]], {"rank_silvano": False}, silvano=[118, 119, 121])
    everybody_says_now(match)
    while match.result is None:
        next_round(match)
        everybody_says_now(match)
    assert match.result.ranking[-1] == [2]
    assert 2 not in match.result.winners
    assert len(match.result.scores) == 3


@pytest.mark.parametrize("kind", GAME.bots)
def test_every_bot_says_go(kind: str) -> None:
    match = brouhaha.start(GAME, ["a", "b"], {"signal": "all"}, seed=4)
    play_out(match, [GAME.bots[kind](seat, Random(seat)) for seat in range(2)])
    assert match.result is not None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"action": 0.5}, "clock_too_short"),
        ({"last_player": 0.9}, "clock_too_short"),
        ({"resolution": 0.01}, "clock_too_short"),
        ({"signal": "youngest"}, "bad_option"),
        ({"refresh_place": "top"}, "bad_option"),
        ({"refresh_active": "burnt"}, "bad_option"),
        ({"rank_silvano": 1}, "bad_option"),
    ],
)
def test_options_that_cannot_be_played(options: dict[str, Any], code: str) -> None:
    with pytest.raises(brouhaha.Rejected) as refused:
        brouhaha.start(GAME, ["a", "b", "c"], options)
    assert refused.value.code == code


@pytest.mark.parametrize("action", ["discard", "now"])
def test_where_one_plays_after_the_other_nobody_else_does(action: str) -> None:
    match = brouhaha.start(GAME, ["Ana", "Bo", "Cy"], {"in_turn": True}, seed=7)
    with pytest.raises(Rejected, match="not_your_turn"):
        match.act(1, {"type": "ready"}, 0)
    match.act(0, {"type": "ready"}, 0)
    with pytest.raises(Rejected, match="not_your_turn"):
        match.act(1, {"type": action}, 0)
    match.act(0, {"type": action}, 0)
