"""Category words: forms, derivations, compounds; and no accidents of letters."""

from __future__ import annotations

import pytest

from brouhaha.words import LANGUAGES, Lang
from brouhaha.words.categories import categories, category, meaningful, related, uses


def test_there_are_75_categories_with_words_in_both_languages() -> None:
    assert len(categories()) == 75
    assert all(c.words["fr"] and c.words["en"] for c in categories().values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_meaningful_word_of_a_category_is_one_of_its_words(lang: Lang) -> None:
    for found in categories().values():
        for word in meaningful(found.name(lang), lang):
            assert any(related(word, base, lang) for base in found.words[lang]), found.id


def test_a_note_in_brackets_is_not_meant_but_a_synonym_is() -> None:
    assert meaningful("Une star du cinéma (Nom)", "fr") == ("star", "cinéma")
    assert meaningful("A Movie Star (Last Name)", "en") == ("movie", "star")
    assert meaningful("Un pot (un drink)", "fr") == ("pot", "drink")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_category_is_caught_by_its_own_name(lang: Lang) -> None:
    for found in categories().values():
        assert uses(found.name(lang), found.id, lang), found.id


@pytest.mark.parametrize(
    ("lang", "base", "words"),
    [
        ("fr", "sport", "sport sports sportif sportive Sportifs"),
        ("fr", "plage", "plages plagiste"),
        ("fr", "afrique", "africain"),
        ("fr", "italie", "italien italienne"),
        ("fr", "électrique", "électriques électricien électricité"),
        ("en", "beach", "beaches beachwear beached"),
        ("en", "sport", "sports sportsman sportswear sporty"),
        ("en", "africa", "African Africans"),
        ("en", "city", "cities"),
        ("en", "house", "housing greenhouse household"),
        ("en", "travel", "travelling traveler travelled"),
    ],
)
def test_related(lang: Lang, base: str, words: str) -> None:
    assert [w for w in words.split() if not related(w, base, lang)] == []


@pytest.mark.parametrize(
    ("lang", "base", "words"),
    [
        ("fr", "art", "tarte partie artichaut article"),
        ("fr", "port", "porte sport transport portable"),
        ("fr", "air", "chair aire clair"),
        ("fr", "gare", "garage garçon"),
        ("en", "art", "party article artery start"),
        ("en", "car", "carpet cargo carrot scar"),
        ("en", "sport", "transport passport"),
        ("en", "city", "velocity electricity"),
        ("en", "star", "start starve starch"),
        ("en", "train", "restrain strain"),
    ],
)
def test_accidents_of_letters(lang: Lang, base: str, words: str) -> None:
    assert [w for w in words.split() if related(w, base, lang)] == []


def test_a_category_goes_by_its_id_or_its_name_in_either_language() -> None:
    assert category("In Sports") is category("dans le sport")
    assert category("A Sports Star (Last Name)") is category("A Sports Stars (Last Name)")
    with pytest.raises(ValueError, match="unknown category"):
        category("In Sport Cars")
    with pytest.raises(ValueError, match="unknown category"):
        category("")
