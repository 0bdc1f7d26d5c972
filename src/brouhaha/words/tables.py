"""The tables, read when first asked for and then kept.

A lexicon gives each word a code: the accepted counts of syllables, one base-36 digit each, the
usual one first; then a + if the word is a plural made by -s. And it shows where the word is cut.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from brouhaha.words.phrase import Lang

DOT = "·"
PLURAL = "+"
_PLAIN = str.maketrans(
    {a: g[-1] for g in ("àâäáåãa", "çc", "éèêëe", "îïíìi", "ôöóòo", "ûùüúu", "ñn") for a in g}
)


class Lexicon(NamedTuple):
    """Word to code, and word to the word cut up, for words that are cut."""

    codes: dict[str, str]
    cuts: dict[str, str]


def text(name: str) -> str:
    packed = files("brouhaha.words").joinpath("data", name).read_bytes()
    return (gzip.decompress(packed) if name.endswith(".gz") else packed).decode("utf-8")


@cache
def lexicon(lang: Lang) -> Lexicon:
    codes: dict[str, str] = {}
    cuts: dict[str, str] = {}
    for line in text(f"lexicon.{lang}.txt.gz").splitlines():
        code, _, listed = line.partition(" ")
        words = listed.replace(DOT, "").split(" ")
        codes.update(dict.fromkeys(words, code))
        cuts.update(zip(words, listed.split(" "), strict=True))
    return Lexicon(codes, cuts)


def counts(word: str, lang: Lang) -> frozenset[int]:
    """The accepted counts of a word of the lexicon; none if it does not know it."""
    return _decoded(lexicon(lang).codes.get(word, ""))


@cache
def _decoded(code: str) -> frozenset[int]:
    """There are some dozens of codes, and all words share them."""
    return frozenset(int(digit, 36) for digit in code.rstrip(PLURAL))


@cache
def unaccented(lang: Lang) -> dict[str, tuple[str, ...]]:
    """Words without their accents, for people who type none: all words that can be meant."""
    meant: dict[str, tuple[str, ...]] = {}
    for word in lexicon(lang).codes:
        if not word.isascii():
            plain = bare(word)
            meant[plain] = (*meant.get(plain, ()), word)
    return meant


def bare(word: str) -> str:
    return word if word.isascii() else word.translate(_PLAIN)


def meant(word: str, lang: Lang) -> tuple[str, ...]:
    """The words of the lexicon that a key can mean; none if it does not know it.

    An accent may be forgotten or be another one, but none is typed where there is none:
    Barbès is not barbes.
    """
    if word in lexicon(lang).codes:
        return (word,)
    found = unaccented(lang).get(bare(word), ())
    return found if word.isascii() else tuple(w for w in found if _accented_as(w, word))


def _accented_as(known: str, typed: str) -> bool:
    """Whether the known word has an accent wherever one was typed."""
    return all(k != bare(k) or t == bare(t) for k, t in zip(known, typed, strict=True))
