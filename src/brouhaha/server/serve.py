"""`brouhaha serve`: the server, until it is told to stop. Prints where to find it, with a QR code.

Settings come from flags, BROUHAHA_… variables and a TOML file, in this order.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from brouhaha.server import logs
from brouhaha.server.addresses import invitation
from brouhaha.server.app import serving
from brouhaha.server.doors import allow_many_files
from brouhaha.server.settings import BadSettings, Settings, load
from brouhaha.store import StoreError

FLAGS: Final = ("host", "port", "store", "public_url", "origins", "proxies", "log", "haste")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of settings")
    parser.add_argument("--host", help="127.0.0.1, or 0.0.0.0 for the phones on this network")
    parser.add_argument("--port", type=int, help="8000; 0 for any that is free")
    parser.add_argument("--store", metavar="URL", help="a file, or postgresql://…")
    parser.add_argument("--public-url", metavar="URL", help="how people reach it: https://…")
    parser.add_argument("--origin", action="append", dest="origins", metavar="URL",
                        help="a further page that may open sockets")  # fmt: skip
    parser.add_argument("--proxy", action="append", dest="proxies", metavar="ADDRESS",
                        help="a proxy that may say whom it speaks for")  # fmt: skip
    parser.add_argument("--log", choices=("text", "json"), help="how the log is written")
    parser.add_argument("--haste", type=float, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    flags = {name: getattr(args, name) for name in FLAGS}
    file = args.config or (Path(named) if (named := os.environ.get("BROUHAHA_CONFIG")) else None)
    try:
        settings = load(flags, os.environ, file)
    except BadSettings as error:
        print(f"brouhaha: {error}", file=sys.stderr)
        return 2
    logs.set_up(settings.log)
    allow_many_files()
    sys.setswitchinterval(0.0001)  # seconds: a replay being made must not hold the tables up
    return _until_told_to_stop(settings)


def _until_told_to_stop(settings: Settings) -> int:
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings))
    except StoreError as error:
        print(f"brouhaha: the store cannot be opened: {error}", file=sys.stderr)
    except OSError as error:
        print(f"brouhaha: {_explained(error, settings)}", file=sys.stderr)
    else:
        return 0
    return 1


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends it there
            loop.add_signal_handler(number, stop.set)
    async with serving(settings) as (_, port):
        _spare_the_collector()
        print(invitation(settings, port), flush=True)
        await stop.wait()
        print("Stopping: the players are told, and can come back.", flush=True)


def _spare_the_collector() -> None:
    """Play makes next to no cycles: look for them seldom, and not in what was there before."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one: it halves what a move costs."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _explained(error: OSError, settings: Settings) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {settings.port} is taken: choose another one with --port"
    if error.errno == errno.EACCES:
        return f"port {settings.port} is not for everybody: choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"this machine has no address {settings.host}"
    return str(error)
