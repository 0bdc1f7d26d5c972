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
    for word, count in also(lang):
        if word in codes and count not in codes[word]:
            codes[word] = (
                codes[word].replace(PLURAL, "") + count + PLURAL * codes[word].count(PLURAL)
            )
    return Lexicon(codes, cuts)


def also(lang: Lang) -> list[tuple[str, str]]:
    """Counts that people use too, where the source of the lexicon gives one only."""
    if lang != "en":
        return []
    lines = [line.split() for line in text("also.en.txt").splitlines()]
    return [(word, count) for count, *words in lines for word in words]


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
    return word.translate(_PLAIN)


def meant(word: str, lang: Lang) -> tuple[str, ...]:
    """The words of the lexicon that a key can mean; none if it does not know it."""
    known = lexicon(lang).codes
    if word in known:
        return (word,)
    plain = bare(word)
    if plain != word and plain in known:
        return (plain,)
    return unaccented(lang).get(plain, ())
