"""`brouhaha replay FILE`: plays matches of an export again, and checks that they come out the same.

FILE holds one match a line, as `brouhaha export` writes them, or one match or log as the server's
/api/matches/ID gives it. Of each: the shuffle's seal (SHA-256 of the seed), and whether the log
leads to the result that was written. Exit status 1: one of them does not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import brouhaha
from brouhaha.commands import BadUsage, CommandFailed, explained
from brouhaha.engine.errors import Rejected


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="matches as `brouhaha export` writes them; - for standard input",
    )
    parser.add_argument("--steps", action="store_true", help="print every step of every match")


def run(args: argparse.Namespace) -> int:
    wrong = number = 0
    with _opened(args.file) as lines:
        for number, line in enumerate(filter(bytes.strip, lines), 1):
            told = _checked(line, steps=args.steps)
            wrong += told is not None
            if told is not None:
                print(f"match {number}: {told}", file=sys.stderr)
    if not number:
        raise CommandFailed(f"{args.file} is empty: `brouhaha export` writes one match a line")
    matches = "1 match" if number == 1 else f"{number} matches"
    print(f"{matches}, {wrong} wrong" if wrong else f"{matches}, all as written")
    return 1 if wrong else 0


def _opened(file: str) -> BinaryIO:
    try:
        return sys.stdin.buffer if file == "-" else Path(file).open("rb")
    except OSError as error:
        raise BadUsage(explained(error)) from None


def _checked(line: bytes, *, steps: bool) -> str | None:
    """Plays one match again; what is wrong with it, or None."""
    try:
        written = msgspec.json.decode(line, type=dict[str, Any])
        log = written.get("log", written)
        match = brouhaha.replay(log)
    except msgspec.MsgspecError as error:
        return f"this is no match as `brouhaha export` writes it ({error})"
    except Rejected as refused:
        return refused.sentence()
    result = brouhaha.to_json(match.result)
    print(f"{written.get('id', match.header.game)}: {match.header.game}, {_standing(match)}")
    print(f"  seal {match.seed_hash}")
    if match.header.deal is not None:
        print("  the cards were given, not shuffled: the seal proves nothing about them")
    if steps:
        print(*_told(log), sep="\n")
    if "seed_hash" in written and written["seed_hash"] != match.seed_hash:
        return "the seed does not fit its seal"
    if "result" in written and written["result"] != result:
        return f"the log leads to {result}, not to {written['result']}"
    return None


def _standing(match: brouhaha.AnyMatch) -> str:
    if match.result is None:
        return "not finished: " + ", ".join(match.header.players)
    names = [place.name for place in match.public().seats]
    places = [" = ".join(names[seat] for seat in seats) for seats in match.result.ranking]
    return " > ".join(places)


def _told(log: dict[str, Any]) -> Iterator[str]:
    players = log["header"]["players"]
    for entry in log["entries"]:
        at, seat, action = (*entry, None, None)[:3]
        who = "the clock" if seat is None else f"{players[seat]} {_written(action)}"
        yield f"  {at / 1000:9.3f} s  {who}"


def _written(action: dict[str, Any]) -> str:
    details = ", ".join(f"{name} {value}" for name, value in action.items() if name != "type")
    return f"{action['type']} {details}".strip()
