"""nimble over many matches: its speed, a soak with random bots, and the levels against each other.

    python bench/nimble.py speed | soak | levels [--matches N]

`soak` fails on the first match that does not end, loses a card or replays otherwise.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time

import msgspec

from brouhaha.engine.log import Header, Log
from brouhaha.engine.match import Match
from brouhaha.engine.replay import replay
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.types import State
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.shares import wilson

NAMES = ["Ana", "Bo", "Cy", "Dee"]
LEVELS = ["gentle", "steady", "sharp", "merciless"]


def played(kinds: Sequence[str], seed: int) -> Match[State]:
    """One match, decided by its seed alone."""
    names = NAMES[: len(kinds)]
    match = Match(GAME, Header(GAME.id, GAME.version, names, {}, seed.to_bytes(8, "little").hex()))
    random = Random(seed)
    return play_out(match, [GAME.bots[kind](seat, random) for seat, kind in enumerate(kinds)])


# Speed


def speed(matches: int) -> None:
    """The best of three runs, by the time that the process had on its core."""
    print("| bot | players | actions a match | matches/s |\n| --- | --- | --- | --- |")
    for kind in ("random", "reckless", "greedy", "sharp"):
        for players in (2, 4):
            rate, actions = max(timed(kind, players, matches) for _ in range(3))
            print(f"| {kind} | {players} | {actions:.0f} | {rate:,.0f} |")


def timed(kind: str, players: int, matches: int) -> tuple[float, float]:
    begin = process_time()
    actions = sum(len(played([kind] * players, seed).entries) for seed in range(matches))
    return matches / (process_time() - begin), actions / matches


# Soak


def soak(matches: int) -> None:
    print("| players | matches | ended by | errors a match | longest (s) | seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for players in GAME.players:
        begin = perf_counter()
        endings: Counter[str] = Counter()
        errors = longest = 0
        for seed in range(matches):
            match = played(["random"] * players, seed)
            check(match, players)
            endings[match.state.public.outcomes[-1].ending] += 1
            errors += sum(result_of(match).errors)
            longest = max(longest, match.now)
        told = ", ".join(f"{name} {count}" for name, count in endings.most_common())
        print(
            f"| {players} | {matches:,} | {told} | {errors / matches:.1f} "
            f"| {longest / 1000:.0f} | {perf_counter() - begin:.0f} |"
        )


def check(match: Match[State], players: int) -> None:
    """It ended, every card is there once, and the log gives the same match again."""
    assert match.result is not None
    cards = Counter(GAME.inventory(match.state))
    assert len(cards) == 30 * players == cards.total()
    again = replay(GAME, msgspec.convert(match.log, Log))
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(match.state)


# Levels


def levels(matches: int) -> None:
    """Each deal is played twice, with the sides changed; two seats a side at four players."""
    print("| players | level | against | won | 95 % interval |\n| --- | --- | --- | --- | --- |")
    for players in (2, 4):
        for number, better in enumerate(LEVELS[1:]):
            pair = better, LEVELS[number]
            wins = sum(
                won_by_first(pair, players, seed, side)
                for seed in range(matches // 2)
                for side in (0, 1)
            )
            low, high = wilson(wins / matches, matches)
            share = f"{wins / matches:.1%} | {low:.1%} to {high:.1%}"
            print(f"| {players} | {better} | {pair[1]} | {share} |")


def won_by_first(pair: tuple[str, str], players: int, seed: int, side: int) -> bool:
    kinds = [pair[(seat + side) % 2] for seat in range(players)]
    winner = result_of(played(kinds, seed)).winners[0]
    return kinds[winner] == pair[0]


PARTS = {"speed": (speed, 1000), "soak": (soak, 20_000), "levels": (levels, 2000)}


def main() -> None:
    parser = argparse.ArgumentParser(description="nimble over many matches")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--matches", type=int)
    arguments = parser.parse_args()
    run, usual = PARTS[arguments.part]
    run(arguments.matches or usual)


if __name__ == "__main__":
    main()
