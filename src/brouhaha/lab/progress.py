"""A progress bar for people, on standard error, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
WIDTH = 40


def with_progress_bar(steps: Iterable[T], count: int) -> Iterator[T]:
    """Pass the steps on, drawing how many of them are done."""
    draws = sys.stderr.isatty()
    for done, step in enumerate(steps, 1):
        yield step
        if draws:
            bar = "█" * (WIDTH * done // count)
            print(f"\r{bar:░<{WIDTH}} {100 * done // count:3} %", end="", file=sys.stderr)
    if draws:
        print(f"\r{'':{WIDTH + 6}}\r", end="", file=sys.stderr)
