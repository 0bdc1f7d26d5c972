"""Whether a word was made plural by -s, so that an S rolled can refuse it.

poules, saisons, horses: yes. bus, souris, gas, glass: no, their s is the singular's. chevaux,
children: no, no s made them. The lexicon knows; a word it does not know is judged by its
ending and by whether the lexicon knows it without the s. The s of a name is its own: Paris is no
plural of a bet, and in a category of names there is no plural at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from brouhaha.words import files, lexicon
from brouhaha.words.lexicon import VERB
from brouhaha.words.other_counts import listed
from brouhaha.words.phrase import APOSTROPHES, Lang, Word, key, parts, words

# Endings in s that are a singular's own, in words that the lexicon does not know.
_OWN_S = {
    "fr": re.compile(r"([aeiou]ss|[^e]us|[iaouy]s|[^e]ïs|ics)$"),
    "en": re.compile(r"(ss|us|is|as|os|ics|'s)$"),
}
_LOAN_S = re.compile(r"[^aeiou][ao]s$")
# An abbreviation with a small s behind it is a plural: DVDs, CDs.
_HISS = re.compile(r"(?:s|x|z|ch|sh)$")
_ABBREVIATION_S = re.compile(r"[A-Z]{2,}s$")


def refused(must: Iterable[str], plural_s: bool) -> bool:
    """The rule: an S demanded takes no plural made by -s, even with another s in the word."""
    return plural_s and "S" in must


def carriers(phrase: str, lang: Lang) -> tuple[Word, ...]:
    """The words of a phrase that carry a plural made by -s."""
    found: list[Word] = []
    listed = words(phrase)
    for index, word in enumerate(listed):
        before = listed[index - 1] if index else None
        if before and word.text in ("s", "S"):
            found += [before] if _with_s(before.text, lang) else []
        else:
            found += _carriers(word, lang, last=index == len(listed) - 1)
    return tuple(found)


def _carriers(word: Word, lang: Lang, last: bool) -> list[Word]:
    spelt = key(word.text, lang)
    pieces = parts(word)
    if lexicon.knows(spelt, lang):
        plural = is_plural(word.text, lang) or (lang == "en" and _part_is_plural(spelt))
        return [word] if plural else []
    if len(pieces) > 1 and pieces[-1].text in ("s", "S"):
        return [word] if _s_set_apart(word, pieces, lang, last) else []
    if spelt.endswith("s") and len(pieces) > 1 and lexicon.knows(spelt[:-1], lang):
        return [word]  # yo-yos
    if lang == "fr" and len(pieces) == 2 and lexicon.is_kind(key(pieces[0].text, lang), VERB, lang):
        return []  # un tire-fesses: what it does, and to more than one
    return [piece for piece in pieces if is_plural(piece.text, lang)]


def _part_is_plural(spelt: str) -> bool:
    """Whether an English word with hyphens is another one with an s: x-rays, sisters-in-law."""
    pieces = spelt.split("-")
    return len(pieces) > 1 and any(
        piece.endswith("s")
        and lexicon.knows("-".join([*pieces[:i], piece[:-1], *pieces[i + 1 :]]), "en")
        for i, piece in enumerate(pieces)
    )


def _s_set_apart(word: Word, pieces: list[Word], lang: Lang, last: bool) -> bool:
    """ski-s, ball's: the s of a plural, but not an owner's, whose thing follows (Mother's Day)."""
    owner = word.text[-2] in APOSTROPHES and not last
    return not owner and _with_s(pieces[-2].text, lang)


def _with_s(noun: str, lang: Lang) -> bool:
    """Whether an s behind it makes a plural of it: not of a name, nor of boss."""
    spelt = key(noun, lang)
    if noun[0].isupper() and not noun.isupper() and not lexicon.is_kind(spelt, "n", lang):
        return False
    return not _HISS.search(spelt)


def is_plural(word: str, lang: Lang) -> bool:
    """Whether one word is a plural made by -s."""
    if _ABBREVIATION_S.search(word):
        return True
    spelt = key(word, lang)
    if spelt.endswith("ès") or (word[0].isupper() and spelt in _names()):
        return False  # no French word ends in è, to which an s could be added: Barbès
    if meant := lexicon.meant(spelt, lang):
        return all(known.plural for known in meant)
    return _unknown_is_plural(spelt, lang, name=word[0].isupper())


@cache
def _names() -> frozenset[str]:
    """Names that, with a small letter, are a plural or look like one."""
    return frozenset(files.text("names.txt").split())


def _unknown_is_plural(spelt: str, lang: Lang, name: bool) -> bool:
    """Known without its s, or its es; else by its ending: what comes from Spanish or Italian is a
    plural (fajitas, mojitos), unless it is a name (Barbados)."""
    if not spelt.endswith("s") or len(spelt) < 4:
        return False
    if lexicon.knows(spelt[:-1], lang) or spelt[:-1] in listed(lang):
        return True
    if _LOAN_S.search(spelt) and not name:
        return True
    return not _OWN_S[lang].search(spelt)
