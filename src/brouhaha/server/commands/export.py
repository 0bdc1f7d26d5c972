"""`brouhaha export OUT`: every finished match as a line of JSON, first ended first.

`brouhaha replay OUT` plays them again. OUT may be `-`. The server may run meanwhile.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from brouhaha.commands import CommandFailed
from brouhaha.server.settings import load
from brouhaha.store import StoreError, export_matches, open_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT", help="the file to write; - for standard output")
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where the server keeps its matches: a SQLite file or postgresql://…",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of settings")


def run(args: argparse.Namespace) -> int:
    settings = load({"store": args.store}, os.environ, args.config)
    try:
        with open_store(settings.store_url(), read_only=True) as store:
            if args.out == "-":
                export_matches(store, sys.stdout.buffer)
                return 0
            with Path(args.out).open("wb") as out:
                written = export_matches(store, out)
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    print(f"{written} matches")
    return 0
