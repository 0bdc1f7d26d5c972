"""Games in packages of their own, made for a test and installed as pip would: a folder on the path,
and its dist-info with the entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from zipfile import ZipFile

import pytest

from brouhaha import games
from tests.tracing import untraced_subprocesses

# Everybody hears "go" after a second; the first to shout wins. `{bad}` is where a test breaks it.
SHOUT = """
import msgspec
from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.game import Bot, Game, Kinds, Thought
from brouhaha.engine.presentation import Level, OptionTexts, Presentation

TOO_EARLY = Refusal("too_early", "Wait for it.", "Attends un peu.")

class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    loud: bool = False
    how: str = "shout"
class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True): ...
class Shout(msgspec.Struct, frozen=True, tag="shout", forbid_unknown_fields=True): ...
class Shouted(msgspec.Struct, frozen=True, tag="shouted"):
    seat: int
class Seat(msgspec.Struct):
    name: str
class Public(msgspec.Struct):
    phase: str
    seats: list[Seat]
    scene: int = 0
    deadline: int | None = 1000
class Private(msgspec.Struct): ...
class Result(msgspec.Struct, frozen=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
class State(msgspec.Struct):
    public: Public
    private: list[Private]
    result: Result | None = None

def wait_for_it(state, seat, action, at, chance):
    raise Rejected(TOO_EARLY)

def shout(state, seat, action, at, chance):
    others = [s for s in range(len(state.public.seats)) if s != seat]
    state.public.phase = "end"
    state.public.deadline = None
    state.public.scene += 1
    state.result = Result([seat], [[seat], others], [int(s == seat) for s in range(len(others) + 1)])
    return [Shouted(seat)]

class Shouter(Bot):
    def think(self, public, private):
        return Thought(200 + self.random.randrange(300), Shout()) if public.phase == "go" else None

class ShoutGame(Game[State, Options, Deal]):
    id, version, players = "shout", 1, range(2, 9)
    kinds = Kinds(Options, Deal, State, Shout, Shouted, Public, Private, Result)
    refusals = (TOO_EARLY,)
    legal = {"wait": {Shout: wait_for_it}, "go": {Shout: shout}}
    bots = {"random": Shouter}

    def setup(self, players, options, deal, chance):
        return State(Public("wait", [Seat(name) for name in players]), [Private() for _ in players])

    def expire(self, state, at, chance):
        if state.public.phase == "wait":
            state.public.phase, state.public.deadline = "go", None
            state.public.scene += 1
            return []
        return shout(state, 0, None, at, chance)
"""
AT_THE_END = "\nGAME = ShoutGame()\n"


def shout_with(change: str = "") -> str:
    """The game, with these lines in its class."""
    return (
        SHOUT + "\n" + "".join(f"    {line}\n" for line in dedent(change).splitlines()) + AT_THE_END
    )


def install(
    folder: Path,
    source: str,
    *,
    entry: str = "shout",
    package: str = "shouting",
    names: str | None = None,
    files: Mapping[str, str] | None = None,
) -> None:
    """A package `package` with this source; its entry point `entry` names `package:GAME`."""
    code = folder / package
    code.mkdir(parents=True)
    for name, text in {"__init__.py": source, **(files or {})}.items():
        (code / name).parent.mkdir(parents=True, exist_ok=True)
        (code / name).write_text(text, encoding="utf-8")
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    points = f"[{games.GROUP}]\n{entry} = {names or f'{package}:GAME'}\n"
    (metadata / "entry_points.txt").write_text(points)


@contextmanager
def on_the_path(folder: Path) -> Iterator[None]:
    """What is installed in this folder is there, and gone afterwards."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        games.look_again()
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if file.startswith(str(folder)):
                    del sys.modules[name]
    games.look_again()


def build_and_unpack(source: Path, folder: Path) -> None:
    """What `pip install --no-deps --no-build-isolation --target FOLDER SOURCE` does: a wheel is built and
    unpacked. pip itself is not in every environment in which these tests run."""
    with TemporaryDirectory() as wheels:
        build = ["-m", "hatchling", "build", "--target", "wheel", "--directory", wheels]
        with untraced_subprocesses():
            subprocess.run([sys.executable, *build], cwd=source, check=True, capture_output=True)
        (wheel,) = Path(wheels).glob("*.whl")
        with ZipFile(wheel) as archive:
            archive.extractall(folder)


def run_its_tests(source: Path, installed: Path) -> None:
    """The package's own tests, as its author runs them. (What they reach of the house, ours do.)"""
    arguments = ["-m", "pytest", "-c", "pyproject.toml", "-p", "no:cacheprovider", "tests"]
    with untraced_subprocesses():
        paths = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=source, env=paths, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stdout + done.stderr
