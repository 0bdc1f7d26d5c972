"""Is it a word at all? By the lexicon of the language and by the words that are typical of a card.

Bots vote by it, and with the option `tie: referee` it settles a tied vote. It is a doubt, not a
proof: no lexicon has every name.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brouhaha.games.nono.judging import Lang, fold
from brouhaha.games.nono.lexicon import homes
from brouhaha.words import lexicon
from brouhaha.words.phrase import Word, key, parts, words

PHRASES_IN_MIND: Final = 256  # every bot at a table looks at the same one


@lru_cache(PHRASES_IN_MIND)
def is_known(phrase: str, language: Lang) -> bool:
    """A typical answer of some category, or made of words of the lexicon alone."""
    if fold(phrase) in homes(language):
        return True
    found = words(phrase)
    return bool(found) and all(in_lexicon(word, language) for word in found)


def in_lexicon(word: Word, language: Lang) -> bool:
    """As it is written, or part by part between its hyphens and apostrophes."""
    if lexicon.knows(key(word.text, language), language):
        return True
    pieces = parts(word)
    return len(pieces) > 1 and all(lexicon.knows(key(p.text, language), language) for p in pieces)
