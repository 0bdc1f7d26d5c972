"""Words that would have worked for a card that nobody solved, told when it is over.

They are typical words of its category in which the judge of words finds nothing wrong. They depend
on the card and its dice alone, so a match that is played again tells the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final

from brouhaha.games.nono.cards import Roll
from brouhaha.games.nono.judging import Category, Lang, fold, judge
from brouhaha.games.nono.lexicon import ROLLS_IN_MIND, Entry, entries, typical
from brouhaha.games.nono.own_categories import OwnCategory, category_of

MOST_WORDS: Final = 2


def would_fit(language: Lang, category: str, roll: Roll, said: str) -> tuple[str, ...]:
    """Two of them, or as many as there are, beside the word that was said and did not count."""
    return others(right_words(language, category, roll), said)


def own_words_that_fit(own: OwnCategory, language: Lang, roll: Roll, said: str) -> tuple[str, ...]:
    """The same for a category of one's own: of the words that came with it."""
    known = entries(own.typical(language), language)
    fit = (entry for entry in known if entry.keeps_to(roll, None))
    return others(first_right(fit, category_of(own), roll), said)


def others(words: tuple[str, ...], said: str) -> tuple[str, ...]:
    return tuple(word for word in words if fold(word) != fold(said))[:MOST_WORDS]


@lru_cache(ROLLS_IN_MIND)
def right_words(language: Lang, category: str, roll: Roll) -> tuple[str, ...]:
    """The first ones, and one to spare. Nobody's handicap counts: they are for all."""
    fit = (entry for entry in typical(language, category) if entry.keeps_to(roll, None))
    return first_right(fit, category, roll)


def first_right(known: Iterable[Entry], category: str | Category, roll: Roll) -> tuple[str, ...]:
    right = (entry.word for entry in known if is_right(entry, category, roll))
    return tuple(islice(right, MOST_WORDS + 1))


def is_right(entry: Entry, category: str | Category, roll: Roll) -> bool:
    """The referee would have had nothing against it."""
    finding = judge(
        entry.word,
        entry.language,
        must=roll.letters,
        ban=roll.ban or "",
        syllables=roll.syllables,
        category=category,
    )
    return finding.ok and (roll.syllables is None or finding.syllables.sure)
