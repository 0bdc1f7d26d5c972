"""Names: any script, bounded, and no two at a table that look alike.

What could disturb other people's screens is taken out: control and direction characters, what is
not seen, runs of spaces, more than two accents stacked on a letter.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from unicodedata import category, normalize

from brouhaha.engine.errors import Rejected
from brouhaha.table.refusals import NAME_MISSING
from brouhaha.words.skeleton import is_blank, skeleton

MOST_LETTERS: Final = 24  # as a reader counts them: a seat on a phone has room for these
MOST_CHARACTERS: Final = 36  # as Unicode counts them; with " 99" still below the engine's 40
MOST_ACCENTS: Final = 2  # on one letter, after composing; Vietnamese needs two at most
JOINERS: Final = "\u200c\u200d"  # Persian and many emoji need them between two letters
VARIANT: Final = "\ufe0f"  # a sign as an emoji


def clean(name: str | None) -> str:
    """The name as it will be shown, or `Rejected` if nothing of it can be."""
    composed = normalize("NFC", name or "")
    spaced = "".join(letter if not letter.isspace() else " " for letter in composed)
    shown = "".join(letter for letter in spaced if _may_show(letter))
    kept = _bounded(" ".join(shown.split()), MOST_LETTERS)
    if not any(category(letter)[0] in "LNSP" for letter in kept):
        raise Rejected(NAME_MISSING)
    return kept


def without_double(name: str, taken: Collection[str]) -> str:
    """The name itself, or with the first number that tells it from the others: Ana, Ana 2."""
    others = {look for other in taken for look in _looks(other)}
    candidate, number = name, 1
    while not others.isdisjoint(_looks(candidate)):
        number += 1
        candidate = f"{_bounded(name, MOST_LETTERS - 3)} {number}"
    return candidate


def _may_show(letter: str) -> bool:
    """No controls, directions, surrogates, private or unassigned characters, and no fillers."""
    if letter in JOINERS or letter == VARIANT:
        return True
    return category(letter)[0] != "C" and not is_blank(letter)


def _bounded(text: str, most: int) -> str:
    """As many whole letters as fit; a mark or what is joined belongs to the letter before it."""
    kept: list[str] = []
    letters = accents = 0
    for character in text[:MOST_CHARACTERS]:
        if character in JOINERS or category(character)[0] == "M":
            accents += 1
            if not kept or accents > MOST_ACCENTS:
                continue
        else:
            accents = 0
            letters += not (kept and kept[-1] == "\u200d")
        if letters > most:
            break
        kept.append(character)
    return "".join(kept).strip(" " + JOINERS)


def _looks(name: str) -> set[str]:
    """What it may be taken for: names that share one of these look alike to somebody. Capitals make
    no difference, and look like other letters than small ones do."""
    compatible = normalize("NFKC", name)
    folded = compatible.casefold()
    return {folded, skeleton(compatible).casefold(), skeleton(folded)}
