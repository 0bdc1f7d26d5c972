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
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import get_args

from brouhaha.commands import CommandFailed, explained
from brouhaha.server import authorities as authorities  # before anything imports aiohttp
from brouhaha.server import logs
from brouhaha.server.app import serving
from brouhaha.server.edge.connection_limits import allow_many_files
from brouhaha.server.logs import Level, Style
from brouhaha.server.network.invitation import invitation
from brouhaha.server.network.tls import BadCertificate
from brouhaha.server.server import ClusterTrouble
from brouhaha.server.settings import FLAGS, Settings, load
from brouhaha.server.workers import LOOKS_EVERY, Workers
from brouhaha.store import StoreError, open_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of settings")
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="where to listen: 127.0.0.1 for this machine alone (the default), "
        "0.0.0.0 for the whole network",
    )
    parser.add_argument("--port", metavar="NUMBER", help="8000 by default; 0: any free one")
    parser.add_argument(
        "--store", metavar="URL", help="where matches are kept: a SQLite file or postgresql://…"
    )
    parser.add_argument(
        "--bus",
        metavar="URL",
        help="share the tables of this store with other servers, through NATS: nats://a,b,c",
    )
    parser.add_argument(
        "--workers",
        metavar="NUMBER",
        help="how many processes share this port, best one for each core; with --bus",
    )
    parser.add_argument("--siblings", help=argparse.SUPPRESS)
    _add_addresses(parser)
    parser.add_argument("--log", choices=get_args(Style), help="how log lines are written")
    parser.add_argument("--log-level", choices=get_args(Level), help="the least that is logged")
    parser.add_argument("--haste", help=argparse.SUPPRESS)


def _add_addresses(parser: argparse.ArgumentParser) -> None:
    """By which names the server is reached, and whom it believes."""
    parser.add_argument(
        "--tls", metavar="FILE", help="serve https with this certificate; `self` makes one"
    )
    parser.add_argument("--tls-key", metavar="FILE", help="its key, if that is in another file")
    parser.add_argument("--tls-port", metavar="NUMBER", help="8443: the https port of --tls self")
    parser.add_argument(
        "--mdns",
        action=argparse.BooleanOptionalAction,
        help="announce brouhaha.local on the network (the default)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the address by which people reach the server: https://…",
    )
    parser.add_argument(
        "--origin",
        action="append",
        dest="origins",
        metavar="URL",
        help="another website whose pages may connect; can be given again",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        dest="proxies",
        metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For is believed; can be given again",
    )


def run(args: argparse.Namespace) -> int:
    flags = {name: getattr(args, name) for name in FLAGS}
    file = args.config or (Path(named) if (named := os.environ.get("BROUHAHA_CONFIG")) else None)
    settings = load(flags, os.environ, file)
    logs.set_up(settings.log, settings.log_level)
    allow_many_files()
    sys.setswitchinterval(0.0001)  # seconds: a replay being made must not hold the tables up
    try:
        if settings.workers > 1:
            # What is wrong with the store is told once, not by each of them.
            open_store(settings.store_url()).close()
            return Workers(settings.workers, sys.argv[2:]).run()
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings))
    except StoreError as error:
        raise CommandFailed(f"the store cannot be opened: {error}") from error
    except ClusterTrouble as error:
        raise CommandFailed(str(error)) from error
    except BadCertificate as error:
        raise CommandFailed(str(error)) from error
    except BrokenPipeError:  # nobody reads what it prints any more
        raise
    except OSError as error:
        raise CommandFailed(_explained(error, settings)) from error
    return 0


async def _serve(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends it there
            loop.add_signal_handler(number, stop.set)
    if settings.siblings:
        _stop_with(os.getppid(), loop, stop)
    async with serving(settings) as (server, _):
        _spare_the_collector()
        print(invitation(settings, server.listener.listening), flush=True)
        await stop.wait()
        print("Stopping: the players are told, and can come back.", flush=True)


def _stop_with(parent: int, loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """A worker does not outlive whoever started it."""
    if os.getppid() == parent:
        loop.call_later(LOOKS_EVERY, _stop_with, parent, loop, stop)
    else:
        stop.set()


def _spare_the_collector() -> None:
    """Neither play nor strangers make cycles (`tests/server/test_no_cycles.py`): they are looked
    for seldom, and not in what was there before. Young objects are counted less those that are
    gone, so a lot may be far longer than it counts, and looking through it holds everybody up: with
    lots of 20,000 for up to 48 ms, a hundredth of all time under attack (bench/strangers.md)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 100, 10)


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
    if error.filename is not None:
        return explained(error)
    if error.errno == errno.EACCES:
        return f"port {settings.port} needs special rights: choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"this machine has no address {settings.host}: choose another one with --host"
    if isinstance(error, socket.gaierror):
        return f"there is no machine called {settings.host}: choose another one with --host"
    return explained(error)
