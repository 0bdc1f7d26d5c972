"""A server with games that the page was not built with."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT
from tests.plug_ins import install, shout_with
from tools.house import Server, serving


def called(id: str, more: str = "", go: int = 1000) -> str:
    """Go comes after so many ms, and the bots leave it to people to shout."""
    source: str = shout_with(f"id = {id!r}\n{more}")
    return source.replace("= 1000", f"= {go}").replace("Thought(200", "Thought(3_600_000")


def install_crowd(folder: Path) -> None:
    """A game for twelve with what the docs do not foresee."""
    crowd = (Path(__file__).parent / "data" / "crowd.py.txt").read_text(encoding="utf-8")
    install(folder, crowd, entry="crowd-2", package="crowd_game")


@contextmanager
def serving_games(packages: Path, folder: Path) -> Iterator[Server]:
    """A server that finds the packages there."""
    runpy.run_path(str(ROOT / "hatch_build.py"))["build_client"]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{packages}:{ROOT}")
        with serving(folder) as running:
            yield running
