"""Whether a word was made plural by -s, so that an S rolled can refuse it.

poules, saisons, horses: yes. bus, souris, gas, glass: no, their s is the singular's. chevaux,
children: no, no s made them. The lexicon knows; a word it does not know is judged by its
ending and by whether the lexicon knows it without the s. The s of a name is its own: Paris is no
plural of a bet, and in a category of names there is no plural at all.
"""

from __future__ import annotations

import re
from functools import cache

from brouhaha.words import tables
from brouhaha.words.phrase import Lang, Word, key, parts, words

# Endings in s that are a singular's own, in words that the lexicon does not know.
_OWN_S = {
    "fr": re.compile(r"([aeiou]ss|[^e]us|[iaouy]s|[^e]ïs|ics)$"),
    "en": re.compile(r"(ss|us|is|as|os|ics|'s)$"),
}
# An abbreviation with a small s behind it is a plural: DVDs, CDs.
_ABBREVIATION_S = re.compile(r"[A-Z]{2,}s$")


def carriers(phrase: str, lang: Lang) -> tuple[Word, ...]:
    """The words of a phrase that carry a plural made by -s."""
    found: list[Word] = []
    for word in words(phrase):
        whole = tables.meant(key(word.text, lang), lang)
        pieces = [word] if whole else parts(word)
        found += [piece for piece in pieces if is_plural(piece.text, lang)]
    return tuple(found)


def is_plural(word: str, lang: Lang) -> bool:
    if _ABBREVIATION_S.search(word):
        return True
    spelt = key(word, lang)
    if spelt.endswith("ès") or (word[0].isupper() and spelt in _names()):
        return False  # no French word ends in è, to which an s could be added: Barbès
    meant = tables.meant(spelt, lang)
    if meant:
        codes = tables.lexicon(lang).codes
        return all(codes[known].endswith(tables.PLURAL) for known in meant)
    return _unknown_is_plural(spelt, lang)


@cache
def _names() -> frozenset[str]:
    """Names that, with a small letter, are a plural or look like one."""
    return frozenset(tables.text("names.txt").split())


def _unknown_is_plural(spelt: str, lang: Lang) -> bool:
    if not spelt.endswith("s") or len(spelt) < 4:
        return False
    if tables.meant(spelt[:-1], lang):
        return True
    return not _OWN_S[lang].search(spelt)
