"""The quickest build of this Python's version that the machine has.

    python3 tools/quickest_python.py    its executable, for the .venv that make makes

One that was compiled without profile-guided optimisation, as a version manager does it unless it is
told otherwise, takes a quarter longer for the same work than a distribution's or python.org's. Which it
is, is measured; where there is no other, or none that is quicker by much, it is the one that asks.
"""

from __future__ import annotations

import subprocess
import sys
from math import inf
from pathlib import Path
from statistics import median
from typing import Final

FOLDERS: Final = ("/usr/bin", "/usr/local/bin")
QUICKER: Final = 0.9  # of the time that this one takes: less of a difference is not worth another
TURNS: Final = (
    5  # a core may be twice as quick for a second; two builds that take turns see the same
)
# Calls, attributes and a small dict, in bursts that even a busy machine leaves alone: the least.
# A build without SQLite or TLS, as small systems have it, is none for us.
WORK: Final = """
import sqlite3, ssl, time
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
print(min(burst() for _ in range(40)))
"""


def quickest_python() -> str:
    """Its executable."""
    shares = {other: median(_share(other) for _ in range(TURNS)) for other in _others()}
    best = min(shares, key=lambda other: shares[other], default=sys.executable)
    return best if shares.get(best, 1.0) < QUICKER else sys.executable


def _share(other: str) -> float:
    """Of the time that this one takes, measured one right after the other."""
    return _seconds(other) / _seconds(sys.executable)


def _others() -> list[str]:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = [Path(folder) / name for folder in FOLDERS]
    return [str(each) for each in found if each.exists()]


def _seconds(executable: str) -> float:
    done = subprocess.run([executable, "-c", WORK], capture_output=True, text=True)
    return inf if done.returncode else float(done.stdout)


if __name__ == "__main__":
    print(quickest_python())
