"""Does deploy/nginx.conf balance? A match of each game through a real nginx. `make check-deploy`

    python tools/play_through_balancer.py

Three game processes, three NATS servers and PostgreSQL, as in deploy/compose.yaml, on this machine.
In the middle of play one process is killed and another is stopped as for an upgrade, and both are
started again; what the players were shown is then held against the log.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bus.nats_servers import running_nats
from tests.server.cluster.test_faults import HASTE, Guests, all_told, play_through
from tests.server.processes import ServerProcess, free_port
from tests.store.throwaway_postgres import running_postgres

CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"
KEPT_BY_NGINX = "client_body", "proxy", "fastcgi", "uwsgi", "scgi"  # folders of its own


@asynccontextmanager
async def nginx_before(processes: list[ServerProcess], folder: Path) -> AsyncIterator[str]:
    """The balancer of deploy/, before these processes; its address."""
    port = free_port()
    written = CONFIGURATION.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for number, process in enumerate(processes, 1):
        written = written.replace(f"game{number}:8000", f"127.0.0.1:{process.port}")
    paths = "".join(f"{name}_temp_path {folder / name};" for name in KEPT_BY_NGINX)
    written = written.replace("http {", f"http {{ access_log off; {paths}", 1)
    file = folder / "nginx.conf"
    file.write_text(f"pid {folder / 'pid'};\nerror_log {folder / 'errors'};\n{written}")
    command = ["nginx", "-p", str(folder), "-c", str(file), "-g", "daemon off;"]
    nginx = await asyncio.create_subprocess_exec(*command)
    try:
        await _listening(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        nginx.terminate()
        await nginx.wait()


async def _listening(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


async def one_is_killed_and_one_upgraded(processes: list[ServerProcess], guests: Guests) -> None:
    killed, upgraded, _ = processes
    await killed.kill()
    await all_told(guests)
    await killed.start()
    await upgraded.terminate()
    await all_told(guests)
    await upgraded.start()


async def play(folder: Path, store: str, bus: str) -> Guests:
    async with AsyncExitStack() as stack:
        processes = [
            ServerProcess(store, HASTE, folder / f"{number}.log", BROUHAHA_BUS=bus,
                          BROUHAHA_MDNS="false", BROUHAHA_PROXIES="127.0.0.1")
            for number in range(3)
        ]  # fmt: skip
        await asyncio.gather(*map(stack.enter_async_context, processes))
        balancer = await stack.enter_async_context(nginx_before(processes, folder))
        return await play_through(processes, store, one_is_killed_and_one_upgraded, balancer)


def main() -> int:
    if shutil.which("nginx") is None:
        print("not played through the balancer: nginx is not installed")
        return 0
    with (
        tempfile.TemporaryDirectory() as folder,
        running_postgres() as store,
        running_nats(3) as nats,
    ):
        bus = "nats://" + ",".join(f"127.0.0.1:{server.port}" for server in nats)
        guests = uvloop.run(play(Path(folder), store, bus))
    views = sum(len(guest.told_at) for guest in guests)
    print(f"well: played through the balancer (nginx), {views} views, none missing or out of order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
