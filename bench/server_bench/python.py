"""The Python that ours and the floor run on: of the builds of this version here, the quickest.

The rivals' engine comes optimised; a Python that a version manager compiled does not
(`tools/quickest_python.py`). Packages are those of the environment that runs the bench.
The variable BENCH_PYTHON names another one, to compare builds.
"""

from __future__ import annotations

import os
import site
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from tools.quickest_python import quickest_python

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src"
COMPILED: Final = ROOT / ".compiled"  # the same source, what moves pass by compiled


@cache
def python() -> str:
    """Its executable."""
    return os.environ.get("BENCH_PYTHON") or quickest_python()


def run_by_python(*arguments: str, source: Path = SOURCE) -> list[str]:
    """With what this one has installed; `source` may be an older commit's."""
    paths = [str(source), *site.getsitepackages()]
    return ["env", f"PYTHONPATH={os.pathsep.join(paths)}", python(), *arguments]


def compile_ours() -> None:
    """For the Python that is measured; nothing to do if that was done."""
    command = run_by_python(str(ROOT / "compiled_build.py"), str(COMPILED))
    subprocess.run(command, check=True)


def version() -> str:
    """It, and which build it is if it is not the one that runs the bench."""
    said = subprocess.run(
        [python(), "-c", "import platform; print(platform.python_version())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    other = "" if python() == sys.executable else f" ({python()})"
    return said.stdout.strip() + other
