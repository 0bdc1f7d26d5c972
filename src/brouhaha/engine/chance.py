"""Chance is a function of the seed and a label, never a stream.

What a draw gives does not depend on what was drawn before it, so nothing about chance is kept in
the state, and anyone can prove a shuffle with the seed alone, in any language:

    words(label, n) = the first 4·n bytes of SHAKE-256(length ‖ seed ‖ label), as n little-endian
                      32-bit numbers; length is that of the seed, as 4 little-endian bytes
    shuffled(label) = each card gets a word, in order; the cards are sorted by their words, and
                      of two equal words the earlier card comes first
    below(label, n) = word × n >> 32

Every label is used once in a match. The bias of a draw among n is below n / 2³², that of a
shuffle below n² / 2³².
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache
from hashlib import sha256, shake_256
from typing import Final, TypeVar

from brouhaha.engine.errors import Rejected
from brouhaha.engine.refusals import BAD_SEED

T = TypeVar("T")

MOST_SEED_BYTES: Final = 1024  # far above any use; keeps a log's header small


def seed_bytes(seed: object) -> bytes:
    """The seed as bytes: bytes as they are, a whole number in the fewest little-endian bytes."""
    if isinstance(seed, int) and not isinstance(seed, bool):
        length = seed.bit_length() // 8 + 1
        if length <= MOST_SEED_BYTES:
            return seed.to_bytes(length, "little", signed=True)
    if isinstance(seed, bytes) and len(seed) <= MOST_SEED_BYTES:
        return seed
    raise Rejected(BAD_SEED)


def commitment(seed: bytes) -> str:
    """What is shown before the match; the seed, shown after it, proves that nothing was changed."""
    return sha256(seed).hexdigest()


@cache
def _unpacker(count: int) -> struct.Struct:
    return struct.Struct(f"<{count}I")


class Chance:
    """All the luck of one match."""

    __slots__ = ("_prefix",)

    def __init__(self, seed: bytes) -> None:
        self._prefix = len(seed).to_bytes(4, "little") + seed

    def words(self, label: str, count: int) -> tuple[int, ...]:
        unpacker = _unpacker(count)
        digest = shake_256(self._prefix + label.encode()).digest(unpacker.size)
        return unpacker.unpack(digest)

    def below(self, label: str, bound: int) -> int:
        """A whole number from 0 to bound − 1."""
        return self.words(label, 1)[0] * bound >> 32

    def shuffled(self, label: str, items: Sequence[T]) -> list[T]:
        words = iter(self.words(label, len(items)))
        return sorted(items, key=lambda _: next(words))
