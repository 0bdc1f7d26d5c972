"""Words that the lexicon does not know, made of words that it knows.

Two words joined (side and car, pine and cone), or in English a word with an ending (queue and
ing): then the count is the sum of the parts.

A word can fall apart in several ways, and letters can look like two words by chance. So `certain`
says that all ways come to the same counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from brouhaha.words import lexicon, mute_e
from brouhaha.words.lexicon import ADJECTIVE, NOUN, VERB, Entry
from brouhaha.words.phrase import Lang

LEAST = 3  # letters of a part
_LEFT = NOUN + ADJECTIVE + VERB
_RIGHT: dict[Lang, str] = {"fr": NOUN, "en": NOUN + ADJECTIVE}  # pig-headed
# English endings, and the syllables that they add.
_ENDINGS = {
    "ing": 1, "ings": 1, "er": 1, "ers": 1, "ly": 1, "ness": 1, "less": 1, "ful": 1, "ish": 1,
    "like": 1, "ship": 1, "able": 2, "ist": 1, "ists": 1, "ment": 1, "ments": 1,
}  # fmt: skip
_SYLLABIC_L = re.compile(r"[bcdfgkpstz]le$")
_ADDED_S = re.compile(r"[^s]s$")
_HISS = re.compile(r"(?:s|x|z|ch|sh|[cgsz]e)$")


class Made(NamedTuple):
    """How a word is made: its counts, where it is cut, and whether no other way of taking it
    apart counts otherwise."""

    counts: frozenset[int]
    cuts: list[int]
    certain: bool


def made_of(word: str, lang: Lang) -> Made | None:
    """The parts of a word, if there are any that the lexicon knows."""
    if lang == "en" and (derived := _derived(word)):
        return derived
    found = list(_splits(word, lang))
    if not found:
        return None
    # The most even split: pine and cone, not pineco and ne.
    left, right = max(found, key=lambda pair: min(len(pair[0].word), len(pair[1].word)))
    counts = _sum(left, right, lang)
    seam = len(left.word)
    return Made(
        counts,
        [*left.cuts, seam, *(seam + cut for cut in right.cuts)],
        all(_sum(*pair, lang) == counts for pair in found),
    )


def _splits(word: str, lang: Lang) -> Iterator[tuple[Entry, Entry]]:
    """All ways to take a word apart into a word and a noun."""
    for seam in range(LEAST, len(word) - LEAST + 1):
        right = _part(word[seam:], _RIGHT[lang], lang)
        if right and (left := _part(word[:seam], _LEFT, lang)):
            yield left, right


def _part(text: str, kinds: str, lang: Lang) -> Entry | None:
    """A word of one of these kinds whose count is known."""
    for found in lexicon.meant(text, lang):
        if found.counts and any(kind in found.code for kind in kinds):
            return found
    return None


def _sum(left: Entry, right: Entry, lang: Lang) -> frozenset[int]:
    first = mute_e.before(left.counts, left.word, right.word) if lang == "fr" else left.counts
    return frozenset(a + b for a in first for b in right.counts)


def _derived(word: str) -> Made | None:
    """A known English word with an ending, or a known singular with an s."""
    if _ADDED_S.search(word) and (base := _part(word[:-1], NOUN, "en")):
        more = 1 if _HISS.search(base.word) else 0
        return _with_ending(base, len(base.word), more)
    for ending, more in _ENDINGS.items():
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= LEAST and (base := _base(stem, ending)):
            return _with_ending(base, len(stem), more)
    return None


def _base(stem: str, ending: str) -> Entry | None:
    """The word that became the stem: queue, bake, run, happy."""
    forms = [stem]
    if ending[0] in "aeiou":
        forms.append(stem + "e")
        if stem[-1] == stem[-2]:
            forms.append(stem[:-1])
    if stem[-1] == "i":
        forms.append(stem[:-1] + "y")
    for form in forms:
        if len(form) >= LEAST and (found := _part(form, _LEFT, "en")):
            return found
    return None


def _with_ending(base: Entry, seam: int, more: int) -> Made:
    counts = frozenset(count + more for count in base.counts)
    if more and _SYLLABIC_L.search(base.word):  # handling has two syllables, or three
        counts |= base.counts
    cuts = [cut for cut in base.cuts if cut < seam]
    return Made(counts, [*cuts, seam] if more else cuts, True)
