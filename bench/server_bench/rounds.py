"""What was measured, round by round: kept in a file as it came, and told as server.md's table."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Final

import msgspec

RIVALS: Final = ("interpreted", "before", "floor", "colyseus", "colyseus, by seat", "boardgame.io")
FEW, MANY = 50, 1000  # tables, for the cost a move


class Figures(msgspec.Struct, frozen=True):
    """One server in one round."""

    ceiling: float  # moves a second, when all four seats move at once
    cost: float  # µs of the server's CPU time a move meanwhile
    server: float  # the server's share of its core
    load: float  # the load's share of its own
    by_turns: float  # moves a second, when the seats move one after the other
    cost_by_turns: float
    p50: float  # ms, at the rate of the latency
    p99: float
    waited: float  # ms: the median of moves that wait on purpose; 0: there are none


class Round(msgspec.Struct):
    load_average: float  # when it began
    servers: dict[str, Figures] = {}
    cost_with: dict[int, float] = {}  # µs a move of ours with so many tables


class Rounds(msgspec.Struct):
    measured: str  # the day
    python: str
    node: str
    tables: int
    update_bytes: int
    rounds: list[Round] = []

    def keep(self, path: Path) -> None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")

    def of(self, name: str) -> list[Figures]:
        return [each.servers[name] for each in self.rounds if name in each.servers]

    def middle(self, name: str) -> Figures:
        columns = zip(*(msgspec.structs.astuple(each) for each in self.of(name)), strict=True)
        return Figures(*(median(column) for column in columns))


def read(path: Path) -> Rounds:
    return msgspec.json.decode(path.read_bytes(), type=Rounds)


def told(found: Rounds) -> str:
    names = list(dict.fromkeys(name for each in found.rounds for name in each.servers))
    loads = ", ".join(f"{each.load_average:.1f}" for each in found.rounds)
    return "\n".join(
        [
            f"Measured on {found.measured}, Python {found.python}, Node {found.node}: "
            f"{found.tables} tables of four, {found.update_bytes} bytes an update; medians of "
            f"{len(found.rounds)} rounds, which began at load averages of {loads}.",
            "",
            "| server | ceiling, moves/s | CPU, µs a move | its core | the load's core "
            "| p50 ms | p99 ms | by turns, moves/s | CPU, µs |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            *(_row(name, found.middle(name)) for name in names),
            "",
            *_besides(found),
            *(_p99_of(name, found.of(name)) for name in names),
            "",
            *_ratios(found),
            "",
            *_goals(found),
        ]
    )


def _row(name: str, each: Figures) -> str:
    return (
        f"| {name} | {each.ceiling:,.0f} | {each.cost:.0f} | {each.server:.0%} | {each.load:.0%} "
        f"| {each.p50:.2f} | {each.p99:.2f} | {each.by_turns:,.0f} | {each.cost_by_turns:.0f} |"
    )


def _besides(found: Rounds) -> list[str]:
    few, many = (median(each.cost_with[tables] for each in found.rounds) for tables in (FEW, MANY))
    waited = found.middle("brouhaha").waited
    costs = f"{few:.0f} µs with {FEW} tables, {many:.0f} µs with {MANY}: × {many / few:.2f}"
    return [
        f"placements, which wait for rivals on purpose: p50 {waited:.1f} ms",
        f"cost a move: {costs}",
    ]


def _p99_of(name: str, rounds: list[Figures]) -> str:
    return f"p99 of {name} in each round: {', '.join(f'{each.p99:.2f}' for each in rounds)} ms"


def _ratios(found: Rounds) -> list[str]:
    """Ours over theirs, in each column in which servers are compared; a line for each rival."""
    ours = found.middle("brouhaha")
    return [
        f"brouhaha ÷ {name}: ceiling {ours.ceiling / each.ceiling:.2f}, "
        f"by turns {ours.by_turns / each.by_turns:.2f}, "
        f"p50 {ours.p50 / each.p50:.2f}, p99 {ours.p99 / each.p99:.2f}"
        for name in RIVALS
        if found.of(name)
        for each in [found.middle(name)]
    ]


# What the server is to reach beside others: a column of `Figures`, whose, and how it should stand
GOALS: Final = (
    ("ceiling", "colyseus", "≥ 1.8"),
    ("by_turns", "colyseus", "≥ 1.1"),
    ("p50", "colyseus", "≤ 1.0"),
    ("p99", "colyseus", "≤ 0.5"),
    ("ceiling", "floor", "≥ 1.5"),
    ("ceiling", "before", "≥ 0.97"),
    ("by_turns", "before", "≥ 0.97"),
)


def _goals(found: Rounds) -> list[str]:
    """Each with its ratio of medians, and the ratio in every round."""
    lines = ["| column | here | in each round | goal |", "| --- | ---: | --- | ---: |"]
    for column, name, goal in GOALS:
        if found.of(name):
            ratio = _ratio(found.middle("brouhaha"), found.middle(name), column)
            each = zip(found.of("brouhaha"), found.of(name), strict=True)
            rounds = ", ".join(f"{_ratio(ours, theirs, column):.2f}" for ours, theirs in each)
            lines.append(
                f"| {column.replace('_', ' ')} ÷ {name} | {ratio:.2f} | {rounds} | {goal} |"
            )
    each_cost = [one.cost_with[MANY] / one.cost_with[FEW] for one in found.rounds]
    costs = ", ".join(f"{cost:.2f}" for cost in each_cost)
    lines.append(f"| cost, {MANY} tables ÷ {FEW} | {median(each_cost):.2f} | {costs} | ≤ 1.1 |")
    return lines


def _ratio(ours: Figures, theirs: Figures, column: str) -> float:
    ratio: float = getattr(ours, column) / getattr(theirs, column)
    return ratio
