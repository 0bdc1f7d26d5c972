"""`brouhaha tournament`: every bot against every other, rated. Same seed, same table, on any cores.

A match has two sides, which sit in turn around the table. Each deal is played twice, with the
sides changed, so that neither seats nor cards favour anybody. A side has won when its best player
is before the other's best; equals share.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import msgspec

from brouhaha import games
from brouhaha.commands import BadUsage, comma_separated, new_file, whole_number
from brouhaha.engine.match import Match, new_header
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.plots import Mark, intervals, page, table
from brouhaha.lab.processes import add_seed_and_jobs, chunks, in_order
from brouhaha.lab.shares import NORMAL_95, Share, share_of
from brouhaha.lab.simulate import new_task

CHUNK = 10  # matches handed to a process at a time: a multiple of two


class Duel(msgspec.Struct, frozen=True):
    """Two bots, and which matches they play."""

    game: str
    players: int
    seed: int
    pair: tuple[str, str]
    numbers: range = range(0)


class Rating(msgspec.Struct, frozen=True):
    """OpenSkill's estimate of a bot, with its interval at 95 %."""

    bot: str
    rating: float
    low: float
    high: float
    won: float
    played: int


class TournamentResult(msgspec.Struct, frozen=True):
    """What a tournament comes to, the best bot first."""

    game: str
    players: int
    matches: int  # of each pair
    seed: int
    ratings: list[Rating]
    neighbours: list[Share]  # each against the next below it
    pairs: list[Share]


def play_duel(duel: Duel, number: int) -> float:
    """What the first of the pair gets: 1, 0, or a half."""
    game = games.find(duel.game)
    kinds = [duel.pair[(seat + number) % 2] for seat in range(duel.players)]
    seed = f"{duel.seed}/{number // 2}"
    names = [f"{kind} {seat + 1}" for seat, kind in enumerate(kinds)]
    match = Match(game, new_header(game, names, {}, seed.encode(), None))
    bots = [game.bots[kind](s, Random(f"{seed}/{s}")) for s, kind in enumerate(kinds)]
    ranking = result_of(play_out(match, bots)).ranking
    return first_share(ranking, kinds, duel.pair[0])


def first_share(ranking: Sequence[Sequence[int]], kinds: list[str], first: str) -> float:
    """By the best place that a player has; a seat that the game plays itself is on no side."""
    for equals in ranking:
        sides = {kinds[seat] == first for seat in equals if seat < len(kinds)}
        if sides:
            return sum(sides) / len(sides)
    raise AssertionError("nobody is ranked")


def play_duels(duel: Duel) -> list[float]:
    return [play_duel(duel, number) for number in duel.numbers]


def tournament(
    game: str, bots: Sequence[str], matches: int, players: int, seed: int = 0, jobs: int = 1
) -> TournamentResult:
    """Every pair plays `matches` matches (one more, if that is odd)."""
    new_task(game, players, seed, list(bots))  # says what is wrong with the names or the number
    matches += matches % 2
    duels = [
        Duel(game, players, seed, pair, numbers)
        for numbers in chunks(range(matches), CHUNK)
        for pair in combinations(bots, 2)
    ]
    results: dict[tuple[str, str], list[float]] = {duel.pair: [] for duel in duels}
    for duel, gained in zip(duels, in_order(play_duels, duels, jobs), strict=True):
        results[duel.pair] += gained
    ratings = rated(bots, results)
    order = [rating.bot for rating in ratings]
    return TournamentResult(
        game, players, matches, seed, ratings,
        neighbours=[pair_share(results, a, b) for a, b in pairwise(order)],
        pairs=[pair_share(results, a, b) for a, b in combinations(order, 2)],
    )  # fmt: skip


def rated(bots: Sequence[str], results: dict[tuple[str, str], list[float]]) -> list[Rating]:
    """Match by match, all pairs in turn, as if they had been played one after the other."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for in_turn in zip(*results.values(), strict=True):
        for (first, second), gain in zip(results, in_turn, strict=True):
            teams = [[ratings[first]], [ratings[second]]]
            [[ratings[first]], [ratings[second]]] = model.rate(teams, ranks=[1 - gain, gain])
    won = {bot: sum(gains(results, bot)) for bot in bots}
    played = {bot: len(gains(results, bot)) for bot in bots}
    found = [
        Rating(
            bot,
            round(one.mu, 3),
            round(one.mu - NORMAL_95 * one.sigma, 3),
            round(one.mu + NORMAL_95 * one.sigma, 3),
            won[bot],
            played[bot],
        )
        for bot, one in ratings.items()
    ]
    return sorted(found, key=lambda rating: -rating.rating)


def gains(results: dict[tuple[str, str], list[float]], bot: str) -> list[float]:
    """What this bot got out of each of its matches."""
    mine = []
    for (first, second), firsts in results.items():
        if bot in (first, second):
            mine += [gain if bot == first else 1 - gain for gain in firsts]
    return mine


def pair_share(results: dict[tuple[str, str], list[float]], a: str, b: str) -> Share:
    one = gains({pair: firsts for pair, firsts in results.items() if {a, b} == {*pair}}, a)
    return share_of(f"{a} against {b}", sum(one), len(one))


# The command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "--bots",
        type=comma_separated,
        required=True,
        metavar="NAMES",
        help="two bots or more, with commas between them",
    )
    parser.add_argument(
        "--matches",
        type=whole_number(1),
        default=100,
        metavar="K",
        help="how many matches each pair plays (%(default)s)",
    )
    parser.add_argument(
        "--players",
        type=whole_number(),
        default=4,
        metavar="N",
        help="how many sit at the table (%(default)s)",
    )
    add_seed_and_jobs(parser, "matches")
    parser.add_argument("--json", action="store_true", help="print the ratings as JSON")
    parser.add_argument(
        "--plot", type=new_file(".svg", ".html"), metavar="FILE", help="write a plot: .svg or .html"
    )


def run(arguments: argparse.Namespace) -> int:
    bots = list(dict.fromkeys(arguments.bots))
    if len(bots) < 2:
        raise BadUsage("a tournament takes two different bots at least: --bots gentle,sharp")
    found = tournament(
        arguments.game, bots, arguments.matches, arguments.players, arguments.seed, arguments.jobs
    )
    if arguments.plot:
        arguments.plot.write_text(drawn(found, arguments.plot.suffix), "utf-8")
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(found)))
    else:
        print_table(found)
    return 0


def print_table(found: TournamentResult) -> None:
    print(heading(found))
    for line in found.ratings:
        interval = f"({line.low:.1f} to {line.high:.1f})"
        print(
            f"  {line.bot:<12} {line.rating:6.2f}  {interval:<16} won {line.won:g} of {line.played}"
        )
    for share in found.neighbours:
        print(f"  {share.label:<30} {share.told()}")


def heading(found: TournamentResult) -> str:
    return (
        f"{found.game}, {found.players} players, {found.matches} matches a pair, seed {found.seed}"
    )


def drawn(found: TournamentResult, suffix: str) -> str:
    """The ratings with their intervals; a page has the pairs beside them."""
    marks = [Mark(r.bot, r.rating, r.low, r.high, f"{r.rating:.1f}") for r in found.ratings]
    plot = intervals(f"Ratings: {heading(found)}", marks)
    if suffix != ".html":
        return plot
    rows = [(share.label, share.told(), share.of) for share in found.pairs]
    return page(
        f"Tournament: {found.game}",
        [
            f"<p>{heading(found)}. Ratings by OpenSkill, intervals at 95 %.</p>",
            f"<figure>{plot}</figure>",
            table(("pair", "won by the first", "matches"), rows),
        ],
    )
