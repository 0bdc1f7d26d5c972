"""A server in a process of its own, pinned to one core, and what it costs there. Linux only."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SERVER_CORE: Final = 0
LOAD_CORE: Final = 1
STARTS_WITHIN: Final = 60.0  # seconds


class ServerProcess:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._tasks = Path(f"/proc/{process.pid}/task")
        self.port = port

    def cpu_seconds(self) -> float:
        """What all its threads have had of the core, from the scheduler's own nanoseconds."""
        return sum(_run_time(task) for task in self._tasks.iterdir()) / 1e9


def _run_time(task: Path) -> int:
    return int((task / "schedstat").read_text().split()[0])


def own_cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def stolen_seconds() -> float:
    """What the host has taken from this machine's two cores, by the kernel's own count."""
    cores = [line.split() for line in Path("/proc/stat").read_text().splitlines()[1:]]
    ours = [core for core in cores if core[0] in (f"cpu{SERVER_CORE}", f"cpu{LOAD_CORE}")]
    return sum(int(core[8]) for core in ours) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def running(
    command: Sequence[str], port: int, folder: Path, environment: Mapping[str, str]
) -> Iterator[ServerProcess]:
    """The server, for as long as the block lasts. What it says goes to a file in `folder`."""
    said = folder / f"{port}.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stdout=log,
            stderr=log,
            preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}),
        )
    try:
        _wait_for(process, port, said)
        yield ServerProcess(process, port)
        assert process.poll() is None, said.read_text()[-2000:]
    finally:
        process.kill()
        process.wait()


def _wait_for(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"it did not start: {said.read_text()[-2000:]}")


@contextmanager
def kept_awake() -> Iterator[None]:
    """The servers' core does not sleep: a virtual one that does is woken when its host pleases,
    milliseconds later. What keeps it awake has the idle priority, and yields to any server."""
    spinner = subprocess.Popen(
        [sys.executable, "-c", "while True: pass"], preexec_fn=_idle_on_the_servers_core
    )
    try:
        yield
    finally:
        spinner.kill()
        spinner.wait()


def _idle_on_the_servers_core() -> None:
    os.sched_setaffinity(0, {SERVER_CORE})
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def take_the_other_core() -> None:
    """This process is the load. It opens thousands of sockets."""
    os.sched_setaffinity(0, {LOAD_CORE})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
