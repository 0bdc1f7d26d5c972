"""Coarse words, and how a text looks without them: for a screen that everybody in the room sees.

Whole words are masked, as people write them to get past a filter: in capitals, with accents, with
look-alike letters and digits (sh1t), with stars (f*ck), with letters held down (fuuuck), with signs
or spaces between the letters. A word that only contains one (Scunthorpe, assassin, concours) is
another word.

`mild` masks insults, slurs and the crudest words; `strict` also what has a second meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

from brouhaha.words import files, lexicon
from brouhaha.words.letters import folded, is_mark, letters_like, plain
from brouhaha.words.phrase import LANGUAGES, Lang, key

Grade = Literal["off", "mild", "strict"]

ORDINARY: Final = lexicon.NOUN + lexicon.ADJECTIVE + lexicon.VERB
MASK: Final = "•"
STARS: Final = "*#%&?_("  # for a letter; at an end they are punctuation
AROUND: Final = STARS + "!.…,;:)[]{}<>\"'“”«»~^+=-"
ANY: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_CHUNK = re.compile(r"\S+")
_PART = re.compile(r"[^\s'’\-‐‑–—.,;:/·_]+")

Runs = tuple[tuple[str, int], ...]  # a word as letters and how often each is said in a row
Sounds = tuple[frozenset[str], ...]  # for each place of a word, the letters that it can be


class Entry(NamedTuple):
    """A coarse word, or the words of a coarse expression."""

    words: tuple[Runs, ...]
    language: Lang


class Piece(NamedTuple):
    """A piece of a text that may be a word, and where it stands."""

    text: str
    start: int
    end: int


@lru_cache(1024)
def mask(text: str, grade: Grade, language: str | None = None) -> str:
    """The text with every coarse word replaced, character by character, by dots.

    In a text that is known to be in one language, an ordinary word of that language stays, even if
    it is coarse in the other: *bite*, in English.
    """
    if grade == "off":
        return text
    shown = list(text)
    spoken = next((lang for lang in LANGUAGES if lang == language), None)
    for start, end in _coarse_spans(plain(text), grade, spoken):
        shown[start:end] = (MASK if not char.isspace() else char for char in shown[start:end])
    return "".join(shown)


def _coarse_spans(text: str, grade: Grade, language: Lang | None) -> Iterator[tuple[int, int]]:
    """Where coarse words stand, but for those in an expression that is none: Moby Dick."""
    kept = list(_spans(text, "kept", language))
    for start, end in _spans(text, grade, language):
        if not any(first <= start and end <= last for first, last in kept):
            yield start, end


def _spans(
    text: str, grade: Grade | Literal["kept"], language: Lang | None
) -> Iterator[tuple[int, int]]:
    for pieces in _readings(text):
        for first, piece in enumerate(pieces):
            for entry in _candidates(piece.text, grade):
                last = first + len(entry.words)
                if last <= len(pieces) and _is(entry, pieces[first:last], language):
                    yield piece.start, pieces[last - 1].end


def _readings(text: str) -> list[list[Piece]]:
    """The words of a text: cut at every sign; at spaces only; and single letters read together."""
    chunks = [Piece(found[0], *found.span()) for found in _CHUNK.finditer(text)]
    parts = [Piece(found[0], *found.span()) for found in _PART.finditer(text)]
    spelt = [list(run) for alone, run in groupby(parts, lambda part: len(part.text) == 1) if alone]
    together = [
        Piece("".join(part.text for part in run), run[0].start, run[-1].end) for run in spelt
    ]
    return [parts, chunks, together]


def _is(entry: Entry, pieces: list[Piece], language: Lang | None) -> bool:
    if not all(_spells(piece.text, runs) for piece, runs in zip(pieces, entry.words, strict=True)):
        return False
    if language in (None, entry.language):
        return True
    return not all(_ordinary(piece.text, language) for piece in pieces)


# Spelling


def _spells(text: str, runs: Runs) -> bool:
    """Whether a piece of text is this coarse word, however it is written."""
    return any(
        _fits(sounds, runs) and not (_stretched(sounds, runs) and _innocent(text))
        for sounds in _sounds(text)
    )


@lru_cache(1024)
def _sounds(text: str) -> tuple[Sounds, ...]:
    """What a piece can be read as: with the digits and signs at its ends as letters, and without.

    One digit behind a name is a number (Ana1), and a sign at an end is punctuation.
    """
    if not any(char.isalpha() for char in text):
        return ()
    core = text.strip(AROUND)
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
    readings = [bare] if re.search(r"\D\d$", core) else [core, bare]
    return tuple({tuple(_letters(reading)) for reading in readings if reading})


def _letters(text: str) -> Iterator[frozenset[str]]:
    for char in text:
        if letters := folded(char):
            yield from (frozenset(letter) for letter in letters)
        elif looks := letters_like(char):
            yield looks
        elif char in STARS:
            yield ANY
        elif char.isalnum() and not is_mark(char):
            yield frozenset()  # a letter that is no letter here: no coarse word has it


def _fits(sounds: Sounds, runs: Runs, at: int = 0) -> bool:
    """Whether these are the letters of the word, each as often as there or more often."""
    if not runs:
        return at == len(sounds)
    (letter, times), rest = runs[0], runs[1:]
    end = at
    while end < len(sounds) and letter in sounds[end]:
        end += 1
        if end - at >= times and _fits(sounds, rest, end):
            return True
    return False


def _stretched(sounds: Sounds, runs: Runs) -> bool:
    return len(sounds) > sum(times for _, times in runs)


def _innocent(text: str) -> bool:
    """A word that a language knows is meant as it stands: cull is no stretched cul."""
    return any(lexicon.knows(key(text, lang), lang) for lang in LANGUAGES)


def _ordinary(text: str, lang: Lang) -> bool:
    """Names are in the lexicon too, and they are no reason to show a word."""
    return lexicon.is_kind(key(text, lang), ORDINARY, lang)


# The lists


def _candidates(text: str, grade: Grade | Literal["kept"]) -> Iterator[Entry]:
    """The entries whose first word begins and ends as this piece does."""
    index = _index(grade)
    ends = {(a, z) for sounds in _sounds(text) if sounds for a in sounds[0] for z in sounds[-1]}
    for pair in ends:
        yield from index.get(pair, ())


@cache
def _index(grade: Grade | Literal["kept"]) -> dict[tuple[str, str], list[Entry]]:
    found: dict[tuple[str, str], list[Entry]] = {}
    for lang in LANGUAGES:
        for entry in _read(lang, grade):
            first = entry.words[0]
            found.setdefault((first[0][0], first[-1][0]), []).append(entry)
    return found


def _read(lang: Lang, grade: Grade | Literal["kept"]) -> Iterator[Entry]:
    """A ~ stands before what `strict` masks only, a = before what is kept."""
    signs = {"mild": "", "strict": "~", "kept": "="}
    for line in files.text(f"coarse.{lang}.txt").splitlines():
        sign = line[0] if line[0] in "~=" else ""
        if sign == signs[grade] or (grade == "strict" and not sign):
            words = line.removeprefix(sign).split()
            for last in (words[-1], words[-1] + "S"):
                yield Entry(tuple(map(_runs, [*words[:-1], last])), lang)


def _runs(word: str) -> Runs:
    return tuple((letter, len(list(run))) for letter, run in groupby(word))
