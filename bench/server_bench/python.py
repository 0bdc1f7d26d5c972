"""The Python that ours and the floor run on: of the builds of this version here, the fastest.

One that was compiled without profile-guided optimisation, as a version manager does it unless it is
told otherwise, takes half as long again for the same work as a distribution's or python.org's; the
rivals' engine comes optimised. Packages are those of the environment that runs the bench.
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

FOLDERS: Final = ("/usr/bin", "/usr/local/bin")
FASTER: Final = 0.9  # of the time that this one takes: less of a difference is not worth another
# Calls, attributes and a small dict, in bursts that even a busy machine leaves alone: the least
WORK: Final = """
import time
class Seat:
    __slots__ = ("id", "at")
    def __init__(self): self.id, self.at = 0, 0.0
    def move(self, number, at):
        if number > self.id: self.id, self.at = number, self.at + at
        return self.told(at)
    def told(self, at):
        frame = {"id": self.id}
        frame["at"] = at
        return len(frame) + int(at)
def burst():
    seat, began = Seat(), time.process_time()
    for number in range(4_000): seat.move(number, 2.5)
    return time.process_time() - began
print(min(burst() for _ in range(100)))
"""


@cache
def python() -> str:
    """Its executable."""
    if "BENCH_PYTHON" in os.environ:
        return os.environ["BENCH_PYTHON"]
    others = [each for each in _others() if _seconds(each) < FASTER * _seconds(sys.executable)]
    return min(others, key=_seconds, default=sys.executable)


def run_by_python(*arguments: str) -> list[str]:
    """With what this one has installed."""
    if python() == sys.executable:
        return [sys.executable, *arguments]
    paths = [str(Path(__file__).parents[2] / "src"), *site.getsitepackages()]
    return ["env", f"PYTHONPATH={os.pathsep.join(paths)}", python(), *arguments]


def version() -> str:
    """It, and which build it is if it is not the one that runs the bench."""
    said = subprocess.run(
        [python(), "-c", "import platform; print(platform.python_version())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    other = "" if python() == sys.executable else f" ({python()})"
    return said.stdout.strip() + other


def _others() -> list[str]:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = [Path(folder) / name for folder in FOLDERS]
    return [str(each) for each in found if each.exists()]


@cache
def _seconds(executable: str) -> float:
    command = [executable, "-c", WORK]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
