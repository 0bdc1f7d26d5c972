"""The judge against the corpus of tricks, and against compounds that nobody wrote down."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from brouhaha.words import LANGUAGES, Lang, count, judge, lexicon
from brouhaha.words.phrase import key
from tests.words.cases import DATA, Case, cases, holds

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

KINDS = {"lookalike", "capitals", "plural", "compound", "stuffing", "category", "cut", "count"}
DOCS = Path(__file__).parents[2] / "docs" / "words.md"
COMPOUNDS = 1000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_corpus_is_large_and_has_every_class(lang: Lang) -> None:
    sizes = Counter(case.kind for case in cases(lang))
    assert sizes.total() >= 2000
    assert set(sizes) - {"mute e"} == KINDS
    assert min(sizes.values()) >= 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ninety_nine_of_a_hundred_are_right_and_the_docs_list_the_rest(lang: Lang) -> None:
    everything = cases(lang)
    wrong = [case for case in everything if not holds(case, lang)]
    assert len(wrong) <= 0.01 * len(everything)
    listed = DOCS.read_text("utf-8")
    assert [case for case in wrong if f"`{case.phrase}`" not in listed] == []


def test_the_check_of_a_case_can_fail() -> None:
    assert holds(Case("capitals", "LION", "count:2"), "en")
    assert not holds(Case("capitals", "LION", "count:4"), "en")
    assert not holds(Case("lookalike", "lion", "refused:foreign_sign"), "en")
    assert not holds(Case("plural", "skis", "singular"), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_nouns_joined_are_counted_rightly_or_put_to_the_vote(lang: Lang) -> None:
    wrong = unsure_or_right = tried = 0
    for word, number in joined_nouns(lang):
        counted = count(word, lang)
        tried += 1
        right = number in counted.accepted
        unsure_or_right += right or not counted.sure
        wrong += counted.sure and not right
    assert tried >= COMPOUNDS
    assert unsure_or_right >= 0.97 * tried
    assert wrong < 0.01 * tried


def joined_nouns(lang: Lang) -> list[tuple[str, int]]:
    """Words that the lexicon does not know, each of two nouns of the source, with their sum."""
    lines = (DATA / f"nouns.{lang}.tsv").read_text("utf-8").splitlines()
    nouns = [(word, int(number)) for word, number in (line.split("\t") for line in lines)]
    simple = [(word, number) for word, number in nouns[:5000] if word.isalpha() and len(word) > 2]
    random = Random("two nouns")
    found: dict[str, int] = {}
    while len(found) < COMPOUNDS:
        (first, a), (second, b) = random.choice(simple), random.choice(simple)
        if not lexicon.knows(key(first + second, lang), lang):
            found[first + second] = a + b
    return list(found.items())


@pytest.mark.parametrize("sign", ["а", "α", "ɑ", "🅰", "@", "4", "ͣ"])
def test_what_looks_like_a_letter_is_banned_and_never_demanded(sign: str) -> None:
    found = judge(f"l{sign}c", "fr", must=["A"], ban=["A"])
    assert found.refused is not None
    assert (found.refused.code, found.refused.sign) == ("foreign_sign", sign)
    assert found.missing == found.banned == ("A",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_too_long_to_be_judged(lang: Lang) -> None:
    for phrase in ("pomme " * 10_000, "a" * 60_000, "e\u0301" * 30_000, "de la " * 10_000):
        found = judge(phrase, lang, must=["S"], ban=["A"], syllables=2, category="In Sports")
        assert found.refused is not None
        assert found.refused.code == "too_long"
        assert count(phrase, lang).accepted
