"""The verdict on a phrase: everything that letters, plural, category and syllables say of it.

Facts come first (`missing`, `banned`, `plural_s`, …), each judged alone; `ok` says whether
nothing is wrong. A plural made by -s is wrong only when S is demanded, and no name is one. A count
that the counter is not sure of is never wrong: the table votes on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from brouhaha.words import categories, letters, plurals
from brouhaha.words.phrase import Lang
from brouhaha.words.syllables import Syllables, count

Kind = Literal["demanded", "banned", "category", "plural"]
Handicap = Literal["first", "last"]


class Mark(msgspec.Struct, frozen=True):
    """A stretch of the phrase as typed, for a page to show, and why."""

    start: int
    end: int
    kind: Kind


class Verdict(msgspec.Struct, frozen=True):
    """What the judge found. `syllables_ok` is None when no count is demanded, `handicap_ok`
    when there is no handicap; `word` is false for a phrase with no letter in it."""

    ok: bool
    word: bool
    missing: tuple[str, ...]
    banned: tuple[str, ...]
    plural_s: bool
    category_words: tuple[str, ...]
    syllables: Syllables
    syllables_ok: bool | None
    handicap_ok: bool | None
    marks: tuple[Mark, ...]


def verdict(
    phrase: str,
    lang: Lang,
    must: Iterable[str] = (),
    ban: Iterable[str] = (),
    syllables: int | None = None,
    category: str | None = None,
    handicap: Handicap | None = None,
) -> Verdict:
    """Judges a phrase. Letters are A to Z; a category is named by its id."""
    must, ban = tuple(must), tuple(ban)
    found = categories.uses(phrase, category, lang) if category is not None else ()
    named = category is not None and categories.category(category).of_names
    plural = () if named else plurals.carriers(phrase, lang)
    spoken = count(phrase, lang)
    missing, banned = letters.missing(phrase, must), letters.banned(phrase, ban)
    syllables_ok = None if syllables is None else syllables in spoken.accepted
    handicap_ok = _handicap_ok(phrase, must, handicap)
    refused = "S" in must and bool(plural)
    word = bool(letters.fold(phrase))
    miscounted = syllables_ok is False and spoken.sure
    wrong = missing or banned or refused or found or miscounted
    marks = [Mark(a, b, "demanded") for x in must for a, b in letters.places(phrase, x)]
    marks += [Mark(a, b, "banned") for x in ban for a, b in letters.places(phrase, x)]
    marks += [Mark(w.start, w.end, "category") for w in found]
    marks += [Mark(w.start, w.end, "plural") for w in plural if refused]
    return Verdict(
        ok=word and not wrong and handicap_ok is not False,
        word=word,
        missing=missing,
        banned=banned,
        plural_s=bool(plural),
        category_words=tuple(w.text for w in found),
        syllables=spoken,
        syllables_ok=syllables_ok,
        handicap_ok=handicap_ok,
        marks=tuple(sorted(set(marks), key=lambda m: (m.start, m.end, m.kind))),
    )


def _handicap_ok(phrase: str, must: tuple[str, ...], handicap: Handicap | None) -> bool | None:
    """One of the demanded letters must be the first, or the last, of the phrase."""
    if handicap is None:
        return None
    folded = letters.fold(phrase)
    return bool(folded) and folded[0 if handicap == "first" else -1] in must
