"""Whether a phrase uses a word of its category.

A category's meaningful words are in `data/categories.tsv`, beside its name in both languages; if
one is a compound, its parts are there too (hair for Hairdresser). One rule holds in both languages
and for words of any length: a word of the phrase is one of them in the singular or plural, as a
plain derivation (a known ending on its stem: sportif, African) or as a compound with another
word (sportsman, streetcar, autoroute). Letters that merely happen to run alike are nothing: there
is no art in party, and `data/chance.*.txt` lists what would look like more (carpet, boisson).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from brouhaha.words import files, lexicon
from brouhaha.words.compounds import LEAST
from brouhaha.words.letters import fold
from brouhaha.words.lexicon import ADJECTIVE, NOUN, VERB
from brouhaha.words.phrase import Lang, Word, key, parts, words

# What may be left of a word behind the stem of the other.
_SUFFIXES: dict[Lang, frozenset[str]] = {
    "en": frozenset(
        "s es ed ing ings er ers or ors y ies ier ish ist ists less like ful fully ness ship ships"
        " ic ics ical ically al als ally ian ians n ns an ans en ens ery eries ry ly able ation"
        " ations ment ments ism man men woman women d r rs ling let lets hood dom".split()
    ),
    "fr": frozenset(
        "s x e es ier iere iers ieres eur eurs euse euses eux iste istes ique iques isme ismes al"
        " ale aux ales el els elle elles ien iens ienne iennes en ens enne ennes ain ains aine"
        " aines age ages ement ements ment erie eries if ifs ive ives er ers ee ees ant ants ante"
        " antes et ets ette ettes ation ations ateur ateurs atrice atrices aire aires ois oise"
        " oises ivement iquement alement ellement ie ies ite ites nel nels nelle nelles in ine ard"
        " arde u ure ures".split()
    ),
}
# Of a short word only the plural, and in English compounds with a noun: too many others begin
# with its letters by chance. What else is truly made of it (artiste, airy) stands among
# the category's words.
_SHORT = 3
_PLURALS = frozenset(("s", "x"))
# Greek and Latin parts that make a word of another one, though none by themselves: héliport.
_PREFIXES = frozenset(
    "aero archi auto electro euro geo handi heli hydro hyper inter mega micro mini multi omni photo"
    " pre radio socio super tele".split()
)


class Category(NamedTuple):
    """A category: its id, its name in each language, its words, and whether names are asked
    for, of which none is a plural. The id is the English name as the box prints it, slip of the
    pen included: deals and logs hold it, so it never changes."""

    id: str
    en: str
    fr: str
    words: dict[Lang, tuple[str, ...]]
    of_names: bool

    def name(self, lang: Lang) -> str:
        return self.fr if lang == "fr" else self.en


@cache
def categories() -> dict[str, Category]:
    """All categories by id, in the order of the table."""
    rows = (line.split("\t") for line in files.text("categories.tsv").splitlines()[1:])
    return {row[0]: _category(*row) for row in rows}


def _category(id: str, en: str, fr: str, of_en: str, of_fr: str, asks: str) -> Category:
    of: dict[Lang, tuple[str, ...]] = {"en": (*of_en.split(),), "fr": (*of_fr.split(),)}
    return Category(id, en, fr, of, of_names=asks == "names")


def category(name: str) -> Category:
    """The category of that id, or of that name in either language; else a ValueError."""
    if name in categories():
        return categories()[name]
    wanted = fold(name)
    for found in categories().values():
        if wanted and wanted in (fold(found.id), fold(found.en), fold(found.fr)):
            return found
    raise ValueError(f"unknown category: {name!r}")


def uses(phrase: str, of: str | Category, lang: Lang) -> tuple[Word, ...]:
    """The words of a phrase that are words of its category."""
    bases = (category(of) if isinstance(of, str) else of).words[lang]
    pieces = [piece for word in words(phrase) for piece in parts(word)]
    return tuple(p for p in pieces if any(related(p.text, base, lang) for base in bases))


def related(word: str, base: str, lang: Lang) -> bool:
    """Whether a word is the base, a form of it, a plain derivation or a compound with it."""
    spelt, plain, root = key(word, lang), fold(word).lower(), fold(base).lower()
    if spelt.removesuffix("s") == key(base, lang).removesuffix("s"):
        return True
    if spelt in _chance(lang):
        return False
    if plain == root:
        return True
    if spelt.isascii() and plain in _plain_chance(lang):
        return False
    return _derived(plain, root, lang) or _compound(plain, root, lang)


def _derived(word: str, root: str, lang: Lang) -> bool:
    suffixes = _SUFFIXES[lang] if len(root) > _SHORT else _PLURALS
    return any(word.startswith(s) and word[len(s) :] in suffixes for s in _stems(root, lang))


@cache
def _stems(root: str, lang: Lang) -> tuple[str, ...]:
    """The root, and what becomes of its end when something is added."""
    stems = [root]
    if len(root) <= _SHORT:
        return (root,)
    if root[-1] == "e":
        stems.append(root[:-1])
    if lang == "en" and root[-1] == "y":
        stems.append(root[:-1] + "i")
    if re.search(r"[^aeiou][aeiou][bdglmnprt]$", root):
        stems.append(root + root[-1])
    if lang == "fr" and root.endswith("ir"):  # nourrissant
        stems.append(root[:-1] + "ss")
    if lang == "fr" and root.endswith("ie"):
        stems.append(root[:-2])
    if lang == "fr" and root.endswith("al"):
        stems.append(root[:-1] + "u")
    if lang == "fr" and root.endswith("que"):
        stems += [root[:-3] + "c", root[:-3] + "qu"]
    return tuple(stems)


def _compound(word: str, root: str, lang: Lang) -> bool:
    """Another word before it or behind it, in any number; in English an s may join them:
    sportsman, watersports. In French a short word makes none: there is no eau in couteau."""
    if lang == "fr" and len(root) <= _SHORT:
        return False
    if word.startswith(root):
        rest = word[len(root) :]
        joined = lang == "en" and rest[0] == "s" and _is_part(rest[1:], root, lang)
        return joined or _is_part(rest, root, lang)
    return any(w.endswith(root) and _is_part(w[: -len(root)], root, lang) for w in _numbers(word))


def _numbers(word: str) -> tuple[str, ...]:
    """The word, and what it is without a plural's s."""
    return (word, word[:-1]) if word.endswith("s") else (word,)


