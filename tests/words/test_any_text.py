"""Whatever is typed, the judge answers, and its answer holds together."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brouhaha.words import LANGUAGES, Lang, count, verdict
from brouhaha.words.categories import categories
from brouhaha.words.letters import fold
from brouhaha.words.lexicon import DOT

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

PIECES = [
    "é",
    "œ",
    "ß",
    "İ",
    "’",
    "'",
    "-",
    " ",
    ".",
    "e\u0301",
    "qu",
    "l'",
    "A",
    "7",
    "ﬁ",
    "م",
    "🎉",
]
phrases = st.one_of(
    st.text(max_size=200),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text("abceinorstuyzÉ", max_size=4))).map(
        "".join
    ),
)
languages = st.sampled_from(LANGUAGES)
dice = st.lists(st.sampled_from("ABEFLNSTU"), max_size=3)

# The first example reads the tables: no clock shall judge it.
calm = settings(deadline=None, max_examples=200)


@calm
@given(phrases)
def test_folding_twice_changes_nothing(phrase: str) -> None:
    assert fold(fold(phrase)) == fold(phrase)


@calm
@given(phrases)
def test_folding_gives_capitals_and_does_not_mind_how_accents_are_typed(phrase: str) -> None:
    assert all("A" <= letter <= "Z" for letter in fold(phrase))
    assert fold(unicodedata.normalize("NFD", phrase)) == fold(unicodedata.normalize("NFC", phrase))


@calm
@given(phrases, languages, st.booleans())
def test_counts_are_positive_and_the_cut_is_the_phrase(
    phrase: str, lang: Lang, lexicon: bool
) -> None:
    counted = count(phrase, lang, lexicon)
    assert all(n > 0 for n in counted.accepted)
    assert list(counted.accepted) == sorted(set(counted.accepted))
    if fold(phrase):
        assert counted.accepted
    assert fold(counted.cut.replace(DOT, "")) == fold(unicodedata.normalize("NFC", phrase))


@calm
@given(phrases, languages, dice, dice, st.sampled_from(sorted(categories())))
def test_a_verdict_is_always_given_and_its_marks_lie_in_the_phrase(
    phrase: str, lang: Lang, must: list[str], ban: list[str], category: str
) -> None:
    found = verdict(phrase, lang, must, ban, 2, category, "first")
    assert all(0 <= m.start < m.end <= len(phrase) for m in found.marks)
    for mark in found.marks:
        if mark.kind in ("demanded", "banned"):
            dice_of = must if mark.kind == "demanded" else ban
            assert set(fold(phrase[mark.start : mark.end])) & set(dice_of)
    assert not (found.ok and (found.missing or found.banned or found.category_words))
    assert found.word == bool(fold(phrase))
