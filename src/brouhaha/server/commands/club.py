"""`brouhaha club`: the link by which the club's host gets in. Whoever reads the store is the host.

The key is made the first time, and kept in the store. `--new-key` makes another one: links and
passes of before, everybody's, are worth nothing from then on. The server may run meanwhile.
"""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path

from brouhaha.club import access
from brouhaha.commands import CommandFailed
from brouhaha.server.network.invitation import qr
from brouhaha.server.settings import Settings, load
from brouhaha.store import StoreError, open_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store", metavar="URL", help="where matches are kept: a SQLite file or postgresql://…"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of settings")
    parser.add_argument(
        "--public-url", metavar="URL", help="the address by which people reach the server"
    )
    parser.add_argument(
        "--new-key", action="store_true", help="a new key: whoever was let in has to come again"
    )


def run(args: argparse.Namespace) -> int:
    flags = {"store": args.store, "public_url": args.public_url}
    settings = load(flags, os.environ, args.config)
    try:
        with open_store(settings.store_url()) as store:
            new = secrets.token_hex(16).encode()
            key = access.keep(store.database, access.HOST_KEY, new, anew=args.new_key)
            if args.new_key:
                access.keep(store.database, access.SECRET, secrets.token_bytes(32), anew=True)
    except StoreError as error:
        raise CommandFailed(f"the store cannot be opened: {error}") from error
    link = f"{_address(settings)}/club#host={key.decode()}"
    print(f"Open this to be the club's host. Keep it to yourself:\n\n{link}\n\n{qr(link)}")
    return 0


def _address(settings: Settings) -> str:
    return settings.public_url.rstrip("/") or f"http://localhost:{settings.port}"
