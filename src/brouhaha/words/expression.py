"""An answer is one word or one expression; a list of words is none, nor are letters thrown in.

What is refused, by the structure of the phrase alone:
- what is too long to read;
- a sign that is no letter (see `signs`);
- a list: words with commas or slashes between them, more than one *and*, more words that carry
  meaning than an expression has, a word said twice, numbers, days or months in a row, three
  nouns in a row of which no two belong together, or three adjectives and nothing that they
  describe;
- filler: lone letters, strings without a vowel, a letter held down, keys struck in their order,
  strings that no mouth can say, nearly the whole alphabet.

Whether a word exists is not asked: that, and two nouns side by side, is for the voters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Literal

import msgspec

from brouhaha.words import files, lexicon, signs
from brouhaha.words.letters import fold
from brouhaha.words.lexicon import ADJECTIVE, NOUN, PLACE
from brouhaha.words.other_counts import listed
from brouhaha.words.pages import Pages, open_pages
from brouhaha.words.phrase import APOSTROPHES, Lang, Word, key, parts, words
from brouhaha.words.spelling import plausible

MOST_CHARACTERS = 60  # a phrase has to fit on a screen, and the judge's time has to have an end
MOST_WORDS = 4  # that carry meaning: Snow White and the Seven Dwarfs
MOST_UNKNOWN = 2  # a first name and a last name
MOST_LETTERS_OF_A_WORD = 15  # different ones; uncopyrightable has as many
MOST_LETTERS = 20
LIST = 3  # nouns in a row

Code = Literal["too_long", "foreign_sign", "list", "filler"]


class Refused(msgspec.Struct, frozen=True):
    """Why a phrase is no answer, and the sign or the word that makes it none."""

    code: Code
    sign: str = ""


SMALL_WORDS: dict[Lang, frozenset[str]] = {
    "en": frozenset(
        "a an the at in on of to for with from by into onto over under up down out off about around"
        " through without within between behind before after than as is are be it its my your his"
        " her our their who what not no i you he she we they me him us them this that all".split()
    ),
    "fr": frozenset(
        "un une le la les l de des du d à a au aux en dans chez sur sous pour avec sans par vers"
        " entre contre après avant devant derrière hors jusque qu que qui ce cet cette ces c mon ma"
        " mes ton ta tes son sa ses notre nos votre vos leur leurs s se n ne pas y est il elle on"
        " je tu nous vous ils elles me m te t j lui tout toute tous con del di al of the".split()
    ),
}
CONJUNCTIONS: dict[Lang, frozenset[str]] = {
    "en": frozenset("and or n plus nor then".split()),
    "fr": frozenset("et ou puis plus ni".split()),
}
_VOWEL = re.compile(r"[aeiouyàâäéèêëîïôöùûüÿ]")
_PLAIN_VOWEL = re.compile(r"[aeiouàâäéèêëîïôöùûü]")
_ELIDED = frozenset("cdjlmnst")  # French: before an apostrophe
_BEHIND_APOSTROPHE = frozenset("stdmn")  # English
_BEFORE_APOSTROPHE = frozenset("dlmn")  # English: D'Artagnan, M'Bappé
_ONE_LETTER_WORDS: dict[Lang, str] = {"fr": "aàyô", "en": "aio"}
_HELD_DOWN = re.compile(r"(.)\1\1")
_UNSPEAKABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")
_LONGEST_INITIALS = 4
_KEYS = "qwertyuiop azertyuiop asdfghjkl qsdfghjklm zxcvbnm wxcvbn abcdefghijklmnopqrstuvwxyz"
_KEYS_IN_ORDER = 5
# Three of these side by side are counted off, and say nothing together.
_COUNTED_OFF: dict[Lang, frozenset[str]] = {
    "en": frozenset(
        "one two three four five six seven eight nine ten eleven twelve monday tuesday wednesday"
        " thursday friday saturday sunday january february march april may june july august"
        " september october november december".split()
    ),
    "fr": frozenset(
        "un deux trois quatre cinq six sept huit neuf dix onze douze lundi mardi mercredi jeudi"
        " vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre"
        " octobre novembre décembre".split()
    ),
}
# French adjectives that stand before what they describe; others at the head of a row are nouns.
_BEFORE_A_NOUN = frozenset(
    "grand grande grands grandes petit petite petits petites gros grosse vieux vieil vieille beau"
    " bel belle bon bonne mauvais mauvaise jeune nouveau nouvel nouvelle premier première haut"
    " haute long longue joli jolie demi double dernier dernière faux fausse saint sainte".split()
)


def refusal(phrase: str, lang: Lang) -> Refused | None:
    """Why a phrase is no single answer, if it is none."""
    if len(phrase) > MOST_CHARACTERS:
        return Refused("too_long")
    if foreign := signs.foreign(phrase):
        return Refused("foreign_sign", foreign[0].char)
    if parting := signs.separators(phrase):
        return Refused("list", parting[0].char)
    found = words(phrase)
    if len(found) == 1 and len(found[0].text) > 1 and lexicon.knows(key(found[0].text, lang), lang):
        return None
    if filler := _filler(found, phrase, lang):
        return Refused("filler", filler)
    if _said_again(found, lang) or _is_list(_pieces(found, lang), lang):
        return Refused("list")
    return None


def _pieces(found: list[Word], lang: Lang) -> list[str]:
    """The keys of all words. One with hyphens is one word if the lexicon knows it, or if two parts
    say together what another word is like (four-leaf clover); else it is its parts."""
    keys: list[str] = []
    linking = SMALL_WORDS[lang] | CONJUNCTIONS[lang]
    for word in found:
        spelt = key(word.text, lang)
        pieces = [key(part.text, lang) for part in parts(word)]
        one = len(pieces) == 1 or lexicon.knows(spelt, lang) or "." in spelt
        if one or (len(pieces) == 2 and "-" in spelt and len(found) > 1):
            keys.append(spelt)
        else:
            keys += pieces
    return [spelt for spelt in keys if len(spelt) > 1 or spelt in linking]


# Lists


def _is_list(keys: list[str], lang: Lang) -> bool:
    small, joins = SMALL_WORDS[lang], CONJUNCTIONS[lang]
    content = [word for word in keys if word not in small and word not in joins]
    if sum(word in joins for word in keys) > 1 or len(content) > MOST_WORDS:
        return True
    if _in_a_row(keys, _COUNTED_OFF[lang].__contains__) or _in_a_row(keys, _is_place(lang)):
        return True
    joined = any(word in joins for word in keys)
    return any(
        _only_nouns(row, lang, joined) or _only_adjectives(row, lang)
        for row in _rows(keys, small, joins)
    )


def _rows(keys: list[str], small: frozenset[str], joins: frozenset[str]) -> list[list[str]]:
    """The words with no small word between them; an *and* parts nothing."""
    rows: list[list[str]] = [[]]
    for word in keys:
        if word in small:
            rows.append([])
        elif word not in joins:
            rows[-1].append(word)
    return rows


def _said_again(found: list[Word], lang: Lang) -> bool:
    """A word and the same word again: cat cat. But bye bye and cha cha cha are words, and
    Bora Bora is a name."""
    spelt = [key(word.text, lang) for word in found]
    for index, (a, b) in enumerate(pairwise(spelt)):
        named = found[index].text.istitle() and found[index + 1].text.istitle()
        thrice = spelt[index + 2 : index + 3] == [a]
        known = any(lexicon.knows(joint.join((a, b)), lang) for joint in ("", "-"))
        if a == b and lexicon.knows(a, lang) and not known and (thrice or not named):
            return True
    return False


def _in_a_row(keys: list[str], is_member: Callable[[str], bool]) -> bool:
    """Whether three words side by side are of a kind that is only ever counted off."""
    members = [is_member(spelt) for spelt in keys]
    return any(all(members[i : i + LIST]) for i in range(len(members) - LIST + 1))


def _is_place(lang: Lang) -> Callable[[str], bool]:
    return lambda spelt: lexicon.is_kind(spelt, PLACE, lang)


def _only_nouns(row: list[str], lang: Lang, joined: bool) -> bool:
    """Three nouns or more, none of which says what another is like. Of four with no *and* among
    them, three must belong together."""
    if len(row) < LIST or not all(lexicon.is_kind(word, NOUN, lang) for word in row):
        return False
    if lang == "fr":
        described = row[1:] if row[0] not in _BEFORE_A_NOUN else row
        return not any(lexicon.is_kind(word, ADJECTIVE, lang) for word in described)
    if any(lexicon.is_kind(word, ADJECTIVE, lang) for word in row):
        return False
    pairs = [_belong_together(a, b, joined) for a, b in pairwise(row)]
    if len(row) == LIST or joined:
        return not any(pairs)
    return sum(a or b for a, b in zip([False, *pairs], [*pairs, False], strict=True)) < LIST


def _only_adjectives(row: list[str], lang: Lang) -> bool:
    """Three adjectives or more and nothing that they describe: red blue green."""
    return len(row) >= LIST and all(lexicon.is_kind(word, ADJECTIVE, lang) for word in row)


def _belong_together(first: str, second: str, joined: bool) -> bool:
    """Whether two English words are an expression: ice cream; or, with *and*, bread and butter."""
    seconds = _expressions().line(first).split(" ")
    wanted = {second, second.removesuffix("s")}
    if joined:
        wanted |= {f"&{one}" for one in wanted}
    return not wanted.isdisjoint(seconds) or lexicon.knows(first + second, "en")


@cache
def _expressions() -> Pages:
    return open_pages("expressions.en.txt.gz")


# Filler


def _filler(found: list[Word], phrase: str, lang: Lang) -> str:
    """The first piece of a phrase that says nothing; nothing if there is none."""
    if len(set(fold(phrase))) > MOST_LETTERS:
        return phrase.strip()
    unknown = 0
    for index, word in enumerate(found):
        if "." in word.text or _is_familiar(key(word.text, lang), lang):
            continue
        for part in parts(word):
            if phrase[part.end : part.end + 1] == "." and _is_dotted_initial(found, index):
                continue
            if _is_stray_letter(part, word, found, index, lang) or _says_nothing(part.text, lang):
                return part.text
        unknown += word.text.islower() and not _all_familiar(word, lang)
    return phrase.strip() if unknown > MOST_UNKNOWN else ""


def _all_familiar(word: Word, lang: Lang) -> bool:
    return all(_is_familiar(key(part.text, lang), lang) for part in parts(word))


def _is_familiar(spelt: str, lang: Lang) -> bool:
    known = lexicon.knows(spelt, lang) and len(spelt) > 1
    return (
        known or spelt in _ONE_LETTER_WORDS[lang] or spelt in listed(lang) or spelt in _lettered()
    )


@cache
def _lettered() -> frozenset[str]:
    """Words with a letter in front (t-shirt), and those that a letter may follow (plan B)."""
    return frozenset(files.text("lettered.txt").split())


def _is_stray_letter(part: Word, word: Word, found: list[Word], index: int, lang: Lang) -> bool:
    """A letter by itself that is no word, no ending, no initial and no letter of a plan B."""
    letter = key(part.text, lang)
    if len(letter) != 1 or letter in _ONE_LETTER_WORDS[lang]:
        return False
    if letter in CONJUNCTIONS[lang] and 0 < index < len(found) - 1:
        return False  # rock n roll
    if part.text != word.text:
        return not (_is_elided(letter, part, word, lang) or _is_hyphenated(letter, word, lang))
    before = key(found[index - 1].text, lang) if index else ""
    behind = key(found[index + 1].text, lang) if index + 1 < len(found) else ""
    if f"{before}-" in _lettered() or f"{letter}-{behind}" in _lettered():
        return False
    return not _is_initial(found, index, lang)


def _is_elided(letter: str, part: Word, word: Word, lang: Lang) -> bool:
    """l'eau, ball's, rock'n'roll, O'Neal: an apostrophe stands for the letters left out."""
    start, end = part.start - word.start, part.end - word.start
    before = start > 0 and word.text[start - 1] in APOSTROPHES
    behind = word.text[end : end + 1] != "" and word.text[end] in APOSTROPHES
    if (before or behind) and letter == "o":
        return word.text[0].isupper() or lang == "en"
    if lang == "fr":
        return (behind and letter in _ELIDED) or (before and letter in "sn")
    return (before and letter in _BEHIND_APOSTROPHE) or (behind and letter in _BEFORE_APOSTROPHE)


