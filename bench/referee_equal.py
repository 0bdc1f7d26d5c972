"""Does the referee do what an older one did? Events, states and logs, byte for byte, step by step.

    python bench/referee_equal.py --against COMMIT [--matches 20]

Each set of options below is played so many times by bots of every kind, by this tree and by the
older one; after every step both must have told, kept and logged the same.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.older_tree import unpacked
from brouhaha import games
from brouhaha.engine.game import Event
from brouhaha.engine.log import Log
from brouhaha.engine.match import Match, new_header
from brouhaha.lab.arena import steps

ROOT = Path(__file__).parent.parent
VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("now", 4, {}),
    ("now", 2, {"rank_silvano": False, "perfect": "any"}),
    ("now", 2, {"refresh_place": "anywhere", "refresh_active": "kept"}),
    ("now", 3, {"signal": "all", "refresh_points": 0, "action": 4.0, "last_player": 1.0}),
    ("now", 4, {"in_turn": True, "extra_time": [None, 5], "action": 3.0}),
    ("now", 5, {"countdown": 0, "last_player": 0, "extra_time": [5, None, 10]}),
    ("now", 8, {"refresh_place": "middle", "perfect": "any"}),
    ("nimble", 4, {}),
    ("nimble", 3, {"races": "land", "challenge": True}),
    ("nimble", 2, {"signal": "player", "round": 30.0, "question": "children", "answer": 1}),
]


class Told(Match[Any]):
    """A match that sums up everything that happens in it."""

    __slots__ = ("so_far", "taken")

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.so_far, self.taken = sha256(), 0
        self._add([])

    def play(self, seat: int, action: Any, at: int) -> list[Event]:
        return self._add(super().play(seat, action, at))

    def advance(self, at: int) -> list[Event]:
        return self._add(super().advance(at))

    def _add(self, events: list[Event]) -> list[Event]:
        self.taken += 1
        self.so_far.update(msgspec.json.encode([events, self.due, self.now]))
        self.so_far.update(msgspec.msgpack.encode(self.state))
        return events

    def told(self) -> str:
        self.so_far.update(msgspec.json.encode(Log(self.header, self.entries, self.now)))
        return self.so_far.hexdigest()


def sums(matches: int) -> None:
    """A line for each match: how many steps it took, and the sum of all that happened."""
    for game_id, players, options in VARIANTS:
        game = games.find(game_id)
        kinds = list(game.bots)
        for number in range(matches):
            random = Random(f"{game_id}/{number}")
            names = [kinds[(number + seat) % len(kinds)] for seat in range(players)]
            seed = f"{options}/{number}".encode()
            match = Told(game, new_header(game, names, options, seed, None))
            for _ in steps(match, [game.bots[name](s, random) for s, name in enumerate(names)]):
                pass
            while not match.over:  # the looking at the end
                match.advance(match.now if match.due is None else match.due)
            print(match.taken, match.told(), game_id, options)


def summed(source: Path, matches: int) -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(source)}
    command = [sys.executable, __file__, "--sums", "--matches", str(matches)]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


def compare(commit: str, matches: int) -> None:
    with unpacked(commit) as source:
        older = summed(source, matches)
    ours = summed(ROOT / "src", matches)
    for one, other in zip(older, ours, strict=True):
        if one != other:
            raise SystemExit(f"differs:\n{one}\n{other}")
    taken = sum(int(line.split()[0]) for line in ours)
    print(f"{len(ours)} matches, {taken:,} steps, {len(VARIANTS)} sets of options: all equal")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", default="HEAD", metavar="COMMIT")
    parser.add_argument("--matches", type=int, default=20, help="with each set of options")
    parser.add_argument("--sums", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.sums:
        sums(asked.matches)
    else:
        compare(asked.against, asked.matches)


if __name__ == "__main__":
    main()
