"""`brouhaha balance`: has everybody an equal chance? A report with intervals, as a page or JSON.

Each game has a file that knows what could be unfair in it (`balance_now.py` …) and gives sections;
this one makes a report of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

import msgspec

from brouhaha.commands import new_file, whole_number
from brouhaha.lab.plots import Mark, intervals, page, scatter, table
from brouhaha.lab.processes import add_seed_and_jobs
from brouhaha.lab.shares import Share

LEVELS: Final = ("gentle", "steady", "sharp", "merciless")
GAMES: Final = ("now", "nimble", "nono")


class Point(msgspec.Struct, frozen=True):
    """One card of NoNo: how hard it is and what it brings."""

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
    sections: Plan = import_module(f"brouhaha.lab.balance_{game}").sections
    return Report(game, matches, seed, sections(matches, seed, jobs))


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
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
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
