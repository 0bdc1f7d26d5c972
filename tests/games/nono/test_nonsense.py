"""Voters are not fooled by words that do not exist; names and rare words pass now and then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha.engine.game import Bot
from brouhaha.games.nono import GAME
from brouhaha.games.nono.bots.gibberish import GibberishBot
from brouhaha.games.nono.knowledge import is_known
from brouhaha.games.nono.types import Vote
from brouhaha.lab.arena import play_out, result_of
from tests.games.nono.table import say, searching

many = pytest.mark.no_cover  # matches or words: see tests/tracing.py

LEVELS = ["gentle", "steady", "sharp", "merciless"]
MATCHES = 18


def wins_against(level: str, guest: type[Bot]) -> float:
    """The guest's share of the wins with two bots of a level, in all seats and both languages."""
    wins = 0.0
    for seed in range(MATCHES):
        language = ("fr", "en")[seed % 2]
        match = brouhaha.start("nono", ["A", "B", "C"], {"language": language}, seed=seed)
        bots = [GAME.bots[level](seat, Random(f"{seed}/{seat}")) for seat in range(3)]
        seat = seed % 3
        bots[seat] = guest(seat, Random(seed))
        winners = result_of(play_out(match, bots)).winners
        wins += (seat in winners) / len(winners)
    return wins / MATCHES


def test_gibberish_is_said_at_every_card_and_known_to_nobody() -> None:
    match = brouhaha.start("nono", ["A", "B", "C"], {"language": "fr", "turns": 3}, seed=4)
    play_out(match, [GibberishBot(seat, Random(seat)) for seat in range(3)])
    actions = [action for _, _, action in match.log["entries"] if action]
    said = [action["word"] for action in actions if action["type"] == "answer"]
    assert len(said) == 3
    assert not any(is_known(word, "fr") for word in said)


@many
@pytest.mark.parametrize("level", ["sharp", "merciless"])
def test_gibberish_wins_no_more_than_chance_against_good_levels(level: str) -> None:
    assert wins_against(level, GibberishBot) <= wins_against(level, GAME.bots["random"])


@many
def test_gibberish_wins_less_than_its_share_against_steady() -> None:
    assert wins_against("steady", GibberishBot) < 1 / 3


def thumbs_up(word: str, level: str, category: str = "Food") -> float:
    turn: dict[str, Any] = {"category": category, "order": [["B", 1]], "multiplier": 1}
    match = searching(turn, language="en")
    say(match, 1, word)
    up = 0
    for seed in range(400):
        bot = GAME.bots[level](0, Random(seed))
        thought = bot.think(match.public(), match.private(0))
        assert thought is not None
        assert isinstance(thought.action, Vote)
        up += thought.action.fits
    return up / 400


@many
def test_the_better_the_level_the_more_it_doubts() -> None:
    believed = [thumbs_up("badorimu", level) for level in LEVELS]
    assert believed == sorted(believed, reverse=True)
    assert 0 < believed[-1] < believed[0] < 0.3


@many
def test_a_name_passes_more_easily_where_names_are_asked_for() -> None:
    assert thumbs_up("Badorimu", "steady", "A City") > thumbs_up("Badorimu", "steady")


@many
@pytest.mark.parametrize("level", LEVELS)
def test_a_true_word_mostly_passes(level: str) -> None:
    assert thumbs_up("butter", level) > 0.7
    assert thumbs_up("broken cups of butter", level) > 0.7  # not among the typical ones
    assert thumbs_up("bunch of badorimu", level) < 0.3


@pytest.mark.parametrize(
    ("phrase", "language", "known"),
    [
        ("rendez-vous", "fr", True),
        ("l’arc-en-ciel", "fr", True),
        ("Élève", "fr", True),
        ("eleve", "fr", True),
        ("pint of Guinness", "en", True),
        ("mother-in-law", "en", True),
        ("badorimu", "en", False),
        ("butter badorimu", "en", False),
        ("badorimu-butter", "en", False),
        ("?", "en", False),
    ],
)
def test_what_is_known(phrase: str, language: Any, known: bool) -> None:
    assert is_known(phrase, language) is known
