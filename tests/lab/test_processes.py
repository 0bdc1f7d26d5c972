"""Work shared out among processes, and the bar that tells how far it is."""

from __future__ import annotations

import io
import os
import sys
from math import sqrt

import pytest

from brouhaha.lab.processes import chunks, in_order
from brouhaha.lab.progress import with_progress_bar


def whose(number: int) -> tuple[int, int]:
    return number, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_parts(jobs: int) -> None:
    told = list(in_order(whose, range(40), jobs))
    assert [number for number, _ in told] == list(range(40))
    assert (os.getpid() in {process for _, process in told}) == (jobs == 1)


def test_what_goes_wrong_in_a_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match="domain"):
        list(in_order(sqrt, [4, 1, -1, 9], jobs=2))


def test_chunks_are_all_of_the_numbers_in_order() -> None:
    assert chunks(range(7), 3) == [range(3), range(3, 6), range(6, 7)]
    assert chunks(range(10, 14), 2) == [range(10, 12), range(12, 14)]
    assert chunks(range(0), 3) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_a_terminal_and_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert list(with_progress_bar("abcd", 4)) == list("abcd")
    assert isinstance(sys.stderr, Terminal)
    drawn = sys.stderr.getvalue().split("\r")
    assert drawn[2] == "█" * 20 + "░" * 20 + "  50 %"
    assert drawn[4] == "█" * 40 + " 100 %"
    assert drawn[5:] == [" " * 46, ""]


def test_nothing_is_drawn_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert list(with_progress_bar("abcd", 4)) == list("abcd")
    assert isinstance(sys.stderr, io.StringIO)
    assert sys.stderr.getvalue() == ""
