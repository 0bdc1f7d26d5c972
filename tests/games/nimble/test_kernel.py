"""The compiled path is nimble as the referee has it: deal for deal, choice for choice."""

from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.bots.simple import GreedyBot
from brouhaha.games.nimble.lab import fast, proof
from brouhaha.games.nimble.lab.proof import by_kernel, by_referee, new_trial
from brouhaha.games.nimble.lab.rollouts import greedy_wins
from brouhaha.lab.arena import play_out, result_of

# These also come first: they compile, which takes twice as long when it is traced.
many = pytest.mark.no_cover  # matches or words: see tests/tracing.py


@many
def test_both_tell_the_same_of_every_choice_of_random_matches() -> None:
    endings, refused, stale = set(), 0, 0
    for number in range(900):
        trial = new_trial(number)
        compiled = by_kernel(trial)
        assert compiled == by_referee(trial), number
        trace = compiled[0]
        endings.add(trace[-1][-1] if trace else 0)
        refused += sum(not line[0] for line in trace)
        stale += sum(byte % 10 > 6 for byte in trial.tape)
    assert endings == {0, 1, 2, 3}, "the clock, no card left, one left of two, nothing fits"
    assert refused > 1000
    assert stale > 1000


def test_both_tell_the_same_of_one_match() -> None:
    assert proof.agree(1)


@pytest.mark.parametrize(
    "options",
    [{}, {"races": "land"}, {"round": 3}, {"round": 0}, {"challenge": True}, {"signal": "player"}],
    ids=str,
)
def test_a_simulated_match_is_the_referees(options: dict[str, Any]) -> None:
    """The kernel plays one round after a countdown, and leaves the rest to the referee."""
    for seed in range(12):
        names = [f"p{seat}" for seat in range(2 + seed % 3)]
        one, two = (brouhaha.start(GAME, names, options, seed=seed) for _ in range(2))
        random = Random(seed)
        result = result_of(play_out(one, [GreedyBot(seat, random) for seat in range(len(names))]))
        assert fast.play(two, Random(seed)) == (result.winners, result.cards_left)


def test_too_few_draws_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "DRAWS", 5)
    test_a_simulated_match_is_the_referees({})


@many
def test_rollouts_count_every_match_once() -> None:
    wins = greedy_wins(4, 3000, 5)
    assert wins.sum() == 3000
    assert abs(wins - 750).max() < 150
    assert greedy_wins(4, 3000, 5).tolist() == wins.tolist() != greedy_wins(4, 3000, 6).tolist()
