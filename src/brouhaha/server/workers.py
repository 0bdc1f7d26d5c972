"""`brouhaha serve --workers N`: so many processes at one port, each a server of the same cluster.

This process serves nobody. It starts the others, starts again whichever ends by itself, and stops
them one after the other, so that each can hand its tables to those that are left.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Final

from brouhaha.commands import CommandFailed
from brouhaha.server import logs

STARTS_AGAIN_AFTER: Final = 1.0  # seconds: one that cannot start does not fill the log
LOOKS_EVERY: Final = 0.2
STOPS_WITHIN: Final = 20.0  # then it is killed; another process has its tables


class Workers:
    def __init__(self, number: int, arguments: Sequence[str]) -> None:
        """`arguments`: of `brouhaha serve`, as they were given."""
        if sys.platform == "win32":
            raise CommandFailed("--workers needs a system on which processes can share a port")
        self._arguments = arguments
        self._folder = tempfile.mkdtemp(prefix="brouhaha")  # nobody else may enter it
        self._running = [self._start(worker) for worker in range(number)]
        self._stopping = False

    def run(self) -> int:
        """Until SIGTERM or Ctrl-C."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        while not self._stopping:
            time.sleep(LOOKS_EVERY)
            self._look()
        for process in self._running:
            _stop(process)
        shutil.rmtree(self._folder, ignore_errors=True)
        return 0

    def _start(self, worker: int) -> subprocess.Popen[bytes]:
        """The first one alone says where the server is, and announces its name."""
        more = ["--workers", "1", "--siblings", self._folder]
        more += [] if worker == 0 else ["--no-mdns"]
        command = [sys.executable, "-m", "brouhaha.cli", "serve", *self._arguments, *more]
        quiet = None if worker == 0 else subprocess.DEVNULL
        # A process group of its own: Ctrl-C is for us, and they are stopped one after the other.
        return subprocess.Popen(command, stdout=quiet, start_new_session=True)

    def _look(self) -> None:
        for worker, process in enumerate(self._running):
            if process.poll() is not None and not self._stopping:
                logs.event("worker_ended", worker=worker, status=process.returncode)
                time.sleep(STARTS_AGAIN_AFTER)
                self._running[worker] = self._start(worker)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True


def _stop(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGTERM)
    try:
        process.wait(STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
