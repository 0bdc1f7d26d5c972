"""What the words of a phrase are, and how a word is written in the lexicon.

A word is a run of letters, joined by hyphens, apostrophes or, in an abbreviation, dots. Its
key is how the lexicon of a language spells it: small letters; in French with accents and œ as
oe, in English with none.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal, NamedTuple, get_args

from brouhaha.words.letters import fold, plain

Lang = Literal["fr", "en"]
LANGUAGES: Final[tuple[Lang, ...]] = get_args(Lang)

APOSTROPHES = "'’‘‛ʼʻʹ′‵`´＇"
HYPHENS = "‐‑‒–—―−⁃﹣－-"
_MARKS = r"[\u0300-\u036f]*"
_LETTER = rf"[^\W\d_]{_MARKS}"
_RUN = rf"(?:{_LETTER}|\d)+"
_DOTTED = rf"{_LETTER}(?:\.{_LETTER})+(?!\w)\.?"
_JOINT = f"[{re.escape(APOSTROPHES + HYPHENS)}]"
WORD = re.compile(rf"{_DOTTED}|{_RUN}(?:{_JOINT}{_RUN})*")
PART = re.compile(_RUN)
_CURLY = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | dict.fromkeys(HYPHENS, "-"))
_FOREIGN: dict[Lang, re.Pattern[str]] = {
    "fr": re.compile(r"[^a-z0-9'\-àâäçéèêëîïñôöùûüÿ]"),
    "en": re.compile(r"[^a-z0-9'\-]"),
}


class Word(NamedTuple):
    """A piece of a phrase, with the index where it starts."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def language(name: str) -> Lang:
    """The language of that name, or a ValueError."""
    if name not in LANGUAGES:
        raise ValueError(f"unknown language: {name!r}")
    return name


def words(phrase: str) -> list[Word]:
    """The words of a phrase, in order; a letter that Unicode takes for another is that one."""
    phrase = plain(phrase)
    if phrase.isalpha():  # most often there is but one, and no need to look
        return [Word(phrase, 0)]
    return [Word(found.group(), found.start()) for found in WORD.finditer(phrase)]


def parts(word: Word) -> list[Word]:
    """The runs of letters between a word's hyphens and apostrophes."""
    return [Word(p.group(), word.start + p.start()) for p in PART.finditer(word.text)]


def key(text: str, lang: Lang) -> str:
    """How the lexicon spells it."""
    if text.isascii():
        return text.lower() if text.isalpha() else text.lower().translate(_CURLY)
    return _FOREIGN[lang].sub(_folded, unicodedata.normalize("NFC", text).lower())


def _folded(found: re.Match[str]) -> str:
    """A sign that the language does not write: a joint as the plain one, a letter by its plain
    letters; unknown ones stay."""
    char = found.group().translate(_CURLY)
    return "" if unicodedata.combining(char) else fold(char).lower() or char
