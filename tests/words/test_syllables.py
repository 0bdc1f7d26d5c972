"""Syllables: the figures that the counter keeps on nouns its rules never saw, and its cuts."""

from __future__ import annotations

from pathlib import Path

import pytest

from brouhaha.words import LANGUAGES, Lang, Syllables, count

pytestmark = pytest.mark.no_cover  # many matches or words: see tests/tracing.py

DATA = Path(__file__).with_name("data")
# Share of nouns whose count is among the accepted: with the lexicon, and by spelling alone.
KEPT: dict[tuple[Lang, bool], float] = {
    ("fr", True): 0.99,
    ("en", True): 0.99,
    ("fr", False): 0.97,
    ("en", False): 0.95,
}
# Share of nouns with several counts; in French half of them end in a mute e.
SEVERAL: dict[Lang, float] = {"fr": 0.5, "en": 0.15}


def nouns(lang: Lang) -> dict[str, int]:
    lines = (DATA / f"nouns.{lang}.tsv").read_text("utf-8").splitlines()
    return {word: int(number) for word, number in (line.split("\t") for line in lines)}


@pytest.mark.parametrize(("lang", "lexicon"), KEPT)
def test_the_count_is_among_the_accepted_and_few_words_have_several(
    lang: Lang, lexicon: bool
) -> None:
    truth = nouns(lang)
    accepted = {word: count(word, lang, lexicon).accepted for word in truth}
    assert len(truth) == 10_000
    assert sum(truth[w] in accepted[w] for w in truth) >= KEPT[lang, lexicon] * len(truth)
    assert sum(len(accepted[w]) > 1 for w in truth) < SEVERAL[lang] * len(truth)


@pytest.mark.parametrize(
    ("lang", "phrase", "cut"),
    [
        ("fr", "ski de fond", "ski·de·fond"),
        ("fr", "bain de soleil", "bain·de·so·leil"),
        ("fr", "Petite", "Pe·tite"),
        ("fr", "gouvernement", "gou·ver·ne·ment"),
        ("fr", "arc-en-ciel", "arc·en·ciel"),
        ("fr", "remonte-pente", "re·monte·pente"),
        ("fr", "l’été", "l’é·té"),
        ("fr", "bœuf bourguignon", "bœuf·bour·gui·gnon"),
        ("fr", "FENÊTRE", "FE·NÊTRE"),
        ("fr", "Noe\u0308l", "No·ël"),
        ("fr", "CNN", "C·N·N"),
        ("en", "homework", "home·work"),
        ("en", "rhythm", "rhy·thm"),
        ("en", "creation", "cre·a·tion"),
        ("en", "boss's", "boss's"),
        ("en", "TVs", "T·Vs"),
    ],
)
def test_the_word_cut_up(lang: Lang, phrase: str, cut: str) -> None:
    assert count(phrase, lang).cut == cut


@pytest.mark.parametrize("lang", LANGUAGES)
def test_known_by_spelling_is_sure_and_gibberish_is_not(lang: Lang) -> None:
    assert count("bimbolette", lang).sure
    assert not count("xqzt", lang).sure
    assert not count("gxqaekwz", lang).sure


def test_an_accent_forgotten_brings_all_words_that_can_be_meant() -> None:
    assert count("peche", "fr").accepted == (1, 2)


@pytest.mark.parametrize(
    ("phrase", "accepted"),
    [
        ("petite amie", (3, 4)),  # before a vowel the e is not spoken
        ("petite fille", (2, 3, 4, 5)),
        ("porte ouverte", (3, 4)),
        ("porte bleue", (2, 3)),  # behind a vowel it never is
        ("qu'il", (1,)),
        ("p'tit", (1,)),
    ],
)
def test_elisions(phrase: str, accepted: tuple[int, ...]) -> None:
    assert count(phrase, "fr").accepted == accepted


def test_a_shouted_phrase_is_no_row_of_abbreviations() -> None:
    assert count("SKI DE FOND", "fr") == Syllables((3,), "SKI·DE·FOND", True)
