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

from brouhaha.words import tables
from brouhaha.words.phrase import Lang

# u is a consonant's sign in qu and, in French, in gue, gui.
VOWEL_RUN: dict[Lang, re.Pattern[str]] = {
    "fr": re.compile(
        r"(?:[aeioyàâäéèêëîïôöùûüÿ]|(?<![qg])u|(?<=g)u(?![eiyéèêî]))[aeiouyàâäéèêëîïôöùûüÿ]*"
    ),
    "en": re.compile(r"(?:[aeioy]|(?<!q)u)[aeiouy]*"),
}
# Letters looked at on the left and on the right of a run, each step one wider than the last.
WIDTHS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5))
# It parts the vowels, whatever else is known of them: Raphaël.
_TREMA = re.compile(r"[aeioé][ëïü]")
EDGE = 5  # so many signs of the word's edge stand on each side, so that no context is cut short


class Run(NamedTuple):
    """A run of vowels: where it is, and how many syllables it may speak, the likeliest first."""

    start: int
    end: int
    counts: tuple[int, ...]


class Rules(NamedTuple):
    """The learnt table: for each width, from the narrowest, its contexts; and the triples of
    letters that known words have, accents aside."""

    contexts: list[tuple[int, int, dict[str, tuple[int, ...]]]]
    triples: frozenset[str]


@cache
def rules(lang: Lang) -> Rules:
    learnt: list[dict[str, tuple[int, ...]]] = [{} for _ in WIDTHS]
    triples: frozenset[str] = frozenset()
    for line in tables.text(f"spelling.{lang}.txt.gz").splitlines():
        kind, *entries = line.split(" ")
        if kind == "triples":
            triples = frozenset(entries)
        else:
            counts = tuple(map(int, kind[1:]))
            learnt[int(kind[0])].update(dict.fromkeys(entries, counts))
    contexts = [(*width, known) for width, known in zip(WIDTHS, learnt, strict=True)]
    return Rules(contexts, triples)


def edged(word: str) -> str:
    return "^" * EDGE + word + "$" * EDGE


def runs(word: str, lang: Lang) -> list[Run]:
    """The runs of vowels of a word, in order."""
    contexts, padded = rules(lang).contexts, edged(word)
    found = []
    for match in VOWEL_RUN[lang].finditer(padded):
        start, end = match.span()
        counts: tuple[int, ...] = (1,)
        for left, right, known in contexts:
            hit = known.get(padded[start - left : end + right])
            if hit is None:
                break
            counts = hit
        if counts[0] == 1 and _TREMA.search(match.group()):
            counts = (2, 1)
        found.append(Run(start - EDGE, end - EDGE, counts))
    return found


def reading(found: list[Run]) -> tuple[int, ...]:
    """The counts that runs may come to, the likeliest first; always one at least."""
    usual, besides = 0, {0}
    for run in found:
        first = run.counts[0]
        usual += first
        if len(run.counts) > 1:
            besides = {a + b - first for a in besides for b in run.counts}
    others = sorted(usual + n for n in besides if n and usual + n > 0)
    return (max(usual, 1), *(n for n in others if n != max(usual, 1)))


def plausible(word: str, lang: Lang) -> bool:
    """Whether the word is spelt as known words are: no triple of its letters is strange."""
    triples, padded = rules(lang).triples, f"^{tables.bare(word)}$"
    return triples.issuperset([padded[i : i + 3] for i in range(len(padded) - 2)])
