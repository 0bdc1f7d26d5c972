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

SOURCE: Final = Path(__file__).parents[2] / "src"


@cache
def python() -> str:
    """Its executable."""
    return os.environ.get("BENCH_PYTHON") or quickest_python()


def run_by_python(*arguments: str, source: Path = SOURCE) -> list[str]:
    """With what this one has installed; `source` may be an older commit's."""
    paths = [str(source), *site.getsitepackages()]
    return ["env", f"PYTHONPATH={os.pathsep.join(paths)}", python(), *arguments]


def version() -> str:
    """It, and which build it is if it is not the one that runs the bench."""
    said = subprocess.run(
        [python(), "-c", "import platform; print(platform.python_version())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    other = "" if python() == sys.executable else f" ({python()})"
    return said.stdout.strip() + other
