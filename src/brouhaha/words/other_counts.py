"""Counts of syllables that people use besides those of the lexicon's source, and those of words
that the source does not have.

`data/counts.*.txt` lists them: on each line the counts, a digit each, then words. They hold for the
word and its forms in -s (in English -d too); behind a + also in English compounds: flower,
flowers, sunflower.
"""

from __future__ import annotations

import re
from functools import cache

from brouhaha.words import files, lexicon
from brouhaha.words.phrase import Lang

Counts = frozenset[int]
_NONE: Counts = frozenset()
# What an inflected form ends in, and what its base has there.
_INFLECTED: dict[Lang, tuple[tuple[str, str], ...]] = {
    "en": (("ies", "y"), ("s", ""), ("d", "")),
    "fr": (("s", ""),),
}
_HISS = re.compile(r"(?:[cgsz]e|[sxz])$")  # an s behind it is a syllable more


def other_counts(word: str, lang: Lang) -> Counts:
    """The counts that a word, spelt as its key, has by the list; none for most."""
    known = listed(lang)
    if word in known:
        return known[word]
    if lang == "fr" and word[-1] != "s":  # as most words
        return _NONE
    for ending, end in _INFLECTED[lang]:
        base = word.removesuffix(ending) + end
        if word.endswith(ending) and base in known and not _HISS.search(base):
            return known[base]
    return _compound(word) if lang == "en" else _NONE


@cache
def listed(lang: Lang) -> dict[str, Counts]:
    """The words of the list, each with its counts there and in the lexicon."""
    return {
        word: lexicon.counts(word, lang) | {int(digit) for digit in counts.lstrip("+")}
        for counts, *words in _lines(lang)
        for word in words
    }


def _lines(lang: Lang) -> list[list[str]]:
    return [line.split() for line in files.text(f"counts.{lang}.txt").splitlines()]


@cache
def _joined() -> re.Pattern[str]:
    """A word from behind a +, before or after three letters or more."""
    bases = "|".join(w for counts, *words in _lines("en") for w in words if counts[0] == "+")
    return re.compile(rf"({bases})(.{{3,}})|(.{{3,}}?)({bases})s?")


def _compound(word: str) -> Counts:
    """The sums of both parts, if the other one is a word as well."""
    match = _joined().fullmatch(word)
    if not match:
        return _NONE
    base, other = match[1] or match[4], match[2] or match[3]
    return frozenset(a + b for a in listed("en")[base] for b in lexicon.counts(other, "en"))
