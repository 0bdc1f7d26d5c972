"""Work shared out among processes. Its results come in the order of its parts, on any cores."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from brouhaha.commands import whole_number
from brouhaha.lab.progress import with_progress_bar

T = TypeVar("T")
R = TypeVar("R")

CORES = multiprocessing.cpu_count()


def in_order(
    work: Callable[[T], R], parts: Sequence[T], jobs: int, at_once: int = 1
) -> Iterator[R]:
    """What `work` makes of each part; a progress bar tells how many are done.

    A process is handed so many parts `at_once`, as small ones cost more to send than to do. `work`
    is pickled: a module's function, or a `partial` of one. Processes are spawned, not forked, as
    threads may be running; with one job there are none.
    """
    if jobs == 1:
        yield from with_progress_bar(map(work, parts), len(parts))
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from with_progress_bar(pool.imap(work, parts, at_once), len(parts))


def chunks(numbers: range, size: int) -> list[range]:
    """Numbers in pieces: what is handed to a process at a time."""
    return [numbers[first : first + size] for first in range(0, len(numbers), size)]


def add_seed_and_jobs(parser: argparse.ArgumentParser, what: str) -> None:
    """The flags of every command that plays many matches; `what` is what it gives."""
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=0,
        metavar="S",
        help=f"the same seed gives the same {what} (%(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        default=CORES,
        metavar="J",
        help="processes that share the work (%(default)s)",
    )
