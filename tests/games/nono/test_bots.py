"""Bots keep to human times, to the rules they know, and to what a seat may see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha.engine.game import Bot, Thought
from brouhaha.engine.match import Match
from brouhaha.games.nono import GAME
from brouhaha.games.nono.types import Answer, Pass, State, Stop, Vote
from brouhaha.lab.arena import play_out, result_of
from tests.games.nono.table import SPORTS, act, say, searching
from tests.known import known

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

LEVELS = ["gentle", "steady", "sharp", "merciless"]
HUMAN = 3000


def bot(kind: str, seat: int = 0, seed: int = 1) -> Bot:
    return GAME.bots[kind](seat, Random(seed))


def think(one: Bot, match: Match[State]) -> Thought | None:
    return one.think(match.public(), match.private(one.seat))


def searches(kind: str, number: int = 150) -> list[tuple[Bot, Match[State], Thought]]:
    """What a bot means to do with the first card of so many matches, half in each language."""
    found = []
    for seed in range(number):
        match = searching(seed=seed, language=("fr", "en")[seed % 2])
        one = bot(kind, seed=seed)
        thought = think(one, match)
        assert thought is not None
        found.append((one, match, thought))
    return found


def right_words(kind: str) -> float:
    """The share of cards for which it calls Stop! and says a word that the referee accepts."""
    right = 0
    tried = searches(kind)
    for one, match, thought in tried:
        if isinstance(thought.action, Stop):
            act(match, 0, "stop", thought.after)
            said = think(one, match)
            assert said is not None
            assert isinstance(said.action, Answer)
            act(match, 0, "answer", said.after, word=said.action.word)
            match.advance(match.due or 0)
            right += known(match.public().verdict).change > 0
    return right / len(tried)


@pytest.mark.parametrize("kind", LEVELS)
def test_levels_keep_to_human_times(kind: str) -> None:
    times = [thought.after for _, _, thought in searches(kind)]
    assert min(times) >= (1000 if kind == "merciless" else HUMAN)
    assert max(times) < 90_000


def test_each_level_finds_more_than_the_one_below() -> None:
    shares = [right_words(kind) for kind in LEVELS]
    assert shares == sorted(shares)
    assert shares[-1] >= 0.85


@pytest.mark.parametrize("kind", LEVELS)
def test_typing_takes_time_and_stays_within_the_clock(kind: str) -> None:
    for one, match, thought in searches(kind, 40):
        if isinstance(thought.action, Stop):
            act(match, 0, "stop")
            said = think(one, match)
            assert said is not None
            assert isinstance(said.action, Answer)
            assert 500 + 50 * len(said.action.word) <= said.after < 15_000


def test_a_bot_woken_after_its_stop_still_finds_a_word() -> None:
    match = searching(SPORTS)
    act(match, 0, "stop")
    thought = think(bot("merciless"), match)
    assert thought is not None
    assert isinstance(thought.action, Answer)
    assert {"F", "N"} <= set(thought.action.word.upper())


def test_a_card_that_cannot_be_solved_is_passed() -> None:
    match = searching({**SPORTS, "order": [["Q", 1], ["X", 1]]})
    thought = think(bot("merciless"), match)
    assert thought is not None
    assert isinstance(thought.action, Pass)


def test_the_own_handicap_is_kept() -> None:
    turn: dict[str, Any] = {"category": "Food", "order": [["T", 1]], "multiplier": 1}
    match = searching(turn, language="en", handicap=["first"])
    one = bot("merciless")
    think(one, match)
    act(match, 0, "stop")
    thought = think(one, match)
    assert thought is not None
    assert isinstance(thought.action, Answer)
    assert thought.action.word.upper().startswith("T")


def votes(word: str, kind: str, number: int = 200) -> float:
    """The share of thumbs up for a word at the beach."""
    turn: dict[str, Any] = {"category": "At the Beach", "order": [["S", 1]], "multiplier": 1}
    match = searching(turn, language="en")
    say(match, 1, word)
    thumbs = [think(bot(kind, seed=seed), match) for seed in range(number)]
    cast = [t.action for t in thumbs if t is not None and isinstance(t.action, Vote)]
    assert len(cast) == number
    return sum(vote.fits for vote in cast) / number


@pytest.mark.parametrize("kind", LEVELS)
def test_votes_go_by_what_the_bot_knows_with_doubts(kind: str) -> None:
    typical, elsewhere, nonsense = (votes(w, kind) for w in ("sand", "saddle", "zxqarsf"))
    assert typical > 0.8
    assert 0 < elsewhere < typical
    assert 0 < nonsense < 0.5


def test_a_bot_counts_syllables_when_asked() -> None:
    match = searching({**SPORTS, "ban": None, "order": [["Z", 1]], "syllables": 2})
    say(match, 1, "zxqarf")
    thought = think(bot("sharp"), match)
    assert thought is not None
    assert isinstance(thought.action, Vote)
    assert thought.action.syllables is not None


@pytest.mark.parametrize("kind", GAME.bots)
def test_bots_play_a_whole_match_that_replays(kind: str) -> None:
    match = brouhaha.start(GAME, ["Ana", "Bo", "Cy", "Di"], seed=5, options={"language": "fr"})
    play_out(match, [bot(kind, seat, seat) for seat in range(4)])
    again = brouhaha.replay(match.log)
    assert again.public() == match.public()
    assert again.result == match.result
    assert sum(result_of(match).scores) > 0 or kind == "random"
