"""Table codes: short, easy to read out and to type.

No two letters that look alike stand in one (0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V), and no vowels,
so that no code is a word. 18⁶ = 34 million: a code is an address, not a secret.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

ALPHABET: Final = "34679CDFHJKMNPRTWX"
LENGTH: Final = 6


def new_code(entropy: Callable[[int], bytes]) -> str:
    """A code from 64 random bits; the caller draws again if a table has it already."""
    number = int.from_bytes(entropy(8), "little")
    letters = []
    for _ in range(LENGTH):
        number, index = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[index])
    return "".join(letters)


def tidy(typed: str) -> str:
    """A code as it was meant: without spaces and hyphens, in capitals."""
    return typed.upper().replace(" ", "").replace("-", "")


def is_code(tidied: str) -> bool:
    """Could this be a table's?"""
    return len(tidied) == LENGTH and all(letter in ALPHABET for letter in tidied)
