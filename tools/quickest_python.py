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
from typing import Final

FOLDERS: Final = ("/usr/bin", "/usr/local/bin")
QUICKER: Final = 0.9  # of the time that this one takes: less of a difference is not worth another
TURNS: Final = 4  # a busy machine may disturb one build for a second, and hardly in all its turns
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
    builds = [sys.executable, *_others()]
    seconds = dict.fromkeys(builds, inf)
    for each in builds * TURNS:
        seconds[each] = min(seconds[each], _seconds(each))
    best = min(builds, key=lambda each: seconds[each])
    return best if seconds[best] < QUICKER * seconds[sys.executable] else sys.executable


def _others() -> list[str]:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = [Path(folder) / name for folder in FOLDERS]
    return [str(each) for each in found if each.exists()]


def _seconds(executable: str) -> float:
    done = subprocess.run([executable, "-c", WORK], capture_output=True, text=True)
    return inf if done.returncode else float(done.stdout)


if __name__ == "__main__":
    print(quickest_python())
