"""Plots as SVG and pages that hold them, made by hand: a report is one file and needs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

LEFT, WIDTH, ROW, FOOT, RIGHT = 170, 480, 24, 34, 90

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fdfcf9; --line: #c9c4b8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8df; --paper: #14181f; --line: #4a5160 } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { padding: .2rem .8rem; text-align: right }
th { border-bottom: 1px solid var(--line) } th:first-child, td:first-child { text-align: left }
figure { margin: 1.5rem 0; overflow-x: auto } svg text { fill: currentColor; font-size: 13px }
"""
SVG_STYLE = "text { font: 13px system-ui, sans-serif }"


class Mark(NamedTuple):
    """One line of a plot: a value and its interval, and what is written beside it."""

    label: str
    value: float
    low: float
    high: float
    note: str


class Axis:
    """Where a value lies, with a little air at both ends."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = min(values), max(values)
        air = (high - low) * 0.06 or 0.5
        self.low, self.high = low - air, high + air

    def at(self, value: float) -> float:
        return LEFT + WIDTH * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        return [self.low + (self.high - self.low) * part / 4 for part in range(5)]


def intervals(title: str, marks: Sequence[Mark], line: float | None = None, unit: str = "") -> str:
    """A row a mark: the interval as a bar, the value as a dot; `line` is where all should be."""
    known = [v for mark in marks for v in (mark.low, mark.high)] + ([] if line is None else [line])
    axis = Axis(known)
    foot = ROW * len(marks) + 8
    parts = [_row(axis, number, mark) for number, mark in enumerate(marks)]
    if line is not None:
        x = axis.at(line)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{foot}" stroke="currentColor" '
            'stroke-dasharray="4 3" />'
        )
    parts += [_tick(axis.at(tick), foot, f"{tick:.1f}{unit}") for tick in axis.ticks()]
    return _svg(title, foot + FOOT, parts)


def _row(axis: Axis, number: int, mark: Mark) -> str:
    y, x = ROW * number + ROW / 2 + 4, axis.at(mark.value)
    low, high = axis.at(mark.low), axis.at(mark.high)
    return (
        f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(mark.label)}</text>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" stroke="#b3123f" '
        'stroke-width="5" stroke-linecap="round" opacity=".45" />'
        f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="#b3123f" />'
        f'<text x="{LEFT + WIDTH + 10}" y="{y + 4}">{escape(mark.note)}</text>'
    )


def scatter(title: str, points: Sequence[tuple[float, float, str]], x: str, y: str) -> str:
    """Dots; the third of each is what it is called, shown when one points at it."""
    across, height = Axis([p[0] for p in points]), 260
    low, high = min(p[1] for p in points), max(p[1] for p in points)
    scale = height / ((high - low) or 1)
    parts = [
        f'<circle cx="{across.at(a):.1f}" cy="{8 + height - (b - low) * scale:.1f}" r="5" '
        f'fill="#b3123f" opacity=".55"><title>{escape(name)}</title></circle>'
        for a, b, name in points
    ]
    parts += [_tick(across.at(tick), height + 16, f"{tick:.2f}") for tick in across.ticks()]
    for value in (low, (low + high) / 2, high):
        at = 12 + height - (value - low) * scale
        parts.append(f'<text x="{LEFT - 12}" y="{at:.1f}" text-anchor="end">{value:.1f}</text>')
    parts.append(f'<text x="{LEFT + WIDTH}" y="{height + 52}" text-anchor="end">{escape(x)}</text>')
    parts.append(f'<text x="4" y="{height / 2}">{escape(y)}</text>')
    return _svg(title, height + 64, parts)


def _tick(x: float, y: float, text: str) -> str:
    return (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + 5}" stroke="currentColor" />'
        f'<text x="{x:.1f}" y="{y + 20}" text-anchor="middle">{text}</text>'
    )


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    width = LEFT + WIDTH + RIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" '
        f'width="{width}" role="img"><title>{escape(title)}</title><style>{SVG_STYLE}</style>'
        + "".join(parts)
        + "</svg>"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def page(title: str, parts: Sequence[str]) -> str:
    """One HTML file that asks for no other."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{''.join(parts)}</body></html>\n"
    )
