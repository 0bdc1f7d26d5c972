"""The words that bots know are fit to be known."""

from __future__ import annotations

import pytest

from brouhaha import games
from brouhaha.games.nono.cards import Face, Roll
from brouhaha.games.nono.judging import Handicap, Lang, judge
from brouhaha.games.nono.lexicon import Entry, fitting, homes, typical, written
from brouhaha.words import lexicon, spelling
from tools.nono_lexicon import fault, faults, thin

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

LANGUAGES: list[Lang] = ["fr", "en"]
HANDICAPS: list[Handicap | None] = [None, "first", "last"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_right(language: Lang) -> None:
    assert faults(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_has_forty_words(language: Lang) -> None:
    assert list(thin(language)) == []


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("towel", None),
        ("7 towels", "other characters"),
        ("towel ", "other characters"),
        ("beach towel", "words of the category: beach"),
        ("zxqarf", "syllables not known"),
        ("towel f", "refused as an answer: filler"),
        ("Sand", "double"),
        ("-", "no letter"),
    ],
)
def test_the_check_finds_what_is_wrong(word: str, wrong: str | None) -> None:
    found = fault(word, "At the Beach", "en", {"SAND"})
    assert found == wrong or (found is not None and wrong is not None and found.startswith(wrong))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_keeps_to_the_dice_exactly_when_the_judge_says_so(language: Lang) -> None:
    rolls = [
        Roll((Face("S", 1), Face("T", 1)), "E"),
        Roll((Face("S", 1),), None, 2),
        Roll((Face("R", 1),), "O", 3),
        Roll((Face("N", 1), Face("N", 2))),
    ]
    kept = 0
    for roll in rolls:
        for handicap in HANDICAPS:
            for entry in typical(language, "Food"):
                finding = judge(
                    entry.word,
                    language,
                    must=roll.letters,
                    ban=roll.ban or "",
                    syllables=roll.syllables,
                    category="Food",
                    handicap=handicap,
                )
                assert entry.keeps_to(roll, handicap) == finding.ok
                assert (entry in fitting(language, "Food", roll, handicap)) == finding.ok
                kept += finding.ok
    assert kept


def test_a_word_may_be_at_home_in_several_categories() -> None:
    assert {"At the Beach", "In the Desert"} <= homes("en")["SAND"]
    assert isinstance(typical("en", "At the Beach")[0], Entry)
    assert "sand" in (word.lower() for word in written("en")["At the Beach"])


def test_a_server_that_prepared_has_nothing_left_to_load() -> None:
    for loaded in (homes, lexicon.pages, spelling.rules):
        loaded.cache_clear()
    games.find("nono").prepare()
    loaded_by_then = (homes, lexicon.pages, spelling.rules)
    assert {loaded.cache_info().currsize for loaded in loaded_by_then} == {2}
