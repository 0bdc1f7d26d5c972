"""Which letters are in a phrase, and where; and which signs in it are none.

A letter is A to Z: dice bear no others. What Unicode says is the same letter is that letter
(NFKD, then case): é is E, ç is C, and a full-width, bold, circled or raised a is A. Letters that
are written for two, and those with a stroke, open: œ is O and E, æ A and E, ß S and S, þ T and H;
ø is O, ł is L, đ and ð are D, ı is I.

Everything else is a sign of another script, a digit or a picture. Some of these look like a
letter (a Cyrillic a, the 4 of c4t): they never count as one that is demanded, but they do as one
that is banned, and a phrase with any of them is refused.

Places are indices in the phrase as it was typed, so that a page can mark them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from brouhaha.words import files

Span = tuple[int, int]

# Letters that Unicode does not take apart by itself.
_OPENED = {
    "Œ": "OE", "Æ": "AE", "ẞ": "SS", "SS": "SS", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "TH",
    "ı": "I",
}  # fmt: skip
_ASCII = {code: chr(code).upper() if chr(code).isalpha() else None for code in range(128)}


def fold(text: str) -> str:
    """The letters A to Z of a text, in order."""
    if text.isascii():
        return text.translate(_ASCII)
    return "".join(folded(c) for c in text)


@lru_cache(4096)
def folded(char: str) -> str:
    """The letters A to Z that a character is; nothing if it is none."""
    upper = char.upper()
    if upper in _OPENED:
        return _OPENED[upper]
    apart = [c for c in _decomposed(upper) if not unicodedata.combining(c)]
    letters = "".join(_OPENED.get(c, c if "A" <= c <= "Z" else "") for c in apart)
    # A sign may hold letters, as ™ and ㎏ do, and is none; a ligature of letters is: ﬁ.
    return letters if char.isalpha() or len(apart) == 1 else ""


def _decomposed(char: str) -> str:
    return unicodedata.normalize("NFKD", char).upper()


def plain(phrase: str) -> str:
    """The phrase with every character that Unicode takes for another, simpler one replaced by it:
    ⓐ by a, a no-break space by a space. It is one for one, so every index stays what it was."""
    if phrase.isascii() or unicodedata.is_normalized("NFKC", phrase):
        return phrase
    return "".join(map(_simpler, phrase))


@lru_cache(4096)
def _simpler(char: str) -> str:
    simple = unicodedata.normalize("NFKC", char)
    return simple if len(simple) == 1 else char


def placed(phrase: str) -> Iterator[tuple[str, int]]:
    """Each letter with the index of the character it is in."""
    for index, char in enumerate(phrase):
        for letter in folded(char):
            yield letter, index


def places(phrase: str, letter: str) -> tuple[Span, ...]:
    """Where a letter stands; a span takes in the accents typed after it."""
    starts = sorted({index for found, index in placed(phrase) if found == letter})
    return tuple((start, _after_marks(phrase, start + 1)) for start in starts)


def looking_like(phrase: str, letter: str) -> tuple[Span, ...]:
    """Where a sign stands that looks like the letter and is none, or another one."""
    looks = _lookalikes().get(letter, frozenset())
    return tuple((i, i + 1) for i, char in enumerate(phrase) if char in looks)


@lru_cache(4096)
def letters_like(char: str) -> frozenset[str]:
    """The letters that a sign looks like and is not."""
    return frozenset(letter for letter, looks in _lookalikes().items() if char in looks)


def _after_marks(phrase: str, end: int) -> int:
    while end < len(phrase) and unicodedata.combining(phrase[end]):
        end += 1
    return end


@cache
def _lookalikes() -> dict[str, frozenset[str]]:
    """By letter, the signs that look like it."""
    lines = files.text("lookalikes.txt").splitlines()
    return {line[0]: frozenset(line[1:]) for line in lines}


def missing(phrase: str, must: Iterable[str]) -> tuple[str, ...]:
    """The demanded letters that are not there, each once, in the order demanded."""
    there = set(fold(phrase))
    return tuple(letter for letter in dict.fromkeys(must) if letter not in there)


def banned(phrase: str, ban: Iterable[str]) -> tuple[str, ...]:
    """The banned letters that are there, or seem to be, each once, in the order banned."""
    there = set(fold(phrase))
    return tuple(
        letter for letter in dict.fromkeys(ban) if letter in there or looking_like(phrase, letter)
    )


def is_letter(char: str) -> bool:
    """Whether a character is a letter by itself, with or without an accent."""
    return bool(folded(char))


def stray_marks(phrase: str) -> list[int]:
    """The indices of marks that make no letter with the one before them: a letter written above
    another (ͣ), a circle around it, a heap of accents."""
    composed: list[int] = []
    start = 0
    for index, char in enumerate(phrase):
        if not unicodedata.combining(char) and unicodedata.category(char)[0] != "M":
            start = index
        elif len(unicodedata.normalize("NFC", phrase[start : index + 1])) > 1:
            composed.append(index)
    return composed


def is_mark(char: str) -> bool:
    """Whether a character is an accent or another mark on the letter before it."""
    return unicodedata.category(char)[0] == "M"