def _is_hyphenated(letter: str, word: Word, lang: Lang) -> bool:
    """e-ticket, W-C; of others `lettered.txt` has a list."""
    pieces = parts(word)
    if word.text.isupper() and len(fold(word.text)) <= _LONGEST_INITIALS:
        return True
    return letter == "e" and len(pieces) == 2 and lexicon.knows(key(pieces[1].text, lang), lang)


def _is_initial(found: list[Word], index: int, lang: Lang) -> bool:
    """J K Rowling: a capital before a name."""
    if not found[index].text.isupper() or index + 1 == len(found):
        return False
    following = found[index + 1].text
    if len(following) == 1:
        return _is_initial(found, index + 1, lang)
    return following[0].isupper() and not lexicon.is_kind(key(following, lang), NOUN, lang)


def _is_dotted_initial(found: list[Word], index: int) -> bool:
    """J.-J. Rousseau, T. Hanks: a capital with a dot before a word with a capital."""
    return found[index].text.isupper() and any(w.text[0].isupper() for w in found[index + 1 :])


def _says_nothing(text: str, lang: Lang) -> bool:
    """No word, no abbreviation, and not to be spoken."""
    spelt = key(text, lang)
    if len(spelt) < 2 or _is_familiar(spelt, lang):
        return False
    if not _VOWEL.search(spelt) or (not _PLAIN_VOWEL.search(spelt) and not plausible(spelt, lang)):
        return not (text.isupper() and len(text) <= _LONGEST_INITIALS)
    if len(set(spelt)) > MOST_LETTERS_OF_A_WORD or _HELD_DOWN.search(spelt):
        return True
    if any(spelt[i : i + _KEYS_IN_ORDER] in _KEYS for i in range(len(spelt) - _KEYS_IN_ORDER + 1)):
        return True
    return text.islower() and bool(_UNSPEAKABLE.search(spelt)) and not plausible(spelt, lang)