def _is_part(rest: str, root: str, lang: Lang) -> bool:
    """A noun, or beside a longer word of the category any word that carries meaning."""
    kinds = NOUN if len(root) <= _SHORT or lang == "fr" else NOUN + ADJECTIVE + VERB
    return rest in _PREFIXES or (len(rest) >= LEAST and lexicon.is_kind(rest, kinds, lang))


@cache
def _chance(lang: Lang) -> frozenset[str]:
    """Words that only look like a category's word, a derivation or a compound of it."""
    return frozenset(files.text(f"chance.{lang}.txt").split())


@cache
def _plain_chance(lang: Lang) -> frozenset[str]:
    """The same with their accents forgotten; then the category's own word comes first."""
    return frozenset(fold(word).lower() for word in _chance(lang))


def meaningful(text: str, lang: Lang) -> tuple[str, ...]:
    """The words of any category text that carry meaning, for a category of one's own.

    A bracket, (nom) or (Last Name), is a note; one that starts with an article, (un drink), is
    part of the text.
    """
    shown = re.sub(r"\((?!(?:une?|an?|the|les?|la)\s)[^)]*\)", " ", text)
    spelt = [key(p.text, lang) for w in words(shown) for p in parts(w)]
    return tuple(dict.fromkeys(w for w in spelt if w not in _STOP[lang]))


_STOP: dict[Lang, frozenset[str]] = {
    "en": frozenset(
        "a an the at in on of to inside while made for with from and or by into your".split()
    ),
    "fr": frozenset(
        "un une le la les l de des du d à a au aux en dans chez sur sous pendant pour avec et ou"
        " par qu que".split()
    ),
}
