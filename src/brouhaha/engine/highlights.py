"""The moments of a finished match that are worth telling, if its game finds some.

`Game.highlights` finds them in what everybody heard, so nothing hidden is told. They are a pure
function of the log: whoever asks gets the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Heard(NamedTuple):
    """What everybody heard at one time of the match."""

    at: int
    events: Sequence[Any]


class Highlight(msgspec.Struct, frozen=True, gc=False):
    """One moment: when it was, in ms since the match began, and a sentence in each language.

    `{0}` stands for the name of whoever sat on seat 0.
    """

    at: int
    en: str
    fr: str


Finder = Callable[[T], Highlight | None]


def found_by(finders: Iterable[Finder[T]], story: T) -> list[Highlight]:
    """What each of them finds, in their order: the one most worth telling comes first."""
    return [found for find in finders if (found := find(story)) is not None]


class Comeback(NamedTuple):
    """A winner who was this far behind the leader at the end of that part (a round, a turn)."""

    seat: int
    part: int
    behind: int


def largest_comeback(scores: Sequence[Sequence[int]], winners: Sequence[int]) -> Comeback | None:
    """By the scores of all seats after each part; only of a winner who was last of all."""
    found = [
        Comeback(seat, part, max(after) - after[seat])
        for part, after in enumerate(scores)
        for seat in winners
        if after[seat] == min(after) < max(after)
    ]
    return max(found, key=lambda one: one.behind, default=None)


class Part(NamedTuple):
    """What a match is told in: rounds, or cards."""

    en: str
    fr: str  # with its article


def comeback(
    scores: Sequence[Sequence[int]],
    winners: Sequence[int],
    least: int,
    at: Sequence[int],
    part: Part,
) -> Highlight | None:
    """The largest one, if it was of so many points at least; `at` is when each part was."""
    found = largest_comeback(scores, winners)
    if found is None or found.behind < least:
        return None
    seat, number, behind = found
    return Highlight(
        at[number],
        f"{{{seat}}} was last after {part.en} {number + 1}, {behind} points behind, and won.",
        f"Après {part.fr} {number + 1}, {{{seat}}} était en queue, à {behind} points, et a gagné.",
    )


def seconds(ms: int) -> tuple[str, str]:
    """A length of time, written as in English and as in French."""
    written = f"{ms / 1000:.1f}"
    return written, written.replace(".", ",")
