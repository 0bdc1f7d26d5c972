"""Abbreviations: which words in capitals are read letter by letter.

What the lexicon knows in small letters is that word: LION has as many syllables as lion, and dots
change nothing. Of the rest, those without a vowel (BBC, TGV) and those that no mouth can say (FBI)
are read by letters, three letters or fewer either way, and all others as a word (NASA). A list has
the exceptions: with a ! behind them only by letters (USA), else either way (UN, CAP).
"""

from __future__ import annotations

import re
from functools import cache

from brouhaha.words import files
from brouhaha.words.phrase import Lang

LONG_NAMES: dict[Lang, dict[str, int]] = {
    "fr": {"w": 3, "y": 2, "0": 2},
    "en": {"w": 3, "0": 2, "7": 2},
}
# Capitals in a row, with dots or without; their plural has a small s: DVDs.
ABBREVIATION = re.compile(r"([A-Z]{2,6})(s?)")
_VOWEL = re.compile(r"[AEIOU]")
# No word begins or ends so, in either language: FBI, NBA, EDF, ADN.
_UNSPEAKABLE = re.compile(r"(?!S|PS|GN)[^AEIOUY][^AEIOUYHLRW]|.*[^AEIOUYRLNMSK][^AEIOUYSTHLRE]$")


_SHORT = 3


def without_dots(text: str) -> str:
    return text.replace(".", "")


def can_be_spoken(text: str, lang: Lang) -> bool:
    """Whether capitals that no lexicon knows read as a word."""
    if only_by_letters(text, lang) or not _VOWEL.search(text):
        return False
    return not _UNSPEAKABLE.match(text)


def only_by_letters(text: str, lang: Lang) -> bool:
    """Whether the list says that capitals are never read as a word."""
    return f"{text.lower()}!" in _listed(lang)


def may_be_read_by_letters(text: str, lang: Lang, known: bool) -> bool:
    """Whether the list says so, of capitals that can also be spoken as a word; and three letters or
    fewer that no lexicon knows as a word: people say IRM and JO, and also ZUP."""
    return text.lower() in _listed(lang) or (len(text) <= _SHORT and not known)


@cache
def _listed(lang: Lang) -> frozenset[str]:
    return frozenset(files.text(f"initials.{lang}.txt").split())


def syllables_of_letters(text: str, lang: Lang) -> int:
    """How many syllables the names of the letters have."""
    long = LONG_NAMES[lang]
    return sum(long.get(char, 1) for char in text.lower())
