"""Plurals made by -s, in both languages, in lone words and in phrases."""

from __future__ import annotations

import pytest

from brouhaha.words import Lang
from brouhaha.words.plurals import carriers, is_plural

PLURAL: dict[Lang, str] = {
    "fr": "poules saisons vaches jeux-vidéos portes mangés petites amis lunettes échecs jeans"
    " vacances œufs arcs-en-ciel pommes clés DVDs pokemons selfies smartphones",
    "en": "horses beaches boxes cities knives potatoes heroes buses glasses shoes bees TVs DVDs"
    " jeans trousers scissors stairs toys selfies apps",
}
NOT_PLURAL: dict[Lang, str] = {
    "fr": "bus souris ours chevaux animaux bras os repas tennis cours fils temps pays corps gris"
    " gros dans sous les des manges porte-avions Paris Nicolas Jules virus cactus bijoux",
    "en": "gas glass bus children mice lens news series species tennis physics chaos atlas dress"
    " this yes James Paris Texas hippopotamus mathematics always virus octopus feet",
}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_made_by_s(lang: Lang) -> None:
    assert [w for w in PLURAL[lang].split() if not is_plural_phrase(w, lang)] == []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_not_made_by_s(lang: Lang) -> None:
    assert [w for w in NOT_PLURAL[lang].split() if is_plural_phrase(w, lang)] == []


def is_plural_phrase(phrase: str, lang: Lang) -> bool:
    return bool(carriers(phrase, lang))


def test_in_a_phrase_the_word_that_carries_it_is_named() -> None:
    assert [(w.text, w.start) for w in carriers("deux pommes de terre", "fr")] == [("pommes", 5)]


def test_a_name_with_a_capital_is_no_plural() -> None:
    assert is_plural("tours", "fr")
    assert not is_plural("Tours", "fr")
