"""Make the default card set of NOW! with a constraint solver: `make cards`.

The book's claims: every deck is unique, has exactly four cards that equal a Target, and the same
spread over 1…128. Ours, so that they can be proven: one card from each block of 8 values, one
Perfect from each quarter, equal sums, near-equal sums of squares, near-equal points on the
Perfects; and no part of the range favours a colour of Targets.

Decks that meet all that still differ in how often they win: a card just below several Targets is
strong, one just above is weak. `now_strengths.json` holds what each value adds to its deck's share
of wins (in hundredths of a percentage point, plus 200), measured by `now_strengths.py`. The solver
makes the decks' sums of it equal. Then the decks' real shares are measured, and a deck that wins
too often swaps cards of two blocks with one that wins too seldom, such that no law is broken,
until every share is right.

Everything is seeded and runs on one worker: it makes the same cards again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
from ortools.sat.python import cp_model

from brouhaha.games.now.cards import COLOURS, CardSet
from brouhaha.games.now.lab.rollouts import wins_by_deck

BLOCKS, BLOCK, QUARTERS = 16, 8, 4
VALUES = range(1, BLOCKS * BLOCK + 1)
DECKS = range(len(COLOURS))
KINDS = [
    *((colour, points, 3) for colour in ("red", "blue") for points in (1, 2, 3, 4)),
    *(("both", points, 4) for points in (1, 2)),
]
SEED, ROUNDS, MATCHES, GOOD_ENOUGH = 1, 150, 100_000, 0.15
STRENGTHS = Path(__file__).parent / "now_strengths.json"
OUTPUT = Path(__file__).parent.parent / "src/brouhaha/games/now/data/cards.json"

Decks = list[list[int]]
Targets = list[dict[str, object]]


def solve(model: cp_model.CpModel, effort: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = SEED
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise SystemExit("no such cards")
    return solver


def spread(
    model: cp_model.CpModel, sums: Sequence[cp_model.LinearExprT], top: int
) -> cp_model.IntVar:
    """The distance between the least and the greatest of these sums."""
    least, most = model.new_int_var(-top, top, "least"), model.new_int_var(-top, top, "most")
    for total in sums:
        model.add(least <= total)
        model.add(total <= most)
    distance = model.new_int_var(0, top, "spread")
    model.add(distance == most - least)
    return distance


def make_targets() -> Targets:
    """Values 4, 8, …, 128; in each quarter 3 red, 3 blue and 2 both, of near-equal points."""
    model = cp_model.CpModel()
    slots = range(len(VALUES) // 4)
    kind = {(s, k): model.new_bool_var(f"{s} is {k}") for s in slots for k in range(len(KINDS))}
    for slot in slots:
        model.add_exactly_one(kind[slot, k] for k in range(len(KINDS)))
    for k, (_, _, copies) in enumerate(KINDS):
        model.add(sum(kind[slot, k] for slot in slots) == copies)
    spreads = []
    for colour, number in (("red", 3), ("blue", 3), ("both", 2)):
        mine = [k for k in range(len(KINDS)) if KINDS[k][0] == colour]
        points = []
        for quarter in range(QUARTERS):
            part = [s for s in slots if s * QUARTERS // len(slots) == quarter]
            model.add(sum(kind[s, k] for s in part for k in mine) == number)
            points.append(sum(KINDS[k][1] * kind[s, k] for s in part for k in mine))
        spreads.append(spread(model, points, 30))
        for first in slots[:-1]:  # no two neighbours of one colour
            model.add(sum(kind[s, k] for s in (first, first + 1) for k in mine) <= 1)
    model.minimize(sum(spreads))
    solver = solve(model, 20)
    chosen = [next(k for k in range(len(KINDS)) if solver.value(kind[s, k])) for s in slots]
    return [
        {"value": 4 * (s + 1), "colour": KINDS[k][0], "points": KINDS[k][1]}
        for s, k in zip(slots, chosen, strict=True)
    ]


class DeckModel:
    """Which deck has which value, under all the laws above."""

    def __init__(self, targets: Targets, strength: dict[int, int]) -> None:
        self.points = {int(str(t["value"])): int(str(t["points"])) for t in targets}
        self.strength = strength
        self.model = cp_model.CpModel()
        self.has = {(d, v): self.model.new_bool_var(f"{d} has {v}") for d in DECKS for v in VALUES}
        for value in VALUES:
            self.model.add_exactly_one(self.has[d, value] for d in DECKS)
        for deck in DECKS:
            self.obey(deck)
        squares = [sum(v * v * self.has[d, v] for v in VALUES) for d in DECKS]
        worth = [sum(p * self.has[d, v] for v, p in self.points.items()) for d in DECKS]
        self.model.add(spread(self.model, squares, 200_000) <= 400)
        self.model.add(spread(self.model, worth, 40) <= 1)

    def obey(self, deck: int) -> None:
        for block in range(BLOCKS):
            self.model.add_exactly_one(
                self.has[deck, block * BLOCK + o] for o in range(1, BLOCK + 1)
            )
        quarter = len(VALUES) // QUARTERS
        for first in range(0, len(VALUES), quarter):
            perfects = [v for v in self.points if first < v <= first + quarter]
            self.model.add_exactly_one(self.has[deck, v] for v in perfects)
        self.model.add(sum(v * self.has[deck, v] for v in VALUES) == 1032)

    def decks(self) -> Decks:
        """The decks whose strengths are the most equal."""
        sums = [sum(self.strength[v] * self.has[d, v] for v in VALUES) for d in DECKS]
        self.model.minimize(spread(self.model, sums, 10**6))
        solver = solve(self.model, 12)
        return [[v for v in VALUES if solver.value(self.has[d, v])] for d in DECKS]


def shares(targets: Targets, decks: Decks, seed: int) -> list[float]:
    """Each deck's measured share of wins among eight greedy bots, in per cent."""
    plain = {"targets": targets, "decks": dict(zip(COLOURS, decks, strict=True))}
    wins, sat = wins_by_deck(msgspec.convert(plain, CardSet), len(COLOURS), MATCHES, seed)
    return [float(100 * won / times) for won, times in zip(wins, sat, strict=True)]


