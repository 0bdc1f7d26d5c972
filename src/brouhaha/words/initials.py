"""Abbreviations: which words in capitals are read letter by letter.

Those without a vowel (BBC, TGV), those that no mouth can say (FBI), and those of a list: with a !
behind them only by letters (USA), else as the word they also are, too (UN, CAP). Everything else
is a word in capitals: LION has as many syllables as lion, NASA as nasa. Dots change nothing:
L.I.O.N. is lion.
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
_VOWEL = re.compile(r"[AEIOUY]")
# No word begins or ends so, in either language: FBI, NBA, EDF, ADN.
_UNSPEAKABLE = re.compile(r"(?!S|PS|GN)[^AEIOUY][^AEIOUYHLRW]|.*[^AEIOUYRLNMSK][^AEIOUYSTHLRE]$")


def without_dots(text: str) -> str:
    return text.replace(".", "")


def read_by_letters(text: str, lang: Lang) -> bool:
    """Whether capitals are read one by one and in no other way."""
    if not _VOWEL.search(text) or _UNSPEAKABLE.match(text):
        return True
    return f"{text.lower()}!" in _listed(lang)


def may_be_read_by_letters(text: str, lang: Lang) -> bool:
    """Whether the list says so, of capitals that can also be spoken as a word."""
    return text.lower() in _listed(lang)


@cache
def _listed(lang: Lang) -> frozenset[str]:
    return frozenset(files.text(f"initials.{lang}.txt").split())


def syllables_of_letters(text: str, lang: Lang) -> int:
    """How many syllables the names of the letters have."""
    long = LONG_NAMES[lang]
    return sum(long.get(char, 1) for char in text.lower())
