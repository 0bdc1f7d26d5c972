"""Categories of one's own, such as a teacher's: in a typed-in box, beside the house's or instead.

A name in one language or both, and words that are typical of it. The words are for the referee:
they settle a tied vote, and tell what would have worked. Bots do not know them, since they see no
more than players do, and pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, cast, get_args

import msgspec

from brouhaha.engine.errors import Words
from brouhaha.games.nono.judging import (
    MOST_CHARACTERS,
    Category,
    Lang,
    category_ids,
    fold,
    meaningful,
    no_answer,
)

MOST_CATEGORIES: Final = 100
MOST_NAME: Final = 60  # characters: the longest of the house has 35
MOST_WORDS: Final = 40  # of a category, in one language
MOST_BYTES: Final = 14_000  # of a box as JSON: every match that is played with it has it in its log


class OwnCategory(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`id` is what its card calls it. A name that is missing is the other language's."""

    id: str
    en: str = ""
    fr: str = ""
    typical_en: tuple[str, ...] = ()
    typical_fr: tuple[str, ...] = ()

    def typical(self, language: Lang) -> tuple[str, ...]:
        return self.typical_fr if language == "fr" else self.typical_en


Own = Sequence[OwnCategory]


@lru_cache(MOST_CATEGORIES)
def category_of(own: OwnCategory) -> Category:
    """As the judge of words knows one: with the words that nobody may use."""
    en, fr = own.en or own.fr, own.fr or own.en
    return Category(
        own.id, en, fr, {"en": meaningful(en, "en"), "fr": meaningful(fr, "fr")}, of_names=False
    )


def find(own: Own, id: str) -> OwnCategory | None:
    return next((each for each in own if each.id == id), None)


# What cannot be


def faults_in_categories(own: Own) -> Iterator[Words]:
    if len(own) > MOST_CATEGORIES:
        yield Words(
            f"there are {len(own)} categories, and {MOST_CATEGORIES} at most can be",
            f"il y a {len(own)} catégories, et {MOST_CATEGORIES} au plus sont possibles",
        )
        return
    taken = {fold(id): id for id in category_ids()}
    for each in own:
        yield from faults_in_category(each)
        key = fold(each.id)
        if key in taken:
            yield Words(
                f"the category “{shown(each.id)}” is there twice",
                f"la catégorie «\u00a0{shown(each.id)}\u00a0» y est deux fois",
            )
        taken[key] = each.id


def faults_in_category(own: OwnCategory) -> Iterator[Words]:
    """Of one, the first of its names that cannot be read is enough."""
    for text in (own.id, own.en or own.fr, own.fr or own.en):
        if fault := fault_in_name(text):
            yield fault
            return
    for language in get_args(Lang):
        yield from faults_in_words(own, cast("Lang", language))


def fault_in_name(text: str) -> Words | None:
    if not fold(text):
        return Words(
            f"“{shown(text)}” has no letter in it, and a category is called something",
            f"«\u00a0{shown(text)}\u00a0» n’a pas de lettre, et une catégorie porte un nom",
        )
    if len(text) > MOST_NAME:
        return Words(
            f"“{shown(text)}” is longer than {MOST_NAME} characters",
            f"«\u00a0{shown(text)}\u00a0» a plus de {MOST_NAME} caractères",
        )
    if not text.isprintable():
        return Words(
            f"“{shown(text)}” has a character that nobody can read",
            f"«\u00a0{shown(text)}\u00a0» a un caractère illisible",
        )
    return None


def faults_in_words(own: OwnCategory, language: Lang) -> Iterator[Words]:
    words, name = own.typical(language), shown(own.en or own.fr)
    if len(words) > MOST_WORDS:
        yield Words(
            f"“{name}” has {len(words)} words, and {MOST_WORDS} at most can be",
            f"«\u00a0{name}\u00a0» a {len(words)} mots, et {MOST_WORDS} au plus sont possibles",
        )
        return
    seen: set[str] = set()
    for word in words:
        if is_no_word(word, language):
            yield Words(
                f"“{name}”: “{shown(word)}” is no answer",
                f"«\u00a0{name}\u00a0»\u00a0: «\u00a0{shown(word)}\u00a0» n’est pas une réponse",
            )
        elif fold(word) in seen:
            yield Words(
                f"“{name}”: “{shown(word)}” is there twice",
                f"«\u00a0{name}\u00a0»\u00a0: «\u00a0{shown(word)}\u00a0» y est deux fois",
            )
        seen.add(fold(word))


def is_no_word(word: str, language: Lang) -> bool:
    """What the referee would not take from a player either."""
    if len(word) > MOST_CHARACTERS or not word.isprintable() or not fold(word):
        return True
    return no_answer(word, language) is not None


def shown(text: str) -> str:
    """As much of it as a sentence can hold."""
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:MOST_NAME])
    return plain if len(text) <= MOST_NAME else f"{plain}…"
