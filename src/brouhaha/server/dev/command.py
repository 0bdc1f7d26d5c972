"""`brouhaha dev`: a game in one window, as a phone and as a big screen, with a panel beside them.

What is saved is tried at once: after a Python file the server starts again and the match goes on
where it was, as after a crash (a match of other rules is given up); after a file of `page/` the
frames are loaded again. It listens on this machine alone, since the panel shows every secret.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from msgspec import structs

from brouhaha import games, table
from brouhaha.commands import CommandFailed, whole_number
from brouhaha.games import GROUP
from brouhaha.server import logs
from brouhaha.server.app import serving
from brouhaha.server.dev.files import package_of, stamp
from brouhaha.server.dev.workbench import PAGE, Workbench
from brouhaha.server.server import Server
from brouhaha.server.settings import Settings

HOST: Final = "127.0.0.1"  # and no flag for another
LOOK_SECONDS: Final = 0.4
STOP_SECONDS: Final = 5.0
TRUSTING: Final = structs.replace(table.SETTINGS, pauses=100_000, grace=10**9)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="which one; not needed if a single plug-in is installed",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65_535),
        default=8000,
        metavar="NUMBER",
        help="8000 by default; 0: any free one",
    )
    parser.add_argument(
        "--bots",
        type=whole_number(0, 15),
        default=2,
        metavar="NUMBER",
        help="how many sit at the table; 2 by default",
    )
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)  # set for the server itself


def run(arguments: argparse.Namespace) -> int:
    game = arguments.game or _only_one()
    package = package_of(game)
    if arguments.folder is not None:
        return _serve(game, package, arguments)
    _check_port(arguments.port)
    with tempfile.TemporaryDirectory(prefix="brouhaha-dev-") as folder:
        flags = ["--port", str(arguments.port), "--bots", str(arguments.bots), "--folder", folder]
        return _follow([sys.executable, "-m", "brouhaha.cli", "dev", game, *flags], package)


def _only_one() -> str:
    ours = "brouhaha."
    found = {e.name for e in entry_points(group=GROUP) if not e.module.startswith(ours)}
    if len(found) == 1:
        return found.pop()
    which = f"one of {', '.join(sorted(found))}" if found else "the name of an installed game"
    raise CommandFailed(f"GAME must be {which}")


def _check_port(port: int) -> None:
    """Told before anything is begun: no saved file would help."""
    try:
        socket.create_server((HOST, port)).close()
    except OSError:
        raise CommandFailed(f"port {port} is taken: choose another one with --port") from None


# The server, again and again


def _follow(command: list[str], package: Path) -> int:
    """Run it, and again whenever a Python file was saved. Ended by Ctrl-C, or from outside."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)  # either way the server ends with it
    while True:
        before = stamp(package, ".py")
        process = subprocess.Popen(command)
        try:
            while stamp(package, ".py") == before:
                if process.poll() not in (None, 0):
                    print("It stopped. Save a file of the game to try again.", flush=True)
                    _wait_for_change(package, before)
                    break
                time.sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            _stop(process)
            return 0
        print("A file was saved: starting again.", flush=True)
        _stop(process)


def _wait_for_change(package: Path, before: str) -> None:
    while stamp(package, ".py") == before:
        time.sleep(LOOK_SECONDS)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# The server itself


def _serve(game: str, package: Path, arguments: argparse.Namespace) -> int:
    settings = Settings(
        host=HOST,
        port=arguments.port,
        store=str(arguments.folder / "brouhaha.db"),
        mdns=False,
        log_level="warning",
        table=TRUSTING,
    )
    logs.set_up(settings.log, settings.log_level)
    for left_out in games.left_out():
        if left_out.entry == game:
            raise CommandFailed(str(left_out))
    asyncio.run(_until_stopped(settings, game, package, arguments))
    return 0


async def _until_stopped(
    settings: Settings, game: str, package: Path, arguments: argparse.Namespace
) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends it there
            asyncio.get_running_loop().add_signal_handler(number, stop.set)

    def bench(server: Server) -> Workbench:
        return Workbench(server, game, arguments.bots, arguments.folder, package)

    async with serving(settings, lambda server, app: bench(server).add_to(app)) as (_, port):
        print(f"\n{game}, its phone and its big screen:  http://localhost:{port}{PAGE}\n"
              "It shows every secret, and listens on this machine only. Press Ctrl-C to stop.",
              flush=True)  # fmt: skip
        await stop.wait()
