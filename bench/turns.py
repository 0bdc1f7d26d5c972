"""`brouhaha serve`, and how long whatever comes in waits for its event loop.

    python bench/turns.py FOLDER COMMAND…

COMMAND starts the server (`python -m brouhaha.cli serve …`). Two things are told in FOLDER:

- `turns`: a line for each turn of the loop that took more than a millisecond of its thread's
  processor time: when it ended (monotonic), and its milliseconds. What else the machine does is not
  in it: whoever waits for a turn waits at least so long.
- `waits`: a line for each knock: when it was heard, and how many milliseconds after somebody had
  knocked. A knock (`Knocks`) is a time written to the pipe `knocks`, which is read by the loop as a
  socket is. No network lies before a pipe, and whoever knocks is not waited for: it is what a move
  waits for at the server alone, from the moment when it is there.
"""

from __future__ import annotations

import asyncio
import os
import random
import struct
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Final, TextIO

from brouhaha.cli import main
from brouhaha.server.commands import serve
from brouhaha.server.settings import Settings

TICK: Final = 0.001  # seconds: a turn that is longer has a tick before and one after it
KNOCKS_A_SECOND: Final = 200
TIME: Final = struct.Struct("d")
SERVES: Final = serve._serve


class Watch:
    def __init__(self, turns: TextIO, waits: TextIO, knocks: int) -> None:
        self._turns, self._waits, self._knocks = turns, waits, knocks
        self._loop = asyncio.get_running_loop()
        self._used = time.thread_time()
        self._loop.add_reader(knocks, self._hear)
        self._tick()

    def _tick(self) -> None:
        used = time.thread_time()
        if used - self._used > TICK:
            print(f"{time.monotonic():.4f} {(used - self._used) * 1000:.2f}", file=self._turns)
        self._used = used
        self._loop.call_later(TICK, self._tick)

    def _hear(self) -> None:
        now = time.monotonic()
        for (knocked,) in TIME.iter_unpack(os.read(self._knocks, 64 * TIME.size)):
            print(f"{now:.4f} {(now - knocked) * 1000:.3f}", file=self._waits)


class Knocks:
    """At the server of this folder, at random moments."""

    def __init__(self, folder: Path) -> None:
        self._pipe = os.open(folder / "knocks", os.O_WRONLY | os.O_NONBLOCK)

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(random.expovariate(KNOCKS_A_SECOND))
            os.write(self._pipe, TIME.pack(time.monotonic()))


def since(file: Path, began: float) -> list[float]:
    """The milliseconds of all lines since then (monotonic), the shortest first."""
    lines = [line.split() for line in file.read_text().splitlines()]
    return sorted(float(took) for when, took in lines if float(when) > began)


def met(turns: list[float], seconds: float) -> float:
    """Of a hundred who come at any moment, one waits at least so many milliseconds until the turn
    that is under way has ended, by its processor time alone. Of what waits less than `TICK` nothing
    is known."""
    left, ordered = seconds * 1000 / 100, sorted(turns, reverse=True)
    for number, (longer, shorter) in enumerate(pairwise([*ordered, 0.0]), 1):
        if number * (longer - shorter) >= left:
            return longer - left / number
        left -= number * (longer - shorter)
    return 0.0


def run(folder: str, *command: str) -> int:
    pipe = Path(folder, "knocks")
    os.mkfifo(pipe)
    knocks = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    with Path(folder, "turns").open("w", 1) as turns, Path(folder, "waits").open("w", 1) as waits:

        async def watched(settings: Settings) -> None:
            watch = Watch(turns, waits, knocks)
            await SERVES(settings)
            del watch

        serve._serve = watched
        sys.argv = ["brouhaha", *command[command.index("serve") :]]
        return main()


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
