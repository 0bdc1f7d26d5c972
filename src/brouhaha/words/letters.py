"""Which letters are in a phrase, and where.

Accents fold (é is E, ç is C), ligatures open (œ is O and E, ß is S and S); case, spaces,
hyphens and apostrophes do not count. Only A to Z are letters: dice bear no others. Places are
indices in the phrase as it was typed, so that a page can mark them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

Span = tuple[int, int]

# Letters that Unicode does not take apart by itself.
_OPENED = {
    "Œ": "OE", "Æ": "AE", "ẞ": "SS", "SS": "SS", "Ø": "O", "Đ": "D", "Ð": "D", "Ħ": "H",
    "Ł": "L", "Þ": "TH", "Ŧ": "T", "Ŋ": "N", "ı": "I",
}  # fmt: skip


def fold(text: str) -> str:
    """The letters A to Z of a text, in order."""
    if text.isascii():
        return "".join(c for c in text if c.isalpha()).upper()
    return "".join(_fold_char(c) for c in text)


def _fold_char(char: str) -> str:
    if not char.isalnum():  # a sign may hold letters, ™ and ℠ do, and is none
        return ""
    upper = char.upper()
    if upper in _OPENED:
        return _OPENED[upper]
    apart = unicodedata.normalize("NFKD", upper)
    return "".join(_OPENED.get(c, c if "A" <= c <= "Z" else "") for c in apart)


def placed(phrase: str) -> Iterator[tuple[str, int]]:
    """Each letter with the index of the character it is in."""
    for index, char in enumerate(phrase):
        for letter in _fold_char(char):
            yield letter, index


def places(phrase: str, letter: str) -> tuple[Span, ...]:
    """Where a letter stands; a span takes in the accents typed after it."""
    starts = sorted({index for found, index in placed(phrase) if found == letter})
    return tuple((start, _after_marks(phrase, start + 1)) for start in starts)


def _after_marks(phrase: str, end: int) -> int:
    while end < len(phrase) and unicodedata.combining(phrase[end]):
        end += 1
    return end


def missing(phrase: str, must: Iterable[str]) -> tuple[str, ...]:
    """The demanded letters that are not there, each once, in the order demanded."""
    there = set(fold(phrase))
    return tuple(letter for letter in dict.fromkeys(must) if letter not in there)


def banned(phrase: str, ban: Iterable[str]) -> tuple[str, ...]:
    """The banned letters that are there, each once, in the order banned."""
    there = set(fold(phrase))
    return tuple(letter for letter in dict.fromkeys(ban) if letter in there)
