"""Which files make a game, and whether one of them was saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from brouhaha.commands import CommandFailed
from brouhaha.games import GROUP

PASSED_OVER: Final = frozenset({"__pycache__", "node_modules"})


def package_of(game: str) -> Path:
    """The folder of the game's own package, found without running it: it may be broken."""
    module = next((entry.module for entry in entry_points(group=GROUP) if entry.name == game), None)
    if module is None:
        raise CommandFailed(f"no game is called {game!r}: install its package (pip install -e .)")
    top, _, rest = module.partition(".")
    name = module if top == "brouhaha" and rest else top  # one of ours: its folder, not the house
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise CommandFailed(f"the package of {game!r} cannot be found: {module}")
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def _files(package: Path) -> Iterator[Path]:
    if package.is_file():
        yield package
        return
    for path in package.rglob("*"):
        parts = path.relative_to(package).parts
        if path.is_file() and not any(p in PASSED_OVER or p.startswith(".") for p in parts):
            yield path


def stamp(package: Path, *suffixes: str) -> str:
    """Another one whenever a file (of these kinds) was saved, made or removed."""
    seen = []
    for path in _files(package):
        if not suffixes or path.suffix in suffixes:
            try:
                seen.append(f"{path} {path.stat().st_mtime_ns}")
            except FileNotFoundError:  # while somebody saves
                continue
    return sha256("\n".join(sorted(seen)).encode(sys.getfilesystemencoding())).hexdigest()[:16]
