"""The judge: everything that letters, plural, category and syllables say of a phrase.

Facts come first (`missing`, `banned`, `plural_s`, …), each found alone; `ok` says whether
nothing is wrong. A plural made by -s is wrong only when S is demanded, and no name is one. A count
that the counter is not sure of is never wrong: the table votes on it. A phrase that is no answer
at all is refused, and of one that is too long nothing else is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from brouhaha.words import categories, expression, letters, plurals
from brouhaha.words.categories import Category
from brouhaha.words.expression import Refused
from brouhaha.words.phrase import Lang, Word
from brouhaha.words.syllables import Syllables, count

Kind = Literal["demanded", "banned", "category", "plural"]
Handicap = Literal["first", "last"]


class Mark(msgspec.Struct, frozen=True):
    """A stretch of the phrase as typed, for a page to show, and why."""

    start: int
    end: int
    kind: Kind


class Finding(msgspec.Struct, frozen=True):
    """What the judge found. `syllables_ok` is None when no count is demanded, `handicap_ok`
    when there is no handicap; `word` is false for a phrase with no letter in it; `refused` says
    why the phrase is no answer, if it is none."""

    ok: bool
    word: bool
    missing: tuple[str, ...]
    banned: tuple[str, ...]
    plural_s: bool
    plural_refused: bool
    category_words: tuple[str, ...]
    syllables: Syllables
    syllables_ok: bool | None
    handicap_ok: bool | None
    marks: tuple[Mark, ...]
    refused: Refused | None = None


def judge(
    phrase: str,
    lang: Lang,
    must: Iterable[str] = (),
    ban: Iterable[str] = (),
    syllables: int | None = None,
    category: str | Category | None = None,
    handicap: Handicap | None = None,
) -> Finding:
    """Judges a phrase. Letters are A to Z; a category is named by its id, or one's own."""
    must, ban = tuple(must), tuple(ban)
    asked = categories.category(category) if isinstance(category, str) else category
    refused = expression.refusal(phrase, lang)
    if refused and refused.code == "too_long":
        return _too_long(phrase, refused)
    found = categories.uses(phrase, asked, lang) if asked else ()
    plural = () if asked and asked.of_names else plurals.carriers(phrase, lang)
    spoken = count(phrase, lang)
    missing, banned = letters.missing(phrase, must), letters.banned(phrase, ban)
    syllables_ok = None if syllables is None else syllables in spoken.accepted
    handicap_ok = _handicap_ok(phrase, must, handicap)
    plural_refused = plurals.refused(must, bool(plural))
    miscounted = syllables_ok is False and spoken.sure
    wrong = refused or missing or banned or plural_refused or found or miscounted
    word = bool(letters.fold(phrase))
    return Finding(
        ok=word and not wrong and handicap_ok is not False,
        word=word,
        missing=missing,
        banned=banned,
        plural_s=bool(plural),
        plural_refused=plural_refused,
        category_words=tuple(w.text for w in found),
        syllables=spoken,
        syllables_ok=syllables_ok,
        handicap_ok=handicap_ok,
        marks=_marks(phrase, must, ban, found, plural if plural_refused else ()),
        refused=refused,
    )


def _too_long(phrase: str, refused: Refused) -> Finding:
    nothing = Syllables((), "", False)
    word = bool(letters.fold(phrase))
    return Finding(False, word, (), (), False, False, (), nothing, None, None, (), refused)


def _handicap_ok(phrase: str, must: tuple[str, ...], handicap: Handicap | None) -> bool | None:
    """One of the demanded letters must be the first, or the last, of the phrase."""
    if handicap is None:
        return None
    folded = letters.fold(phrase)
    return bool(folded) and folded[0 if handicap == "first" else -1] in must


def _marks(
    phrase: str,
    must: tuple[str, ...],
    ban: tuple[str, ...],
    category: tuple[Word, ...],
    plural: tuple[Word, ...],
) -> tuple[Mark, ...]:
    marks = [Mark(a, b, "demanded") for x in must for a, b in letters.places(phrase, x)]
    marks += [Mark(a, b, "banned") for x in ban for a, b in letters.places(phrase, x)]
    marks += [Mark(w.start, w.end, "category") for w in category]
    marks += [Mark(w.start, w.end, "plural") for w in plural]
    return tuple(sorted(set(marks), key=lambda m: (m.start, m.end, m.kind)))
