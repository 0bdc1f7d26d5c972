"""Seat tokens: 256 random bits that only their player has.

The table keeps and logs their SHA-256, so that a stolen log opens no seat, and compares in
constant time, so that nobody can feel their way to a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import Final

LEAST_CHARACTERS: Final = 32  # of a token that a client has made: 128 bits in hexadecimal


def new_token(entropy: Callable[[int], bytes]) -> str:
    return entropy(32).hex()


def fingerprint(token: str) -> str:
    """What may be written down of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def address_mark(code: str, address: str) -> str:
    """What may be written down of an address, for one table; "" if it is not known."""
    return sha256(f"{code} {address}".encode()).hexdigest()[:16] if address else ""


def position(token: str, fingerprints: Iterable[str | None]) -> int | None:
    """Which of these the token opens. All are compared, wherever the right one stands."""
    given = fingerprint(token)
    found = None
    for index, known in enumerate(fingerprints):
        if known is not None and compare_digest(given, known):
            found = index
    return found
