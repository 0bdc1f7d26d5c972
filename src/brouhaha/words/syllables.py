"""How many syllables a phrase has as it is spoken, and where they are cut.

The lexicon first. What it does not know is taken apart into words that it knows, and read from its
spelling; when the two disagree, or when the letters make no word of the language, `sure` is
false. A count that speech leaves open (a mute e, a glide) brings all its readings. A phrase is the
sum of its words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import reduce
from itertools import pairwise
from operator import or_

import msgspec

from brouhaha.words import initials, lexicon, mute_e
from brouhaha.words.compounds import made_of
from brouhaha.words.cutting import cuts, pieces
from brouhaha.words.lexicon import DOT, Entry
from brouhaha.words.other_counts import other_counts
from brouhaha.words.phrase import APOSTROPHES, Lang, Word, key, parts, words
from brouhaha.words.spelling import Run, plausible, reading, runs

LONGEST = 60  # letters; nobody reads on, and what is longer is no word
_VOWEL = re.compile(r"[AEIOUYaeiouy]")
_SILENT_ENDS = frozenset("s t d m ll re ve".split())  # English: behind an apostrophe
# camp·fire and not camp·fi·re, sun·flower and not sun·flow·er, where either count is accepted.
_FI_RE = re.compile(r"(?:[iy]r|we)(?:(?<=r)e|(?<=e)[rl])(?:s?$|d$|[^aeiou])")
_GLIDES = re.compile(r"(?:re?|l)(?:s|e?d)?$")  # fire is not shown as fi·re, nor towel as tow·el
_HISS = re.compile(r"(?:s|x|z|ch|sh|[cgsz]e)$")


class Syllables(msgspec.Struct, frozen=True):
    """The accepted counts, the phrase cut up, and whether the counter knew every word."""

    accepted: tuple[int, ...]
    cut: str
    sure: bool


class _Spoken(msgspec.Struct):
    """One word: its key, its accepted counts, its syllables as written, whether it is known."""

    spelt: str
    counts: set[int]
    pieces: list[str]
    sure: bool


def count(phrase: str, lang: Lang, lexicon: bool = True) -> Syllables:
    """The syllables of a phrase; without the lexicon, by spelling alone."""
    composed = phrase if phrase.isascii() else unicodedata.normalize("NFC", phrase)
    found = words(composed)
    shouted = len(found) > 1 and composed == composed.upper()
    spoken = [s for word in found for s in _word(word, lang, lexicon, shouted)]
    if not spoken:
        return Syllables((), "", False)
    if lang == "fr" and len(spoken) > 1:
        for one, following in pairwise(spoken):
            one.counts = mute_e.before(one.counts, one.spelt, following.spelt)
    return _sum(spoken)


def _sum(spoken: list[_Spoken]) -> Syllables:
    if len(spoken) == 1:
        one = spoken[0]
        return Syllables(tuple(sorted(one.counts)), DOT.join(one.pieces), one.sure)
    cut = DOT.join(piece for one in spoken for piece in one.pieces)
    return Syllables(_totals(spoken), cut, all(one.sure for one in spoken))


def _totals(spoken: list[_Spoken]) -> tuple[int, ...]:
    """All sums, as the bits of a number: so that a very long phrase takes no long time."""
    sums = 1
    for one in spoken:
        sums = reduce(or_, (sums << count for count in one.counts))
    return tuple(total for total, bit in enumerate(reversed(f"{sums:b}")) if bit == "1")


def _word(word: Word, lang: Lang, lexicon_on: bool, shouted: bool) -> list[_Spoken]:
    """A word the lexicon knows as a whole, an abbreviation, or its parts one by one."""
    text = word.text
    if "." in text:
        text = initials.without_dots(text)
        if text.isupper():
            return [_abbreviation(text, "", lang, lexicon_on)]
    elif text[:2].isupper() and not shouted and (short := initials.ABBREVIATION.fullmatch(text)):
        return [_abbreviation(short.group(1), short.group(2), lang, lexicon_on)]
    if text.isalpha():
        return [_part(text, lang, lexicon_on)]
    spelt = key(text, lang)
    if lexicon_on and (meant := _counted(spelt, lang)):
        return [_known(text, spelt, meant, lang)]
    return _parts(word, lang, lexicon_on)


def _parts(word: Word, lang: Lang, lexicon_on: bool) -> list[_Spoken]:
    """Part by part; a part that is not spoken (l', 's) is written with its neighbour."""
    spoken: list[_Spoken] = []
    prefix = ""
    for part, before, after in _joined(word):
        if _silent(part.text, before, after, lang):
            if before and spoken:
                _behind(spoken[-1], part.text + after)
            else:
                prefix += part.text + after
            continue
        one = _part(part.text, lang, lexicon_on)
        one.pieces[0] = prefix + one.pieces[0]
        one.pieces[-1] += after
        prefix = ""
        spoken.append(one)
    if prefix:
        spoken.append(_letter_by_letter(prefix, lang, sure=False))
    return spoken


def _behind(one: _Spoken, ending: str) -> None:
    """Writes an ending behind a word; an 's is spoken after a hiss: boss's."""
    one.pieces[-1] += ending
    if ending.lower() == "s" and _HISS.search(one.spelt):
        one.counts = {n + 1 for n in one.counts}


def _joined(word: Word) -> list[tuple[Word, str, str]]:
    """The parts of a word, each with the apostrophe before and behind it, if there is one."""
    text, found = word.text, []
    for part in parts(word):
        start, end = part.start - word.start, part.end - word.start
        before, after = text[start - 1 : start], text[end : end + 1]
        found.append(
            (part, before if before in APOSTROPHES else "", after if after in APOSTROPHES else "")
        )
    return found


def _silent(text: str, before: str, after: str, lang: Lang) -> bool:
    """An elided word before an apostrophe, or in English an ending behind one."""
    if lang == "en":
        return before != "" and text.lower() in _SILENT_ENDS
    if not after or before:
        return False
    return text.lower() == "qu" or (len(text) == 1 and not _VOWEL.match(text))


def _part(text: str, lang: Lang, lexicon_on: bool) -> _Spoken:
    spelt = key(text, lang)
    if lexicon_on and (meant := _counted(spelt, lang)):
        return _known(text, spelt, meant, lang)
    if len(spelt) > LONGEST:
        return _Spoken(spelt, {max(1, len(_VOWEL.findall(spelt)))}, [text], False)
    found = runs(spelt, lang) if spelt.isalpha() else []
    if not found:
        return _letter_by_letter(text, lang, sure=_is_initials(text))
    return _unknown(text, spelt, found, lang, lexicon_on)


def _counted(spelt: str, lang: Lang) -> list[Entry]:
    """The words that can be meant, if the lexicon knows how many syllables they have."""
    return [entry for entry in lexicon.meant(spelt, lang) if entry.counts]


def _unknown(text: str, spelt: str, found: list[Run], lang: Lang, lexicon_on: bool) -> _Spoken:
    """A word without a count in the lexicon: by the list; else by the words in it and by its
    spelling, and sure only if the two agree."""
    read = reading(found)
    counts = mute_e.spoken_or_not(set(read), spelt) if lang == "fr" else set(read)
    at, sure = cuts(spelt, read[0], found, lang), plausible(spelt, lang)
    if lexicon_on:
        if listed := other_counts(spelt, lang):
            counts, at, sure = {*listed}, cuts(spelt, max(listed), found, lang), True
        elif made := made_of(spelt, lang):
            sure = made.certain and min(made.counts) == min(counts)
            counts, at = {*made.counts} if sure else counts | made.counts, made.cuts
    return _Spoken(spelt, counts, pieces(text, spelt, at, lang), sure)


def _known(text: str, spelt: str, meant: list[Entry], lang: Lang) -> _Spoken:
    """A word of the lexicon, or, with its accents forgotten, several."""
    counts: set[int] = set()
    for entry in meant:
        counts |= entry.counts
        counts |= other_counts(entry.word, lang)
    at = meant[0].cuts
    if not at or (lang == "en" and 1 in counts and _GLIDES.search(spelt)):
        return _Spoken(spelt, counts, [text], True)
    if lang == "en" and len(counts) > 1 and min(counts) <= len(at):
        at = _without_fi_re(meant[0].word, at)
    return _Spoken(spelt, counts, pieces(text, spelt, at, lang), True)


def _without_fi_re(word: str, at: list[int]) -> list[int]:
    return [cut for cut in at if not _FI_RE.match(word, cut - 1)]


def _abbreviation(text: str, s: str, lang: Lang, lexicon_on: bool) -> _Spoken:
    """By its letters, as a word, or either way (see `initials`)."""
    spoken = by_letters = _letter_by_letter(text, lang, sure=True)
    speakable = initials.can_be_spoken(text, lang)
    known = lexicon_on and _counted(key(text, lang), lang)
    listed = initials.may_be_read_by_letters(text, lang, bool(known))
    if speakable or (known and not initials.only_by_letters(text, lang)):
        as_word = _part(text, lang, lexicon_on)
        by_letters_too = by_letters.counts <= as_word.counts  # the lexicon has FBI, and TV
        if not by_letters_too or (speakable and not listed):
            spoken = as_word
        if listed:
            spoken.counts = as_word.counts | by_letters.counts
            spoken.sure = True
    spoken.counts |= other_counts(spoken.spelt, lang)
    spoken.pieces[-1] += s
    return spoken


def _is_initials(text: str) -> bool:
    """A lone letter, or capitals in a row: vitamine C, P-DG."""
    return text.isascii() and text.isalpha() and (len(text) == 1 or text.isupper())


def _letter_by_letter(text: str, lang: Lang, sure: bool) -> _Spoken:
    return _Spoken(text.lower(), {initials.syllables_of_letters(text, lang)}, list(text), sure)
