"""What may stand in an answer: letters of the language, and what writing puts between and around
them. Everything else is refused, and the refusal shows it.

Apostrophes, hyphens and spaces of every kind are fine, and so are the dots of an abbreviation.
Quotation marks may stand around the whole, and a full stop, ! or ? behind it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from brouhaha.words import letters
from brouhaha.words.phrase import APOSTROPHES, HYPHENS

AROUND = '"“”„‟«»‹› \t'
BEHIND = ".!?…"
SEPARATORS = frozenset(",;:/\\•·、，；")
_BETWEEN = frozenset(APOSTROPHES + HYPHENS + ".")


class Sign(NamedTuple):
    """A character that is no letter, and where it stands."""

    char: str
    at: int


def foreign(phrase: str) -> list[Sign]:
    """The characters that have no place in an answer."""
    if _plain_letters.fullmatch(phrase):
        return []
    text = letters.plain(phrase)
    first, last = _core(text)
    stray = set(letters.stray_marks(text))
    return [Sign(phrase[i], i) for i in range(first, last) if i in stray or not _may_stand(text[i])]


def separators(phrase: str) -> list[Sign]:
    """The characters that part the members of a list."""
    first, last = _core(phrase)
    return [Sign(phrase[i], i) for i in range(first, last) if phrase[i] in SEPARATORS]


_plain_letters = re.compile(r"[A-Za-z][A-Za-z '-]*")


def _core(text: str) -> tuple[int, int]:
    """Where the phrase begins and ends without what may stand around it and behind it."""
    last = len(text.rstrip(AROUND + BEHIND))
    first = len(text) - len(text.lstrip(AROUND))
    return min(first, last), last


def _may_stand(char: str) -> bool:
    return (
        char in _BETWEEN
        or char in SEPARATORS
        or char.isspace()
        or letters.is_letter(char)
        or letters.is_mark(char)
    )
