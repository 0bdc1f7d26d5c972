"""`make dev`: a server and a page that follow what you save, with a table of bots to look at.

Saving a Python file starts the server again; the table goes on where it was, as after a crash.
Saving a file of the page shows it at once (Vite). Ctrl-C ends everything.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import runpy
import shlex
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from watchfiles import PythonFilter, run_process

from brouhaha.server.commands.bot import BotPlayer, Message

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "brouhaha"
DATA: Final = ROOT / ".dev"  # the store of these tables; Git ignores it
HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0  # seconds for the server to answer


def main() -> int:
    arguments = read_arguments()
    DATA.mkdir(exist_ok=True)
    with page(arguments.page_port, arguments.port):
        threading.Thread(target=open_table, args=(arguments,), daemon=True).start()
        run_process(
            PACKAGE,
            target=server_command(arguments),
            target_type="command",
            watch_filter=PythonFilter(ignore_paths=[PACKAGE / "server" / "static"]),
            callback=tell,
        )
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Work on Brouhaha: what is saved is shown.")
    parser.add_argument("--game", default="now", help="what the bots play (%(default)s)")
    parser.add_argument("--bots", type=int, default=3, help="how many sit there (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="of the server (%(default)s)")
    parser.add_argument("--page-port", type=int, default=5173, help="of the page (%(default)s)")
    return parser.parse_args()


def server_command(arguments: argparse.Namespace) -> str:
    store = DATA / "brouhaha.db"
    origin = f"http://localhost:{arguments.page_port}"
    where = ["--host", HOST, "--port", str(arguments.port), "--origin", origin]
    kept = ["--store", str(store), "--log-level", "debug"]
    return shlex.join([sys.executable, "-m", "brouhaha.cli", "serve", *where, *kept])


@contextlib.contextmanager
def page(port: int, server_port: int) -> Iterator[None]:
    """Vite, which shows every change in the open page; it asks the server for the rest."""
    build = runpy.run_path(str(ROOT / "hatch_build.py"))
    build["install"](everything=True)
    node, _ = build["_node"]()
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    command = [str(node), str(vite), "--port", str(port), "--strictPort", "--host", "localhost"]
    environment = os.environ | {"BROUHAHA_SERVER": f"{HOST}:{server_port}"}
    with subprocess.Popen(command, cwd=ROOT / "web", env=environment) as process:
        try:
            yield
        finally:
            process.terminate()


class Host(BotPlayer):
    """A bot that opens the table and goes on playing: somebody has to be there."""

    async def heard_table(self, socket: Any, message: Message) -> None:
        await super().heard_table(socket, message)
        if message["status"] == "ended":
            await socket.send_json({"type": "rematch"})


def open_table(arguments: argparse.Namespace) -> None:
    """A table of bots who play one match after another, and where to watch them."""
    server = f"http://{HOST}:{arguments.port}"
    wait_for(f"{server}/healthz")
    bots = ["steady"] * (arguments.bots - 1)
    wanted = {"game": arguments.game, "name": "Host", "bots": bots, "start": True}
    opened = ask(f"{server}/api/tables", wanted)
    page = f"http://localhost:{arguments.page_port}"
    print(f"\nThe page: {page}/\nA table of bots: {page}/screen/{opened['code']}\n", flush=True)
    host = Host(server, opened["code"], "steady", "Host")
    host.token = opened["token"]
    asyncio.run(host.play())


def wait_for(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), urllib.request.urlopen(url):
            return
        time.sleep(0.2)
    sys.exit(f"{url} does not answer")


def ask(url: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def tell(changes: set[tuple[Any, str]]) -> None:
    files = ", ".join(sorted({Path(file).name for _, file in changes}))
    print(f"\n{files} changed: starting the server again", flush=True)


if __name__ == "__main__":
    sys.exit(main())
