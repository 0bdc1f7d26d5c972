"""`brouhaha balance`: has everybody an equal chance? A report with intervals, as a page or JSON.

A game may bring a plan that knows what could be unfair in it (`Game.balance`). For any other game
the report tells whether the seat matters, for few and for many players, at every level.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from brouhaha import games
from brouhaha.commands import new_file, whole_number
from brouhaha.engine.game import AnyGame
from brouhaha.lab.brought import brought
from brouhaha.lab.lineups import Lineup, sampled, seats
from brouhaha.lab.plots import Mark, intervals, page, scatter, table
from brouhaha.lab.processes import add_seed_and_jobs
from brouhaha.lab.shares import Share

FEWER: Final = 20  # the figure asked for is meant for compiled matches
LEAST: Final = 20


class Point(msgspec.Struct, frozen=True):
    """One thing of many, such as a card: how hard it is and what it brings."""

    label: str
    x: float
    y: float
    note: str = ""


class Section(msgspec.Struct, frozen=True):
    """Shares of wins, or points of a scatter plot, with a sentence on how they came about."""

    title: str
    text: str
    shares: list[Share] = []
    points: list[Point] = []
    axes: tuple[str, str] = ("", "")


class Report(msgspec.Struct, frozen=True):
    game: str
    matches: int
    seed: int
    sections: list[Section]


Plan = Callable[[int, int, int], list[Section]]  # matches, seed, jobs


def balance(game: str, matches: int, seed: int = 0, jobs: int = 1) -> Report:
    rules = games.find(game)
    own: Plan | None = brought(rules.balance) if rules.balance is not None else None
    found = own(matches, seed, jobs) if own else sections_of(rules, matches, seed, jobs)
    return Report(game, matches, seed, found)


def levels_of(game: AnyGame) -> list[str]:
    """The bots that people play against, the weakest first."""
    return [level.id for level in game.presented().levels]


# The report of any game


def sections_of(game: AnyGame, matches: int, seed: int, jobs: int) -> list[Section]:
    """By number of players and level: has every seat an equal chance?"""
    count = max(LEAST, matches // FEWER)
    lineups = {
        f"{players} players, {level}": Lineup(game.id, players, level, seed, range(count))
        for players in numbers_of_players(game)
        for level in levels_of(game)
    }
    found = []
    for name, (chairs,) in sampled(lineups, (seats,), jobs).items():
        shares = chairs.shares()
        text = f"{count:,} matches under the referee. {worst(shares)}"
        found.append(Section(f"Seats, {name}", text, shares))
    return found


def numbers_of_players(game: AnyGame) -> list[int]:
    """The fewest, the most, and a number between them; alone nobody has an equal."""
    able = [players for players in game.players if players > 1]
    return sorted({able[0], able[len(able) // 2], able[-1]}) if able else []


def command(report: Report) -> str:
    return f"brouhaha balance {report.game} --matches {report.matches} --seed {report.seed}"


# The report as a page


def as_page(report: Report) -> str:
    parts = [f"<p>Made by <code>{command(report)}</code>. Intervals are at 95 %.</p>"]
    for section in report.sections:
        parts += [f"<h2>{section.title}</h2><p>{section.text}</p>", *figures(section)]
    return page(f"Balance: {report.game}", parts)


def figures(section: Section) -> list[str]:
    if section.points:
        dots = [(p.x, p.y, f"{p.label}: {p.note}") for p in section.points]
        rows = [(p.label, f"{p.x:.2f}", f"{p.y:.2f}", p.note) for p in section.points]
        head = ("", *section.axes, "")
        details = f"<details><summary>All of them</summary>{table(head, rows)}</details>"
        return [f"<figure>{scatter(section.title, dots, *section.axes)}</figure>", details]
    marks = [
        Mark(s.label, 100 * s.share, 100 * s.low, 100 * s.high, f"{100 * s.share:.1f} %")
        for s in section.shares
    ]
    fair = section.shares[0].fair
    line = None if fair is None else 100 * fair
    return [f"<figure>{intervals(section.title, marks, line, ' %')}</figure>"]


# The report as text, for terminals and for docs/balance.md


def as_text(report: Report) -> str:
    head = f"# Balance: {report.game}\n\n`{command(report)}`"
    return "\n\n".join([head, *map(section_text, report.sections)])


def section_text(section: Section) -> str:
    lines = [f"## {section.title}", "", section.text, ""]
    if section.shares:
        lines += ["| | share of wins | 95 % interval | of |", "| --- | --- | --- | --- |"]
        lines += [share_row(share) for share in section.shares]
    if section.points:
        lines += [f"| | {section.axes[0]} | {section.axes[1]} | |", "| --- | --- | --- | --- |"]
        lines += [f"| {p.label} | {p.x:.2f} | {p.y:.2f} | {p.note} |" for p in section.points]
    return "\n".join(lines)


def share_row(share: Share) -> str:
    interval = f"{100 * share.low:.2f} to {100 * share.high:.2f} %"
    return f"| {share.label} | {100 * share.share:.2f} % | {interval} | {share.of:,} |"


def worst(shares: Sequence[Share]) -> str:
    """The share that is farthest from fair, in a sentence."""
    far = max(shares, key=lambda share: abs(share.share - (share.fair or 0)))
    off = 100 * (far.share - (far.fair or 0))
    return f"Farthest from {100 * (far.fair or 0):.1f} %: {far.label}, by {off:+.2f} points."


# The command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(games.names()))
    parser.add_argument(
        "--matches",
        type=whole_number(100),
        default=20_000,
        metavar="K",
        help="how many matches each figure rests on (%(default)s)",
    )
    add_seed_and_jobs(parser, "report")
    parser.add_argument(
        "--out",
        type=new_file(".html", ".md"),
        metavar="FILE",
        help="write the report: .html or .md",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    report = balance(arguments.game, arguments.matches, arguments.seed, arguments.jobs)
    if arguments.out:
        as_written = as_text(report) + "\n" if arguments.out.suffix == ".md" else as_page(report)
        arguments.out.write_text(as_written, "utf-8")
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(report)))
    elif not arguments.out:
        print(as_text(report))
    return 0
