"""Measure what each card value adds to its deck's share of wins, for `now_cards.py`.

Many random sets of decks that keep the laws of blocks and Perfects are played by eight greedy
bots; ridge regression of the decks' shares on the values they hold gives each value's strength.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
import numpy as np

if __name__ == "__main__":  # run as a file: its folder's parent is where `tools` is found
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from brouhaha.games.now.cards import COLOURS, CardSet
from brouhaha.games.now.lab.rollouts import wins_by_deck
from tools.now_cards import BLOCK, BLOCKS, DECKS, QUARTERS, STRENGTHS, Decks, Targets, make_targets

SETS, MATCHES, SEED, RIDGE = 300, 20_000, 3, 1.0
SHIFT = 200  # the solver takes whole numbers from 0


def random_decks(random: np.random.Generator) -> Decks:
    """One card of each block to each deck; of the Perfects of a quarter, one to each deck."""
    decks: Decks = [[] for _ in DECKS]
    for quarter in range(QUARTERS):
        perfect_owners = random.permutation(len(DECKS)).reshape(-1, 2)
        for place, owners in enumerate(perfect_owners):
            first = BLOCK * (BLOCKS // QUARTERS * quarter + place)
            others = random.permutation([d for d in DECKS if d not in owners])
            for deck, offset in zip([*owners, *others], [4, 8, 1, 2, 3, 5, 6, 7], strict=True):
                decks[deck].append(first + offset)
    return decks


def measure(targets: Targets) -> np.ndarray:
    random = np.random.default_rng(SEED)
    held, shares = [], []
    for number in range(SETS):
        decks = random_decks(random)
        plain = {"targets": targets, "decks": dict(zip(COLOURS, decks, strict=True))}
        wins, sat = wins_by_deck(msgspec.convert(plain, CardSet), len(DECKS), MATCHES, number)
        for deck, won, times in zip(decks, wins, sat, strict=True):
            held.append(np.isin(np.arange(1, BLOCKS * BLOCK + 1), deck))
            shares.append(won / times - 1 / len(DECKS))
    x, y = np.array(held, float), np.array(shares)
    return np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)


def main() -> None:
    blocks = measure(make_targets()).reshape(BLOCKS, BLOCK)
    strengths = (blocks - blocks.mean(axis=1, keepdims=True)).ravel()
    whole = {str(v + 1): round(1e4 * w) + SHIFT for v, w in enumerate(strengths)}
    rows = [
        ", ".join(f'"{v}": {whole[str(v)]}' for v in range(first + 1, first + BLOCK + 1))
        for first in range(0, BLOCKS * BLOCK, BLOCK)
    ]
    STRENGTHS.write_text("{\n  " + ",\n  ".join(rows) + "\n}\n")
    json.loads(STRENGTHS.read_text())


if __name__ == "__main__":
    main()
