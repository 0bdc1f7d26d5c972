"""What a text looks like: two texts with the same skeleton can be taken for each other (UTS #39).

One rule for all scripts. Unicode says which characters look alike (`data/skeletons.txt.gz`: a line
a prototype: it, a tab, all that looks like it) and which are not seen at all.
"""

from __future__ import annotations

from functools import cache
from typing import Final
from unicodedata import normalize

from brouhaha.words import files

IGNORABLE: Final = (  # Unicode's Default_Ignorable_Code_Point: first and last of each run
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
EMPTY: Final = "\u2800\U0001d159\U00013441\U00013442"  # signs that are drawn as nothing


def is_blank(character: str) -> bool:
    """Is nothing seen of it? (Spaces apart.)"""
    code = ord(character)
    return character in EMPTY or any(first <= code <= last for first, last in IGNORABLE)


def skeleton(text: str) -> str:
    looks = _prototypes()
    seen = (character for character in normalize("NFD", text) if not is_blank(character))
    return normalize("NFD", "".join(looks.get(character, character) for character in seen))


@cache
def _prototypes() -> dict[str, str]:
    lines = files.text("skeletons.txt.gz").split("\n")
    split = (line.split("\t") for line in lines if line)
    return {character: prototype for prototype, alike in split for character in alike}