def swaps(decks: Decks, strong: int, weak: int) -> list[tuple[int, int]]:
    """Pairs of blocks in which these decks may swap cards: no Perfects, and the sums stay."""
    plain = [
        block for block in range(BLOCKS) if decks[strong][block] % 4 and decks[weak][block] % 4
    ]
    lead = {block: decks[strong][block] - decks[weak][block] for block in plain}
    return [(a, b) for a in plain for b in plain if a < b and lead[a] + lead[b] == 0]


def swapped(decks: Decks, strong: int, weak: int, blocks: tuple[int, int]) -> Decks:
    new = [list(deck) for deck in decks]
    for block in blocks:
        new[strong][block], new[weak][block] = new[weak][block], new[strong][block]
    return new


def moved(
    decks: Decks, strong: int, weak: int, blocks: tuple[int, int], strength: dict[int, int]
) -> float:
    """By how many percentage points this swap should weaken the strong deck."""
    return sum(strength[decks[strong][b]] - strength[decks[weak][b]] for b in blocks) / 100


def off(found: list[float]) -> float:
    return sum((share - 12.5) ** 2 for share in found)


def better(
    targets: Targets, decks: Decks, found: list[float], strength: dict[int, int], tried: set[str]
) -> Decks | None:
    """The most promising swap between a strong and a weak deck that was not tried yet."""
    pairs = sorted(
        ((found[s] - found[w], s, w) for s in DECKS for w in DECKS if found[s] > found[w]),
        reverse=True,
    )
    for gap, strong, weak in pairs[:12]:
        choices = sorted(
            swaps(decks, strong, weak),
            key=lambda blocks: abs(moved(decks, strong, weak, blocks, strength) - gap / 2),
        )
        for blocks in choices[:3]:
            new = swapped(decks, strong, weak, blocks)
            if str(new) not in tried:
                return new
    return None


def make_decks(targets: Targets, strength: dict[int, int]) -> Decks:
    """Solve; then measure and swap, keeping what brings the shares closer together."""
    decks = DeckModel(targets, strength).decks()
    found = shares(targets, decks, SEED)
    tried: set[str] = set()
    for number in range(ROUNDS):
        worst = max(abs(share - 12.5) for share in found)
        print(f"{number:3} off by {worst:.2f}:", *(f"{share:.2f}" for share in found), flush=True)
        new = better(targets, decks, found, strength, tried)
        if worst <= GOOD_ENOUGH or new is None:
            break
        tried.add(str(new))
        measured = shares(targets, new, SEED)
        if off(measured) < off(found):
            decks, found = new, measured
    return decks


def written(targets: Targets, decks: Decks) -> str:
    rows = ",\n".join(f"    {json.dumps(target)}" for target in targets)
    lines = ",\n".join(f'    "{c}": {json.dumps(d)}' for c, d in zip(COLOURS, decks, strict=True))
    return '{\n  "targets": [\n' + rows + '\n  ],\n  "decks": {\n' + lines + "\n  }\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Make NOW!'s default card set again.")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    strength = {int(v): w for v, w in json.loads(STRENGTHS.read_text()).items()}
    targets = make_targets()
    arguments.output.write_text(written(targets, make_decks(targets, strength)))


if __name__ == "__main__":
    main()
