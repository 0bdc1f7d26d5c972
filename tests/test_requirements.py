"""requirements/ locks what pyproject.toml asks for, by hash, and names no registry."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: Final[dict[str, list[str]]] = PROJECT["project"]["optional-dependencies"]
RUNTIME: Final[list[str]] = PROJECT["project"]["dependencies"]
BUILD: Final[list[str]] = PROJECT["dependency-groups"]["build"]
DEV: Final = [*RUNTIME, *EXTRAS["dev"], *EXTRAS["lab"], *EXTRAS["postgres"]]


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def normal(requirement: str) -> str:
    """The name of what is asked for, as registries spell it."""
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


@pytest.mark.parametrize(("name", "asked"), [("play", [*RUNTIME, *BUILD]), ("dev", DEV)])
def test_everything_asked_for_is_locked(name: str, asked: list[str]) -> None:
    """Else: `make lock`."""
    locked = {normal(line) for line in re.findall(r"^(\S+)==", lock(name), re.MULTILINE)}
    assert {normal(one) for one in asked} - {"brouhaha"} - locked == set()


@pytest.mark.parametrize("name", ["play", "dev", "node"])
def test_a_lock_has_hashes_and_no_host(name: str) -> None:
    text = lock(name)
    assert "://" not in text
    pinned = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert [one for one in pinned if "--hash=sha256:" not in one] == []


def test_players_get_nothing_that_only_developers_need() -> None:
    heavy = ("ortools", "numba", "playwright", "psycopg", "pytest", "sphinx", "numpy")
    assert [name for name in heavy if re.search(f"^{name}", lock("play"), re.MULTILINE)] == []
