"""`brouhaha new NAME`: a package with a small but whole game, for its author to change.

What is written lies in `template/`: there `NAME` stands for the game's id, which is also its Python
package, `PACKAGE` for what pip installs, with hyphens, and `TITLE` for the name that players read.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from brouhaha import games
from brouhaha.commands import BadUsage, CommandFailed

MOST_CHARACTERS: Final = 30
FILES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "NAME/__init__.py": "__init__.py",
    "NAME/game.py": "game.py",
    "NAME/types.py": "types.py",
    "NAME/bots.py": "bots.py",
    "NAME/words.py": "words.py",
    "NAME/rules/en.md": "en.md",
    "NAME/rules/fr.md": "fr.md",
    "NAME/page/face.js": "face.js",
    "NAME/page/face.css": "face.css",
    "tests/test_NAME.py": "test_NAME.py",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        help="of the game, as its folder is called: small letters, digits, _ and -",
    )
    parser.add_argument(
        "--in", dest="folder", type=Path, default=Path(), help="where its folder is made (here)"
    )


def run(arguments: argparse.Namespace) -> int:
    name, folder = checked_name(arguments.name.replace("-", "_")), arguments.folder / arguments.name
    if not arguments.folder.is_dir():
        raise BadUsage(f"there is no folder {str(arguments.folder)!r}")
    if folder.exists():
        raise CommandFailed(f"{str(folder)!r} is there already")
    for path, text in package(name).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    print(f"{folder} is a game. Next:\n")
    print(f"  cd {folder}\n  pip install --editable '.[dev]'\n  pytest\n  brouhaha dev {name}")
    return 0


def checked_name(name: str) -> str:
    """The id, if Python, addresses on the page and the other games leave it free."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name, re.ASCII):
        raise BadUsage(f"{name!r} must begin with a small letter and go on with a-z, 0-9, _ and -")
    if len(name) > MOST_CHARACTERS:
        raise BadUsage(f"{name!r} is longer than {MOST_CHARACTERS} characters")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise BadUsage(f"{name!r} is a word of Python's own")
    if name in games.names():
        raise BadUsage(f"there is a game called {name!r} already")
    if name in sys.stdlib_module_names or find_spec(name) is not None or name == "tests":
        raise BadUsage(f"there is a Python package called {name!r} already")
    return name


def package(name: str) -> dict[str, str]:
    """The files of a game of this name, by their paths."""
    return {path.replace("NAME", name): _filled_in(file, name) for path, file in FILES.items()}


def _filled_in(file: str, name: str) -> str:
    text = files("brouhaha.starter").joinpath(f"template/{file}.txt").read_text(encoding="utf-8")
    title = name.replace("_", " ").capitalize()
    for token, value in (("TITLE", title), ("PACKAGE", name.replace("_", "-")), ("NAME", name)):
        text = re.sub(rf"\b{token}\b", value, text)
    return text
