"""Two players: a third deck is Silvano, who turns his top card at each resolution."""

import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now.types import State
from brouhaha.lab.arena import pass_time
from tests.games.now.dealing import everybody_says_now, next_round, play, start

TARGETS = ["16 red 2", "84 blue 3", "120 both 1"]


def begun() -> Match[State]:
    return start(TARGETS, [[80, 81], [10, 11]], silvano=[118, 119, 121])


def test_his_card_is_turned_at_the_resolution_and_takes_targets() -> None:
    match = begun()
    assert match.public().seats[2].name == "Silvano"
    assert match.public().seats[2].active is None
    everybody_says_now(match)
    silvano = match.public().seats[2]
    assert (silvano.active, silvano.cards_left, silvano.discards) == (118, 16, [])
    assert [card.value for card in silvano.won] == [120]


def test_next_round_he_turns_the_next_one() -> None:
    match = begun()
    everybody_says_now(match)
    next_round(match)
    silvano = match.public().seats[2]
    assert (silvano.active, silvano.cards_left, silvano.discards) == (None, 15, [118])
    everybody_says_now(match)
    assert match.public().seats[2].active == 119


def test_he_never_counts_for_last_player_nor_for_ready() -> None:
    match = begun()
    play(match, ["1 now"])
    assert match.public().last_player == 0
    play(match, ["0 now", "0 ready", "1 ready"])
    assert match.public().round == 2


def test_nobody_plays_from_his_seat() -> None:
    match = begun()
    with pytest.raises(brouhaha.Rejected, match="wrong_seat"):
        match.act(2, {"type": "now"}, match.now)
    with pytest.raises(brouhaha.Rejected, match="wrong_seat"):
        match.private(2)


def test_at_refresh_his_used_cards_are_shuffled_back() -> None:
    match = start([*TARGETS, "refresh"], [[80, 81], [10, 11]], silvano=[118, 119, 121])
    everybody_says_now(match)
    pass_time(match)
    silvano = match.public().seats[2]
    assert (silvano.cards_left, silvano.discards) == (16, [])
    assert 118 in match.state.decks[2]


def test_he_can_win_refresh_and_the_match() -> None:
    match = start(["refresh", "84 blue 4", "120 both 2"], [[128], [127]], silvano=[5])
    match.state.decks[2][-1] = 84
    everybody_says_now(match)
    assert match.public().seats[2].refresh
    while match.result is None:
        next_round(match)
        everybody_says_now(match)
    assert len(match.result.scores) == 3
    assert sorted(seat for equals in match.result.ranking for seat in equals) == [0, 1, 2]
    assert match.result.winners == [2]
