"""Chance compiled: `engine/chance.py` word for word, so that compiled matches are dealt the same
cards from the same seed. SHAKE-256 (FIPS 202) of seed and label, of one block in and out: a seed
and a label of at most 131 bytes together, and 34 words at most.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from brouhaha.lab.compiled import compiled, rule

Words = NDArray[np.uint64]
Text = NDArray[np.uint8]

LANES, BLOCK = 25, 136  # 64-bit words of the state; bytes of it that carry text
MOST_WORDS = BLOCK // 4
MOST_SEED = 64  # bytes, which leaves room for any label

ROUND_CONSTANTS = np.array(
    [
        0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
        0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
        0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
        0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
        0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
    ],
    np.uint64,
)  # fmt: skip
# Where a lane goes, and by how many bits it is turned, going round from lane 1
MOVES = np.array(
    [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1]
)
TURNS = np.array(
    [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44],
    np.uint64,
)
WORD = np.uint64(64)


@rule
def turned(lane: Any, bits: Any) -> Any:
    return (lane << bits) | (lane >> (WORD - bits))


@compiled
def permute(state: Words, columns: Words) -> None:
    """Keccak-f[1600]"""
    one = np.uint64(1)
    for constant in ROUND_CONSTANTS:
        for x in range(5):
            columns[x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]
        for x in range(5):
            change = columns[(x + 4) % 5] ^ turned(columns[(x + 1) % 5], one)
            for y in range(0, LANES, 5):
                state[y + x] ^= change
        moving = state[1]
        for step in range(24):
            place = MOVES[step]
            there = state[place]
            state[place] = turned(moving, TURNS[step])
            moving = there
        for y in range(0, LANES, 5):
            for x in range(5):
                columns[x] = state[y + x]
            for x in range(5):
                state[y + x] = columns[x] ^ (~columns[(x + 1) % 5] & columns[(x + 2) % 5])
        state[0] ^= constant


@rule
def put(state: Words, place: int, byte: Any) -> None:
    state[place >> 3] ^= np.uint64(byte) << np.uint64(8 * (place & 7))


@compiled
def draw(state: Words, columns: Words, seed: Text, length: int, label: Text, number: int) -> None:
    """Fill the state so that `word` can read from it: label and, unless below 0, a number (of one
    digit) behind it."""
    state[:] = 0
    put(state, 0, length)  # a seed is shorter than 256 bytes: the other three are 0
    place = 4
    for byte in range(length):
        put(state, place, seed[byte])
        place += 1
    for byte in label:
        put(state, place, byte)
        place += 1
    if number >= 0:
        put(state, place, 48 + number)
        place += 1
    put(state, place, 0x1F)
    put(state, BLOCK - 1, 0x80)
    permute(state, columns)


@rule
def word(state: Words, place: int) -> int:
    return np.int64((state[place >> 1] >> np.uint64(32 * (place & 1))) & np.uint64(0xFFFFFFFF))  # type: ignore[return-value]


@rule
def below(state: Words, bound: int) -> int:
    return word(state, 0) * bound >> 32


@compiled
def shuffle(state: Words, order: Text, count: int) -> None:
    """`order` becomes the places of `count` cards, sorted by their words."""
    for place in range(count):
        mine, slot = word(state, place), place
        while slot > 0 and word(state, int(order[slot - 1])) > mine:
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = place


def text(label: str) -> Text:
    return np.frombuffer(label.encode(), np.uint8)


def seeds_of(seeds: list[bytes]) -> tuple[Text, NDArray[np.int64]]:
    """Seeds side by side, and their lengths."""
    room = np.zeros((len(seeds), MOST_SEED), np.uint8)
    for row, seed in zip(room, seeds, strict=True):
        row[: len(seed)] = np.frombuffer(seed, np.uint8)
    return room, np.array([len(seed) for seed in seeds])
