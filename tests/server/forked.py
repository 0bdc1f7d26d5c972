"""A server in a process of its own that starts in a tenth of the time: a fork of one that has imported
everything already. For those who kill it, and for those who only need one in another process. It is not
traced for coverage: most are killed before they could tell."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

from brouhaha import cli
from tests.server.processes import ServerProcess
from tests.tracing import untraced_subprocesses

IMPORTED = ["__main__", "brouhaha.server.commands.serve", "tests.server.forked"]


@cache
def _forks() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    with untraced_subprocesses():
        forkserver.ensure_running()
    return context


def _serve(command: list[str], environment: dict[str, str], log: Path) -> None:
    os.environ.update(environment)
    number = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(number, 1)
    os.dup2(number, 2)
    sys.exit(cli.main(command))


class ForkedServer(ServerProcess):
    _fork: ForkServerProcess | None = None

    async def _begin(self) -> None:
        arguments = self._command[3:], dict(self._environment), self._log
        self._fork = _forks().Process(target=_serve, args=arguments)
        self._fork.start()

    def _running(self) -> bool:
        return self._fork is not None and self._fork.is_alive()

    @property
    def pid(self) -> int:
        assert self._fork is not None
        assert self._fork.pid is not None
        return self._fork.pid

    async def _end(self, number: signal.Signals) -> int:
        assert self._fork is not None
        self.send(number)
        while self._fork.exitcode is None:
            await asyncio.sleep(0.005)
        return self._fork.exitcode
