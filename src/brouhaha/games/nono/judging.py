"""The one door to the judge of words: all that NoNo asks of `brouhaha.words`."""

from __future__ import annotations

from brouhaha.words import (
    MOST_CHARACTERS,
    Finding,
    Lang,
    Mark,
    Syllables,
    count,
    judge,
)
from brouhaha.words.categories import Category, categories, meaningful
from brouhaha.words.expression import refusal as no_answer
from brouhaha.words.judge import Handicap
from brouhaha.words.letters import fold
from brouhaha.words.lexicon import knows as is_word
from brouhaha.words.plurals import refused as plural_refused

__all__ = [
    "MOST_CHARACTERS",
    "Category",
    "Finding",
    "Handicap",
    "Lang",
    "Mark",
    "Syllables",
    "category_ids",
    "category_name",
    "count",
    "fold",
    "house_category",
    "is_word",
    "judge",
    "meaningful",
    "no_answer",
    "plural_refused",
]


def category_ids() -> tuple[str, ...]:
    """The 75 categories, by their ids."""
    return tuple(categories())


def house_category(id: str) -> Category:
    return categories()[id]


def category_name(category: str, language: Lang) -> str:
    return house_category(category).name(language)
