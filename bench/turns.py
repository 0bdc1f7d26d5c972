"""`brouhaha serve`, and how long the turns of its event loop are, in processor time.

    python bench/turns.py FILE COMMAND…

COMMAND starts the server (`python -m brouhaha.cli serve …`). FILE gets a line for each turn that
took more than a millisecond of the loop's thread: when it ended (monotonic), and its milliseconds.
What else the machine does is not in it: whoever waits for a turn waits at least so long.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import TextIO

from brouhaha.cli import main
from brouhaha.server.commands import serve
from brouhaha.server.settings import Settings

TICK = 0.001  # seconds: a turn that is longer has a tick before and one after it
SERVES = serve._serve


class Watch:
    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._loop = asyncio.get_running_loop()
        self._used = time.thread_time()
        self._tick()

    def _tick(self) -> None:
        used = time.thread_time()
        if used - self._used > TICK:
            print(f"{time.monotonic():.4f} {(used - self._used) * 1000:.2f}", file=self._lines)
        self._used = used
        self._loop.call_later(TICK, self._tick)


def longest(file: Path, since: float) -> float:
    """Milliseconds of the longest turn since then (monotonic); 0: none took one."""
    lines = [line.split() for line in file.read_text().splitlines()]
    return max((float(took) for ended, took in lines if float(ended) > since), default=0.0)


def run(file: str, *command: str) -> int:
    with Path(file).open("w", buffering=1) as lines:

        async def watched(settings: Settings) -> None:
            watch = Watch(lines)
            await SERVES(settings)
            del watch

        serve._serve = watched
        sys.argv = ["brouhaha", *command[command.index("serve") :]]
        return main()


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
