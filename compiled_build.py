"""Compiles what every move passes with mypyc, for those who want their server quicker.

Pure Python is the source, and does the same: `tests/compiled/` holds the two against each other. A
compiled package is a copy of `src/` in which some modules have a shared object beside them, which
Python prefers. It needs a C compiler and Python's headers.

By hand:
    python compiled_build.py FOLDER     the package, compiled, in FOLDER; if it is not there already

With BROUHAHA_COMPILED=1 a wheel is built that way (hatch_build.py).

mypyc reads types as promises: what a compiled module is given must be what its annotations say. The
arguments of a class (`class Move(Struct, gc=False)`) would be lost without a word, so a module that
is compiled has none (`check`).
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent
SOURCE: Final = ROOT / "src"
NEEDS: Final = ["mypy>=2.4", "setuptools>=65"]  # mypyc is part of mypy
STAMP: Final = ".compiled-from"
MODULES: Final = (
    "commits/commit.py",
    "commits/commit_log.py",
    "commits/wal_file.py",
    "games/nimble/play.py",
    "server/clock.py",
    "server/edge/budgets.py",
    "server/edge/connection.py",
    "server/edge/inflow.py",
    "server/edge/meter.py",
    "server/edge/rates.py",
    "server/metrics.py",
    "server/tables/committer.py",
    "table/applying.py",
    "table/frames.py",
    "table/live_match.py",
    "table/match_control.py",
    "table/outbox.py",
    "table/presence.py",
    "table/race.py",
    "table/seating.py",
    "table/table.py",
)


def compiled(folder: Path) -> None:
    """The whole package, in this folder."""
    sources = _digest()
    if (folder / STAMP).is_file() and (folder / STAMP).read_text() == sources:
        return
    check()
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "brouhaha", folder / "brouhaha", ignore=ignored, copy_function=_link)
    modules = [f"brouhaha/{name}" for name in MODULES]
    environment = os.environ | {"MYPYPATH": ".", "PYTHONPATH": "", "MYPYC_OPT_LEVEL": "3"}
    environment["MYPYC_DEBUG_LEVEL"] = "0"
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", "--strict", "--ignore-missing-imports", *modules],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{done.stdout.decode()[-4000:]}\nCompiling failed.")
    shutil.rmtree(folder / "build")
    (folder / STAMP).write_text(sources)


def shared_objects(folder: Path) -> list[Path]:
    """What was compiled there."""
    return sorted(folder.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))


def check() -> None:
    """No class with arguments is in a module that is compiled: they would be lost."""
    for name in MODULES:
        for node in ast.walk(ast.parse((SOURCE / "brouhaha" / name).read_text())):
            if isinstance(node, ast.ClassDef) and node.keywords:
                sys.exit(f"{name}: mypyc would forget the arguments of the class {node.name}")


def _digest() -> str:
    """Of all Python that the compiler reads, and of the Python that it is for."""
    total = hashlib.sha256(f"{sys.version}{sys.executable}{MODULES}".encode())
    for path in sorted((SOURCE / "brouhaha").rglob("*.py")):
        total.update(path.as_posix().encode() + path.read_bytes())
    return total.hexdigest()


def _link(source: str, copy: str) -> None:
    """Data and the page are large, and are made anew where they change. (Modules are edited.)"""
    if not source.endswith(".py"):
        with suppress(OSError):  # on another disk, or not possible there
            os.link(source, copy)
            return
    shutil.copy2(source, copy)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    compiled(Path(sys.argv[1]))
