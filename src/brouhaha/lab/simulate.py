"""`brouhaha simulate`: many matches of bots, counted. Same seed, same result, on any cores.

Match number i of seed S is made from the text "S/i", its shuffles and its bots alike, so it does
not matter who plays it.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import msgspec

from brouhaha import games
from brouhaha.commands import comma_separated, whole_number
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.match import AnyMatch, Match, check_players, new_header
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.brought import brought
from brouhaha.lab.processes import add_seed_and_jobs, chunks, in_order

CHUNK = 100  # matches handed to a process at a time

UNKNOWN_BOT = Refusal(
    "unknown_bot",
    "{game} has no bot called “{bot}”; it has {bots}.",
    "{game} n’a pas de robot nommé « {bot} » ; il a {bots}.",
)


Outcome = tuple[Sequence[int], list[int]]  # the winners, and every seat's score
Compiled = Callable[[Match[Any], Random], Outcome]  # plays a match that has just begun to its end


class Task(msgspec.Struct, frozen=True):
    """What is simulated, apart from the numbers of the matches."""

    game: str
    players: int
    seed: int
    bots: tuple[str, ...]  # one a seat


class Tally(msgspec.Struct):
    """What a number of matches came to; wins and scores by seat."""

    finished: int
    wins: list[int]
    scores: list[int]

    def add(self, other: Tally) -> None:
        self.finished += other.finished
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]


def new_match(task: Task, number: int) -> AnyMatch:
    game = games.find(task.game)
    names = [f"{bot} {seat + 1}" for seat, bot in enumerate(task.bots)]
    return Match(game, new_header(game, names, {}, f"{task.seed}/{number}".encode(), None))


def play_one(task: Task, number: int) -> AnyMatch:
    """The match with this number, played to its result."""
    match = new_match(task, number)
    random = Random(f"{task.seed}/{number}")
    kinds = match.game.bots
    return play_out(match, [kinds[bot](seat, random) for seat, bot in enumerate(task.bots)])


def outcome(task: Task, number: int) -> Outcome:
    """The winners and the scores of the match with this number."""
    fast = fast_path(task.game, task.bots)
    if fast is not None:
        return fast(new_match(task, number), Random(f"{task.seed}/{number}"))
    match = play_one(task, number)
    result = result_of(match)
    return result.winners, getattr(result, match.game.score_name)


def play_some(task: Task, numbers: range) -> Tally:
    """Nothing a match makes refers to itself, so the garbage collector has nothing to find."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return _tally(outcome(task, number) for number in numbers)
    finally:
        if collects:
            gc.enable()


def _tally(outcomes: Iterable[Outcome]) -> Tally:
    tally: Tally | None = None
    for winners, scores in outcomes:
        one = Tally(1, [int(seat in winners) for seat in range(len(scores))], scores)
        if tally is None:
            tally = one
        else:
            tally.add(one)
    assert tally is not None
    return tally


@cache
def fast_path(game: str, bots: tuple[str, ...]) -> Compiled | None:
    """A compiled player that gives the same, where the game has one for these bots and what it is
    compiled with is installed."""
    named = games.find(game).compiled.get(bots[0]) if len(set(bots)) == 1 else None
    if named is None:
        return None
    try:
        play: Compiled = brought(named)
    except ImportError:
        return None
    return play


def simulate(task: Task, count: int, jobs: int = 1) -> dict[str, object]:
    """Play `count` matches and report."""
    play_some(task, range(1))  # compiled code is loaded before the clock starts
    began = time.perf_counter()
    tallies = in_order(partial(play_some, task), chunks(range(count), CHUNK), jobs)
    total = next(tallies)
    for tally in tallies:
        total.add(tally)
    seconds = time.perf_counter() - began
    return {
        "game": task.game,
        "players": task.players,
        "games": count,
        "seed": task.seed,
        "finished": total.finished,
        "seconds": round(seconds, 3),
        "games_per_second": round(count / seconds, 1),
        "wins": total.wins,
        "mean_scores": [round(score / total.finished, 4) for score in total.scores],
    }


def new_task(game: str, players: int, seed: int, bots: list[str] | None) -> Task:
    """The bots named go round the seats; without any, the game's simple one plays."""
    rules = games.find(game)
    names = bots or [rules.simplest_bot()]
    for bot in names:
        if bot not in rules.bots:
            raise Rejected(UNKNOWN_BOT, game=game, bot=bot, bots=", ".join(rules.bots))
    check_players(rules, players)
    return Task(game, players, seed, tuple(names[seat % len(names)] for seat in range(players)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "--players",
        type=whole_number(),
        required=True,
        metavar="N",
        help="how many sit at the table",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1),
        default=1000,
        metavar="K",
        help="how many matches to play (%(default)s)",
    )
    add_seed_and_jobs(parser, "matches")
    parser.add_argument(
        "--bots",
        metavar="NAMES",
        type=comma_separated,
        help="bots with commas between them, going round the seats",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    task = new_task(arguments.game, arguments.players, arguments.seed, arguments.bots)
    report = simulate(task, arguments.games, arguments.jobs)
    if arguments.json:
        print(json.dumps(report))
    else:
        print_report(task, report)
    return 0


def print_report(task: Task, report: dict[str, object]) -> None:
    print(f"{report['games']} matches of {task.game}, seed {task.seed}: ", end="")
    print(f"{report['games_per_second']} a second", file=sys.stdout)
    wins, means = report["wins"], report["mean_scores"]
    assert isinstance(wins, list)
    assert isinstance(means, list)
    places = new_match(task, 0).public().seats  # the game may play some itself
    names = [*task.bots, *(place.name for place in places[len(task.bots) :])]
    for seat, name in enumerate(names):
        print(f"  seat {seat}  {name:<10}  won {wins[seat]:>7}  mean {means[seat]:>9.3f}")
