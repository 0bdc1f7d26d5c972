"""The French mute e, by one rule: it is counted or not, as one likes to speak.

Inside a word where speech can drop it (samedi has two syllables or three; the lexicon knows
which), at the end behind a consonant (plage has one or two), and so petite has one to three.
Before a vowel a final e is never spoken: petite amie has three or four.
"""

from __future__ import annotations

import re
from collections.abc import Set

# Behind a vowel a final e is no syllable in any speech: amie, roue.
FINAL_E = re.compile(r"(?:[^aeiouyéèêëàâîïôûùœ]|[gq]u)es?$")
_VOWEL_FIRST = re.compile(r"[aeiouyàâéèêëîïôùû]")


def before(counts: Set[int], word: str, following: str) -> set[int]:
    """A word's counts with this word behind it: its final e is silent before a vowel."""
    if len(counts) > 1 and FINAL_E.search(word) and _VOWEL_FIRST.match(following):
        return set(counts) - {max(counts)}
    return set(counts)


def spoken_or_not(counts: Set[int], word: str) -> set[int]:
    """The counts of a word, given those without its final mute e."""
    return {*counts, max(counts) + 1} if FINAL_E.search(word) else set(counts)
