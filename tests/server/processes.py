"""A server in a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import aiohttp

STARTS_WITHIN = 180.0  # seconds; it takes one, a loaded machine may take a hundred
IN_TESTS = {
    "BROUHAHA_LIMITS_FRAMES_A_SECOND": "1e6",
    "BROUHAHA_LIMITS_FRAMES_AT_ONCE": "1e6",
    "BROUHAHA_LIMITS_CONTROL_FRAMES_A_SECOND": "1e6",
    # In haste half an hour is soon over: nobody may be back by then after a kill on a busy machine.
    "BROUHAHA_TABLE_IDLE": "1e12",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class ServerProcess:
    def __init__(
        self,
        store: str,
        haste: float,
        log: Path,
        host: str = "127.0.0.1",
        run: Sequence[str] = (),
        **environment: str,
    ) -> None:
        """`run`: the command that runs it, if it is to be at another place."""
        self.port = free_port()
        self.url = f"http://{host}:{self.port}"
        self._command = [*run, sys.executable, "-m", "brouhaha.cli", "serve", "--host", host,
                         "--port", str(self.port), "--store", store,
                         "--haste", str(haste)]  # fmt: skip
        self._environment = os.environ | IN_TESTS | environment
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> ServerProcess:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        """Whatever happened, nothing is left behind."""
        if self._running():
            await self.kill()

    async def _begin(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdout=log, stderr=log, env=self._environment
            )

    def _running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        await self._begin()
        async with aiohttp.ClientSession() as session, asyncio.timeout(STARTS_WITHIN):
            while True:
                assert self._running(), self._log.read_text()
                try:
                    async with session.get(f"{self.url}/healthz") as answer:
                        assert answer.status == 200
                        return
                except aiohttp.ClientConnectionError:
                    await asyncio.sleep(0.02)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def megabytes(self) -> float:
        """Its resident memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def cpu_seconds(self) -> float:
        """That it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def kill(self) -> None:
        """No goodbye, no flush."""
        await self._end(signal.SIGKILL)

    async def terminate(self) -> int:
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self.send(number)
        return await self._process.wait()
