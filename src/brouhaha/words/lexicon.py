"""The words that a language's lexicon knows, and what it says of each.

A line of it (see `pages`) has a word without its accents, then everything that is spelt so: the
spelling (nothing if it has no accents), a slash, its code, a slash, where it is cut. The code is
the accepted counts of syllables, one base-36 digit each, the usual one first (no digit if the
source gives none), then flags: + made plural by -s, n noun, a adjective, v verb, p name of a place.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from brouhaha.words.pages import Pages, open_pages
from brouhaha.words.phrase import Lang

DOT = "·"
PLURAL, NOUN, ADJECTIVE, VERB, PLACE = "+", "n", "a", "v", "p"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBERS = {digit: number for number, digit in enumerate(DIGITS)}
_PLAIN = str.maketrans(
    {a: g[-1] for g in ("àâäáåãa", "çc", "éèêëe", "îïíìi", "ôöóòo", "ûùüúu", "ñn") for a in g}
)


class Entry(NamedTuple):
    """A word of the lexicon: its spelling, its code, and where it is cut."""

    word: str
    code: str
    at: str

    @property
    def counts(self) -> frozenset[int]:
        """The accepted counts of syllables; none if the source gives none."""
        return _counts(self.code)

    @property
    def plural(self) -> bool:
        """Made plural by -s."""
        return PLURAL in self.code

    @property
    def cuts(self) -> list[int]:
        return [_NUMBERS[digit] for digit in self.at]


@cache
def _counts(code: str) -> frozenset[int]:
    """There are some hundreds of codes, and all words share them."""
    return frozenset(_NUMBERS[char] for char in code if char in _NUMBERS)


@cache
def pages(lang: Lang) -> Pages:
    return open_pages(f"lexicon.{lang}.txt.gz")


def bare(word: str) -> str:
    """A word without its accents."""
    return word if word.isascii() else word.translate(_PLAIN)


@lru_cache(256)  # each part of the judge asks for the same few words of a phrase
def meant(word: str, lang: Lang) -> tuple[Entry, ...]:
    """The words of the lexicon that a key can mean; none if it does not know it.

    An accent may be forgotten or be another one, but none is typed where there is none:
    Barbès is not barbes.
    """
    plain = bare(word)
    line = pages(lang).line(plain)
    if not line:
        return ()
    if line[0] == "/" and " " not in line:  # most words have no accents, nor others like them
        _, code, at = line.split("/")
        return (Entry(plain, code, at),) if word == plain else ()
    found = []
    for item in line.split(" "):
        spelling, code, at = item.split("/")
        entry = Entry(spelling or plain, code, at)
        if entry.word == word:
            return (entry,)
        if spelling and _accented_as(spelling, word):
            found.append(entry)
    return tuple(found)


def entry(word: str, lang: Lang) -> Entry | None:
    """The word of exactly this spelling."""
    found = meant(word, lang)
    return found[0] if found and found[0].word == word else None


def knows(word: str, lang: Lang) -> bool:
    """Whether the lexicon has a word that this key can mean."""
    return bool(meant(word, lang))


def counts(word: str, lang: Lang) -> frozenset[int]:
    """The accepted counts of a word of the lexicon; none if it does not know it."""
    found = entry(word, lang)
    return found.counts if found else frozenset()


def is_kind(word: str, kinds: str, lang: Lang) -> bool:
    """Whether a word can be one of these: n noun, a adjective, v verb, p place."""
    return any(kind in found.code for found in meant(word, lang) for kind in kinds)


def _accented_as(known: str, typed: str) -> bool:
    """Whether the known word has an accent wherever one was typed."""
    return typed.isascii() or all(
        k != bare(k) or t == bare(t) for k, t in zip(known, typed, strict=True)
    )
