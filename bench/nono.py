"""NoNo measured: matches that all end and replay, words that bots find, levels that beat others.

    python bench/nono.py matches --number 20000   # random bots at each number of players,
                                                  # or at some: --players 5 6
    python bench/nono.py find --number 4000       # one card and roll each, by language and level
    python bench/nono.py levels --number 400      # each level against the one below
    python bench/nono.py gibberish --number 300   # a cheat with words that do not exist
    python bench/nono.py solvable                 # every roll of every card, by language

The figures are in nono.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise, product
from random import Random
from statistics import median

import msgspec

import brouhaha
from brouhaha.engine.game import Bot
from brouhaha.engine.match import Match
from brouhaha.games.nono import GAME
from brouhaha.games.nono.bots.gibberish import GibberishBot
from brouhaha.games.nono.cards import Box, Card, Face, Roll, default_box
from brouhaha.games.nono.judging import Lang
from brouhaha.games.nono.lexicon import typical
from brouhaha.games.nono.types import State, Stop
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.processes import in_order
from brouhaha.lab.shares import wilson

LANGUAGES: tuple[Lang, ...] = ("fr", "en")
JOBS = 2
LEVELS = ("gentle", "steady", "sharp", "merciless")


def start(players: int, seed: int, **options: object) -> Match[State]:
    names = [f"Player {seat}" for seat in range(players)]
    options.setdefault("language", LANGUAGES[seed % 2])
    return brouhaha.start(GAME, names, options=options, seed=seed)


# All end, cards conserved, replays equal


def one_match(players: int, seed: int) -> int:
    """Play it, and replay it from its log as JSON; gives the number of inputs."""
    match = start(players, seed)
    cards = Counter(GAME.inventory(match.state))
    play_out(
        match, [GAME.bots["random"](seat, Random(f"{seed}/{seat}")) for seat in range(players)]
    )
    while match.due is not None:
        match.advance(match.due)
    assert match.public().phase == "end"
    assert Counter(GAME.inventory(match.state)) == cards
    again = brouhaha.replay(json.loads(json.dumps(match.log)))
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(match.state)
    return len(match.entries)


def matches(number: int, tables: Sequence[int]) -> None:
    print("| players | matches | ended, cards conserved, replays equal | inputs | seconds |")
    print("| --- | --- | --- | --- | --- |")
    for players in tables:
        began = time.perf_counter()
        inputs = [*in_order(partial(one_match, players), range(number), JOBS, at_once=200)]
        taken = time.perf_counter() - began
        row = (players, number, len(inputs), sum(inputs), f"{taken:.0f}")
        print("|", " | ".join(map(str, row)), "|", flush=True)


# For a random card and roll, who finds a right word, and how soon?


def one_search(level: str, language: Lang, seed: int) -> tuple[bool, int | None]:
    """Whether the referee accepts its word, and when it called Stop!"""
    match = start(3, seed, language=language, turns=1, countdown=0)
    bot = GAME.bots[level](0, Random(seed))
    thought = bot.think(match.public(), match.private(0))
    assert thought is not None
    if not isinstance(thought.action, Stop):
        return False, None
    match.play(0, thought.action, thought.after)
    said = bot.think(match.public(), match.private(0))
    assert said is not None
    assert said.action is not None
    match.play(0, said.action, thought.after + said.after)
    match.advance(match.due or 0)  # nobody votes: it fits
    verdict = match.public().verdict
    assert verdict is not None
    return verdict.change > 0, thought.after


def find(number: int) -> None:
    print("| language | level | right word | wrong word | median Stop! | least |")
    print("| --- | --- | --- | --- | --- | --- |")
    for language, level in product(LANGUAGES, LEVELS):
        tried = [one_search(level, language, seed) for seed in range(number)]
        stops = [after for _, after in tried if after is not None]
        right = sum(found for found, _ in tried) / number
        wrong = len(stops) / number - right
        times = f"{median(stops) / 1000:.1f} s | {min(stops) / 1000:.1f} s"
        print(f"| {language} | {level} | {right:.1%} | {wrong:.1%} | {times} |", flush=True)


# Does each level beat the one below?


def one_duel(better: str, worse: str, seed: int) -> float:
    """Two of each level around the table; 1: the better level wins, a half: both share."""
    kinds = (better, worse, better, worse) if seed % 4 < 2 else (worse, better, worse, better)
    match = start(4, seed)
    play_out(match, [GAME.bots[k](s, Random(f"{seed}/{s}")) for s, k in enumerate(kinds)])
    winning = {kinds[seat] for seat in result_of(match).winners}
    return 0.5 if len(winning) == 2 else float(better in winning)


def levels(number: int) -> None:
    print("| level | against | wins | 95 % interval |")
    print("| --- | --- | --- | --- |")
    ladder = ("random", *LEVELS)
    for worse, better in pairwise(ladder):
        duels = in_order(partial(one_duel, better, worse), range(number), JOBS, at_once=20)
        share = sum(duels) / number
        low, high = wilson(share, number)
        print(f"| {better} | {worse} | {share:.1%} | {low:.1%} – {high:.1%} |", flush=True)


# Does nonsense win?


def one_intrusion(level: str, guest: type[Bot], seed: int) -> tuple[float, int]:
    """A guest among two bots of a level: its share of the win, and its score."""
    seat = seed % 3
    match = start(3, seed)
    bots = [GAME.bots[level](s, Random(f"{seed}/{s}")) for s in range(3)]
    bots[seat] = guest(seat, Random(seed))
    result = result_of(play_out(match, bots))
    return (seat in result.winners) / len(result.winners), result.scores[seat]


def gibberish(number: int) -> None:
    print("| against two | gibberish wins | mean score | random wins | mean score |")
    print("| --- | --- | --- | --- | --- |")
    for level in LEVELS:
        cells = []
        for guest in (GibberishBot, GAME.bots["random"]):
            work = partial(one_intrusion, level, guest)
            wins, scores = zip(*in_order(work, range(number), JOBS, at_once=20), strict=True)
            cells.append(f"{sum(wins) / number:.1%} | {sum(scores) / number:.0f}")
        print(f"| {level} | {' | '.join(cells)} |", flush=True)


# Every roll of every card


def rolls_of(language: Lang, card: Card) -> Iterable[Roll]:
    box = default_box(language)
    order = [die for name, die in named_order_dice(box) if name in card.dice]
    bans: list[str | None] = [*box.ban] if "ban" in card.dice else [None]
    counts: list[int | None] = [*box.syllables] if "syllables" in card.dice else [None]
    for faces in product(*order):
        for ban, count in product(bans, counts):
            yield Roll(faces, ban, count)


def named_order_dice(box: Box) -> list[tuple[str, list[Face]]]:
    return [("order_1", box.order_1), ("order_2", box.order_2)]


def solvable(number: int) -> None:
    """The share of rolls, each card counting alike, that some typical word keeps to."""
    for language in LANGUAGES:
        by_kind: dict[tuple[str, ...], list[float]] = {}
        for card in default_box(language).cards:
            rolls = list(rolls_of(language, card))
            words = typical(language, card.category)
            solved = sum(any(word.keeps_to(roll, None) for word in words) for roll in rolls)
            kind = (*(die.split("_")[0] for die in card.dice), f"×{card.multiplier}")
            by_kind.setdefault(kind, []).append(solved / len(rolls))
        every = [share for shares in by_kind.values() for share in shares]
        print(f"{language}: {sum(every) / len(every):.1%} of rolls, worst card {min(every):.1%}")
        for kind, shares in sorted(by_kind.items()):
            print(f"  {' '.join(kind)}: {len(shares)} cards, {sum(shares) / len(shares):.1%}")


PARTS: dict[str, tuple[Callable[[int], None], int]] = {
    "find": (find, 4_000),
    "levels": (levels, 400),
    "gibberish": (gibberish, 300),
    "solvable": (solvable, 0),
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=["matches", *PARTS])
    parser.add_argument("--number", type=int)
    parser.add_argument("--players", type=int, nargs="+", default=list(GAME.players))
    chosen = parser.parse_args()
    if chosen.part == "matches":
        matches(chosen.number or 20_000, chosen.players)
    else:
        measure, usual = PARTS[chosen.part]
        measure(chosen.number or usual)
