"""Syllables from the spelling alone, for words that no lexicon knows.

A word is cut into its runs of vowels; each run speaks none, one or two syllables, and which it
is depends on the letters around it. What they say was learnt from the lexicon (with the common
nouns held out, see `bench/`) and is a table of contexts, from the run alone to four letters on
each side. A context is widened until the table knows no wider one; the last known decides.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import msgspec

from brouhaha.words import files, lexicon
from brouhaha.words.phrase import Lang

# u is a consonant's sign in qu and, in French, in gue, gui.
VOWEL_RUN: dict[Lang, re.Pattern[str]] = {
    "fr": re.compile(
        r"(?:[aeioyàâäéèêëîïôöùûüÿ]|u(?<![qg]u)|u(?<=gu)(?![eiyéèêî]))[aeiouyàâäéèêëîïôöùûüÿ]*"
    ),
    "en": re.compile(r"(?:[aeioy]|u(?<!qu))[aeiouy]*"),
}
# Letters looked at on the left and on the right of a run, each step one wider than the last.
WIDTHS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5))
# It parts the vowels, whatever else is known of them: Raphaël.
_TREMA = re.compile(r"[aeioé][ëïü]")
EDGE = 5  # so many signs of the word's edge stand on each side, so that no context is cut short
_BEFORE, _BEHIND = "^" * EDGE, "$" * EDGE


class Run(msgspec.Struct, frozen=True, gc=False):
    """A run of vowels: where it is, and how many syllables it may speak, the likeliest first."""

    start: int
    end: int
    counts: tuple[int, ...]


class Context(msgspec.Struct, gc=False):
    """What the run speaks in it, and the next wider ones, by the letter that they add."""

    counts: tuple[int, ...]
    wider: dict[str, Context]


class Rules(NamedTuple):
    """The learnt table: the narrowest contexts, from which the wider ones are reached; and the
    triples of letters that known words have, accents aside: by the first and the second, all
    thirds."""

    contexts: dict[str, Context]
    followers: dict[str, dict[str, str]]


@cache
def rules(lang: Lang) -> Rules:
    learnt: list[dict[str, Context]] = [{} for _ in WIDTHS]
    followers: dict[str, dict[str, str]] = {}
    for line in files.text(f"spelling.{lang}.txt.gz").splitlines():
        kind, *entries = line.split(" ")
        if kind == "triples":
            followers = _followers(entries)
        else:
            width, counts = int(kind[0]), tuple(map(int, kind[1:]))
            learnt[width].update({entry: Context(counts, {}) for entry in entries})
    _widen(learnt)
    return Rules(learnt[0], followers)


def _widen(learnt: list[dict[str, Context]]) -> None:
    """Hangs each context on the narrower one; the table has it, for it led here."""
    for (was_left, _), (left, _), narrower, contexts in zip(
        WIDTHS, WIDTHS[1:], learnt, learnt[1:], strict=False
    ):
        for letters, context in contexts.items():
            if left > was_left:
                narrower[letters[1:]].wider[letters[0]] = context
            else:
                narrower[letters[:-1]].wider[letters[-1]] = context


def _followers(triples: list[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for triple in triples:
        thirds = found.setdefault(triple[0], {})
        thirds[triple[1]] = thirds.get(triple[1], "") + triple[2]
    return found


def edged(word: str) -> str:
    return f"{_BEFORE}{word}{_BEHIND}"


def runs(word: str, lang: Lang) -> list[Run]:
    """The runs of vowels of a word, in order."""
    contexts, padded = rules(lang).contexts, edged(word)
    found = []
    for match in VOWEL_RUN[lang].finditer(padded):
        start, end = match.span()
        known = contexts.get(match.group())
        counts = _widest(known, padded, start, end).counts if known else (1,)
        if counts[0] == 1 and end - start > 1 and _TREMA.search(padded, start, end):
            counts = (2, 1)
        found.append(Run(start - EDGE, end - EDGE, counts))
    return found


def hyphenated_runs(word: str, lang: Lang) -> list[Run]:
    """The runs of vowels of a word, each part between hyphens taken as a word by itself."""
    found: list[Run] = []
    start = 0
    for part in word.split("-"):
        found += [Run(start + r.start, start + r.end, r.counts) for r in runs(part, lang)]
        start += len(part) + 1
    return found


def _widest(context: Context, padded: str, start: int, end: int) -> Context:
    """The widest context known, a letter more on the right and on the left by turns."""
    while wider := context.wider.get(padded[end]):
        context, start, end = wider, start - 1, end + 1
        if not (wider := context.wider.get(padded[start])):
            break
        context = wider
    return context


def reading(found: list[Run]) -> tuple[int, ...]:
    """The counts that runs may come to, the likeliest first; always one at least."""
    usual, besides = 0, {0}
    for run in found:
        counts = run.counts
        usual += counts[0]
        if len(counts) > 1:
            besides = {a + b - counts[0] for a in besides for b in counts}
    if len(besides) == 1:  # as in most words, no run leaves its count open
        return (usual or 1,)
    others = sorted(usual + n for n in besides if n and usual + n > 0)
    return (max(usual, 1), *(n for n in others if n != max(usual, 1)))


def plausible(word: str, lang: Lang) -> bool:
    """Whether the word is spelt as known words are: no triple of its letters is strange."""
    followers, padded = rules(lang).followers, f"^{lexicon.bare(word)}$"
    try:
        for a, b, c in zip(padded, padded[1:], padded[2:], strict=False):
            if c not in followers[a][b]:
                return False
    except KeyError:
        return False
    return True
