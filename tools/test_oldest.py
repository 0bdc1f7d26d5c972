"""`make test-oldest`: the tests with the oldest versions that pyproject.toml allows.

Into an environment of its own, .venv-oldest, so that what `make test` uses stays as it is. Needs uv,
which alone can resolve this way. Tests in a browser are left out: no version of ours decides them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
VENV: Final = ROOT / ".venv-oldest"
PYTHON: Final = VENV / "bin" / "python"


def main(arguments: list[str]) -> int:
    for command in (
        ["uv", "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)],
        ["uv", "pip", "install", "--quiet", "--python", str(PYTHON), "--resolution",
         "lowest-direct", "--editable", ".[dev]"],
    ):  # fmt: skip
        subprocess.run(command, cwd=ROOT, check=True)
    tests = arguments or ["-n", "auto", "--ignore", "tests/browser", "--ignore", "tests/web"]
    return subprocess.run([str(PYTHON), "-m", "pytest", *tests], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
