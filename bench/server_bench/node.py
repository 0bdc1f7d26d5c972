"""The Node that the rivals run on: the machine's if it is new enough, else the one that a wheel
brings (`make bench` installs it)."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from hatch_build import node_of_wheel

OLDEST: Final = 22  # what Colyseus asks for


@cache
def node() -> tuple[str, list[str]] | None:
    """It, and the command that starts its npm. None: there is none."""
    found, npm = shutil.which("node"), shutil.which("npm")
    if found and npm and _major(found) >= OLDEST:
        return found, [npm]
    brought = node_of_wheel()
    return None if brought is None else (str(brought[0]), brought[1])


def run_by_node(script: Path, *arguments: str) -> list[str]:
    return [_there()[0], str(script), *arguments]


def install(folder: Path) -> None:
    """What this folder's package.json names. (`npm ci` insists on the optional parts of other
    platforms, which not every registry has.)"""
    executable, npm = _there()
    path = f"{Path(executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [*npm, "install", "--no-save", "--silent"]
    subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, check=True)


def version() -> str:
    found = node()
    return "none" if found is None else _version(found[0])


def _there() -> tuple[str, list[str]]:
    found = node()
    assert found is not None, "whoever asks has looked before"
    return found


def _version(node: str) -> str:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.strip().lstrip("v")


def _major(node: str) -> int:
    return int(_version(node).split(".")[0])
