"""The one door to the judge of words: all that NoNo asks of `brouhaha.words`."""

from __future__ import annotations

from brouhaha.words import Lang, Mark, Syllables, Verdict, count, verdict
from brouhaha.words.categories import categories
from brouhaha.words.judge import Handicap
from brouhaha.words.letters import fold

__all__ = [
    "Finding",
    "Handicap",
    "Lang",
    "Mark",
    "Syllables",
    "category_ids",
    "category_name",
    "count",
    "fold",
    "judge",
]

Finding = Verdict  # what the judge found; the game makes its own verdict of it and the votes

judge = verdict


def category_ids() -> tuple[str, ...]:
    """The 75 categories, by their ids."""
    return tuple(categories())


def category_name(category: str, language: Lang) -> str:
    return categories()[category].name(language)
