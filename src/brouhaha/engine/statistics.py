"""Figures of a finished match, by seat: what its players would want to compare.

`Game.statistics` finds them in what everybody heard, as `highlights` does: a pure function of the
log. `Presentation.figures` says what each is called and how it is read. A game that brings none is
compared by places, wins and length alone, which its result tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct


class Value(Struct, frozen=True, gc=False):
    """A figure of one seat in one match, and what it was of, if that is worth telling: a word."""

    value: float
    text: str = ""


Statistics = Sequence[Mapping[str, Value]]  # by seat, by the figure's id; without what is not known


def mean(values: Iterable[float]) -> float | None:
    """None: there is nothing to take the mean of."""
    found = list(values)
    return sum(found) / len(found) if found else None


def known(**values: Value | float | None) -> dict[str, Value]:
    """Without those that are not known."""
    return {
        name: value if isinstance(value, Value) else Value(value)
        for name, value in values.items()
        if value is not None
    }
