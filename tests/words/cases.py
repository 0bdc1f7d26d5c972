"""The corpus `data/cases.*.tsv`: a class of tricks, a phrase, and what must be said of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from brouhaha.words import Lang, count, judge
from brouhaha.words.categories import uses
from brouhaha.words.letters import fold

DATA = Path(__file__).with_name("data")


class Case(NamedTuple):
    kind: str
    phrase: str
    expected: str


def cases(lang: Lang) -> list[Case]:
    lines = (DATA / f"cases.{lang}.tsv").read_text("utf-8").split("\n")
    return [Case(*line.split("\t")) for line in lines if line]


def holds(case: Case, lang: Lang) -> bool:
    name, _, value = case.expected.partition(":")
    return CHECKS[name](case.phrase, value, lang)


def refused(phrase: str, code: str, lang: Lang) -> bool:
    """Refused, and no letter of it counts as one that a look-alike hides."""
    why = judge(phrase, lang).refused
    return why is not None and code in (why.code, "any")


def accepted(phrase: str, _: str, lang: Lang) -> bool:
    return judge(phrase, lang).refused is None


def has_letter(phrase: str, letter: str, lang: Lang) -> bool:
    found = judge(phrase, lang, must=[letter], ban=[letter])
    return not found.refused and not found.missing and found.banned == (letter,)


def has_count(phrase: str, number: str, lang: Lang) -> bool:
    return int(number) in count(phrase, lang).accepted


def has_not_count(phrase: str, number: str, lang: Lang) -> bool:
    return int(number) not in count(phrase, lang).accepted


def has_count_or_is_unsure(phrase: str, number: str, lang: Lang) -> bool:
    counted = count(phrase, lang)
    return int(number) in counted.accepted or not counted.sure


def is_plural(phrase: str, _: str, lang: Lang) -> bool:
    return judge(phrase, lang).plural_s


def is_singular(phrase: str, _: str, lang: Lang) -> bool:
    return not judge(phrase, lang).plural_s


def is_cut(phrase: str, cut: str, lang: Lang) -> bool:
    return count(phrase, lang).cut == cut


def of_category(phrase: str, category: str, lang: Lang) -> bool:
    return bool(uses(phrase, category, lang))


def free_of_category(phrase: str, category: str, lang: Lang) -> bool:
    return not uses(phrase, category, lang) and bool(fold(phrase))


CHECKS: dict[str, Callable[[str, str, Lang], bool]] = {
    "refused": refused,
    "accepted": accepted,
    "letter": has_letter,
    "count": has_count,
    "notcount": has_not_count,
    "countorunsure": has_count_or_is_unsure,
    "plural": is_plural,
    "singular": is_singular,
    "cut": is_cut,
    "category": of_category,
    "free": free_of_category,
}
