"""The words that bots know: typical ones for each category and language, with what the judge
says of each. They were written for this project; `tools/nono_lexicon.py` checks them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import Handicap, Lang, fold, judge


class Entry(NamedTuple):
    """One typical word: its letters, the syllables it may have, whether an -s made it plural."""

    word: str
    letters: str
    syllables: tuple[int, ...]
    plural: bool

    def keeps_to(self, roll: Roll, handicap: Handicap | None) -> bool:
        """Nothing that the dice and the handicap ask for is wrong with it."""
        demanded = roll.letters
        return (
            all(letter in self.letters for letter in demanded)
            and (roll.ban is None or roll.ban not in self.letters)
            and (roll.syllables is None or roll.syllables in self.syllables)
            and not (self.plural and "S" in demanded)
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
    """A category's words, with what the judge finds in each."""
    return tuple(
        Entry(word, fold(word), finding.syllables.accepted, finding.plural_s)
        for word in written(language)[category]
        for finding in (judge(word, language),)
    )


@cache
def homes(language: Lang) -> dict[str, frozenset[str]]:
    """The categories that each word, by its letters, is typical of."""
    found: dict[str, set[str]] = {}
    for category, words in written(language).items():
        for word in words:
            found.setdefault(fold(word), set()).add(category)
    return {word: frozenset(categories) for word, categories in found.items()}
