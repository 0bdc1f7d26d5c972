"""The words that bots know: typical ones for each category and language, with what the judge
says of each. They were written for this project; `tools/nono_lexicon.py` checks them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import Handicap, Lang, fold, judge, plural_refused

ROLLS_IN_MIND: Final = 256  # all bots of a table look at the same dice; many tables play at once


class Entry(NamedTuple):
    """One typical word. The judge is asked about it when it matters: few words have the letters."""

    word: str
    letters: str
    language: Lang

    @property
    def syllables(self) -> tuple[int, ...]:
        """Those it may have."""
        return judged(self.word, self.language)[0]

    @property
    def plural(self) -> bool:
        """An -s made it so."""
        return judged(self.word, self.language)[1]

    def keeps_to(self, roll: Roll, handicap: Handicap | None) -> bool:
        """Nothing that the dice and the handicap ask for is wrong with it."""
        demanded = roll.letters
        return (
            all(letter in self.letters for letter in demanded)
            and (roll.ban is None or roll.ban not in self.letters)
            and (roll.syllables is None or roll.syllables in self.syllables)
            and not (plural_refused(demanded, plural_s=True) and self.plural)
            and (handicap is None or self.letters[0 if handicap == "first" else -1] in demanded)
        )


@cache
def written(language: Lang) -> dict[str, tuple[str, ...]]:
    """The words as written, by category."""
    text = files("brouhaha.games.nono").joinpath(f"data/typical.{language}.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return {category: tuple(words.split("|")) for category, words in rows}


@cache
def typical(language: Lang, category: str) -> tuple[Entry, ...]:
    """A category's words; of one that is not the house's, none."""
    return entries(written(language).get(category, ()), language)


def entries(words: Iterable[str], language: Lang) -> tuple[Entry, ...]:
    return tuple(Entry(word, fold(word), language) for word in words)


@cache
def judged(word: str, language: Lang) -> tuple[tuple[int, ...], bool]:
    """What the judge finds in one of them: its syllables, and whether it is a plural in -s."""
    finding = judge(word, language)
    return finding.syllables.accepted, finding.plural_s


@lru_cache(ROLLS_IN_MIND)
def fitting(
    language: Lang, category: str, roll: Roll, handicap: Handicap | None
) -> tuple[Entry, ...]:
    """The category's words that keep to the dice and the handicap."""
    return tuple(entry for entry in typical(language, category) if entry.keeps_to(roll, handicap))


@cache
def homes(language: Lang) -> dict[str, frozenset[str]]:
    """The categories that each word, by its letters, is typical of."""
    found: dict[str, frozenset[str]] = {}
    shared: dict[frozenset[str], frozenset[str]] = {}  # most words have the same few homes
    for category, words in written(language).items():
        for word in map(fold, words):
            wider = found.get(word, frozenset()) | {category}
            found[word] = shared.setdefault(wider, wider)
    return found
