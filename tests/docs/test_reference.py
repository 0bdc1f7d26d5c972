"""docs/reference.md has every public name; Sphinx, in `make check`, sees to it that each exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import brouhaha
from brouhaha import envs, store, testing, words
from brouhaha.engine import bot, game

REFERENCE: Final = (Path(__file__).parents[2] / "docs" / "reference.md").read_text("utf-8")

# What a game must or may give (the rest of the modules are type variables and aliases of these).
CONTRACT: Final = [
    name
    for module in (game, bot)
    for name, value in vars(module).items()
    if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    if isinstance(value, type) or callable(value)
    if not re.fullmatch(r"\w+T(_co)?|Any\w+|Rule|Legal", name)
]


def named() -> set[str]:
    """The last part of each name that the reference documents."""
    found = set(re.findall(r"^\.\. auto\w+:: [\w.]*?(\w+)(?:\(\))?$", REFERENCE, re.M))
    for members in re.findall(r"^ +:members: (.+)$", REFERENCE, re.M):
        found |= {name.strip() for name in members.split(",")}
    return found


def whole_modules() -> set[str]:
    """Modules of which the reference documents everything."""
    return set(re.findall(r"^\.\. automodule:: (\S+)\n +:members:$", REFERENCE, re.M))


@pytest.mark.parametrize("module", [brouhaha, envs, store, testing, words])
def test_every_public_name_is_in_the_reference(module: object) -> None:
    public: list[str] = vars(module)["__all__"]
    missing = [
        name
        for name in public
        if name not in named()
        if getattr(getattr(module, name), "__module__", "") not in whole_modules()
    ]
    assert missing == []


def test_the_contract_of_a_game_is_in_the_reference() -> None:
    assert {"Game", "Bot", "Kinds", "Thought"} <= {*CONTRACT}
    assert {*CONTRACT} - named() == set()
