"""How many syllables a phrase has as it is spoken, and where they are cut.

The lexicon first; the spelling for what it does not know; and `sure` is false when neither
knows: gibberish, digits, another script. A count that speech leaves open (a mute e, a glide)
brings all its readings. A phrase is the sum of its words; in French a final e is not spoken
before a vowel, and may be between two consonants and a third. An abbreviation is read letter
by letter.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import msgspec

from brouhaha.words import tables
from brouhaha.words.besides import besides
from brouhaha.words.cutting import cuts, pieces
from brouhaha.words.phrase import APOSTROPHES, Lang, Word, key, parts, words
from brouhaha.words.spelling import plausible, reading, runs
from brouhaha.words.tables import DOT

_LONG_NAMES: dict[Lang, dict[str, int]] = {
    "fr": {"w": 3, "y": 2, "0": 2},
    "en": {"w": 3, "0": 2, "7": 2},
}
_ABBREVIATION = re.compile(r"([A-Z]{2,5})(s?)")  # its plural has a small s: DVDs
_VOWEL = re.compile(r"[AEIOUYaeiouy]")
_UNSPEAKABLE = re.compile(r"(?!S)[^AEIOUY][^AEIOUYHLRW]")  # no word begins so: FBI, NBA
_SILENT_ENDS = frozenset("s t d m ll re ve".split())  # English: behind an apostrophe
_FIRE = re.compile(rf"(?<=[iy]){DOT}(?=re(?:{DOT}|s?$|d$))")  # camp·fire, if that is accepted
_HISS = re.compile(r"(?:s|x|z|ch|sh|[cgsz]e)$")
_CLUSTER_E = re.compile(r"[bcdfgkptv][lr]es?$")
_FINAL_E = re.compile(r"[^aeiouyéèêëàâîïôûù]es?$|[gq]ues?$")
_TWO_CONSONANTS_E = re.compile(r"(?:[rls][bcdfgkmnpqtv]|[cp]t|xt)u?e$")
_CONSONANT_FIRST = re.compile(r"[bcçdfgjklmnpqrstvwxz]")
_VOWEL_FIRST = re.compile(r"[aeiouyàâéèêëîïôùû]")


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
        _elide(spoken)
    return _sum(spoken)


def _sum(spoken: list[_Spoken]) -> Syllables:
    first, *others = spoken
    totals, cut, sure = first.counts, DOT.join(first.pieces), first.sure
    for one in others:
        totals = {a + b for a in totals for b in one.counts}
        cut += DOT + DOT.join(one.pieces)
        sure = sure and one.sure
    return Syllables(tuple(sorted(totals)), cut, sure)


def _word(word: Word, lang: Lang, lexicon: bool, shouted: bool) -> list[_Spoken]:
    """A word the lexicon knows as a whole, an abbreviation, or its parts one by one."""
    text = word.text
    if "." in text:
        return [_letter_by_letter(text.replace(".", ""), lang, sure=True)]
    if not shouted and (short := _ABBREVIATION.fullmatch(text)):
        return [_abbreviation(short.group(1), short.group(2), lang, lexicon)]
    if text.isalpha():
        return [_part(text, lang, lexicon)]
    spelt = key(text, lang)
    if meant := lexicon and tables.meant(spelt, lang):
        return [_known(text, spelt, meant, lang)]
    return _parts(word, lang, lexicon)


def _parts(word: Word, lang: Lang, lexicon: bool) -> list[_Spoken]:
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
        one = _part(part.text, lang, lexicon)
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


def _part(text: str, lang: Lang, lexicon: bool) -> _Spoken:
    spelt = key(text, lang)
    if meant := lexicon and tables.meant(spelt, lang):
        return _known(text, spelt, meant, lang)
    found = runs(spelt, lang) if spelt.isalpha() else []
    if not found:
        return _letter_by_letter(text, lang, sure=_is_initials(text))
    counts, more = reading(found), besides(spelt, lang) if lexicon else ()
    at = cuts(spelt, max(more) if more else counts[0], found)
    sure = bool(more) or plausible(spelt, lang)
    return _Spoken(spelt, {*counts, *more}, pieces(text, spelt, at, lang), sure)


def _known(text: str, spelt: str, meant: tuple[str, ...], lang: Lang) -> _Spoken:
    """A word of the lexicon, or, with its accents forgotten, several."""
    cut_up = tables.lexicon(lang).cuts
    counts = {n for word in meant for n in tables.counts(word, lang) | besides(word, lang)}
    cut = cut_up[meant[0]]
    if lang == "en" and len(counts) > 1 and min(counts) <= cut.count(DOT):
        cut = _FIRE.sub("", cut)
    if cut.isalpha() or (lang == "en" and 1 in counts):  # fire is not shown as fi·re
        return _Spoken(spelt, counts, [text], True)
    if text == meant[0] and "-" not in cut:
        return _Spoken(spelt, counts, cut.split(DOT), True)
    at = [i - n for n, i in enumerate(i for i, char in enumerate(cut) if char == DOT)]
    return _Spoken(spelt, counts, pieces(text, spelt, at, lang), True)


def _abbreviation(text: str, s: str, lang: Lang, lexicon: bool) -> _Spoken:
    """Read by its letters, or, when it has a vowel and can be spoken, as a word too: NATO."""
    spoken = _letter_by_letter(text, lang, sure=True)
    spoken.counts |= besides(spoken.spelt, lang)
    if _VOWEL.search(text) and not _UNSPEAKABLE.match(text):
        word = _part(text, lang, lexicon)
        if word.sure and word.counts != spoken.counts:
            spoken = _Spoken(word.spelt, word.counts | spoken.counts, word.pieces, True)
    spoken.pieces[-1] += s
    return spoken


def _is_initials(text: str) -> bool:
    """A lone letter, or capitals in a row: vitamine C, P-DG."""
    return text.isascii() and text.isalpha() and (len(text) == 1 or text.isupper())


def _letter_by_letter(text: str, lang: Lang, sure: bool) -> _Spoken:
    long = _LONG_NAMES[lang]
    number = sum(long.get(char, 1) for char in text.lower())
    return _Spoken(text.lower(), {number}, list(text), sure)


def _elide(spoken: list[_Spoken]) -> None:
    """French final e: silent before a vowel, may be heard after two consonants before a third."""
    for one, following in pairwise(spoken):
        low, high = min(one.counts), max(one.counts)
        heard = high - low > 1 or (high > low and _CLUSTER_E.search(one.spelt))
        if heard and _FINAL_E.search(one.spelt) and _VOWEL_FIRST.match(following.spelt):
            one.counts.discard(high)
        elif _TWO_CONSONANTS_E.search(one.spelt) and _CONSONANT_FIRST.match(following.spelt):
            one.counts.add(high + 1)
