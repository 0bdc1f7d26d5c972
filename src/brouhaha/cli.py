"""The command line: thin. Each command lives in the room that it belongs to.

A command is a module with a docstring, `add_arguments(parser)` and `run(arguments) -> int`.
Exit status: 0 it worked, 1 it did not, 2 bad usage.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Final

from brouhaha.engine.errors import Rejected

COMMANDS: Final = {
    "serve": ("brouhaha.server.serve", "serve the games to this machine and its network"),
    "bot": ("brouhaha.server.bot", "a bot that sits down at a table, here or elsewhere"),
    "export": ("brouhaha.server.export", "write all finished matches to a file"),
    "replay": ("brouhaha.server.replay_command", "play matches of a file again and check them"),
    "simulate": ("brouhaha.lab.simulate", "play many matches of bots and count"),
    "tournament": ("brouhaha.lab.tournament", "every bot against every other, rated"),
    "balance": ("brouhaha.lab.balance", "has everybody an equal chance? a report"),
    "word": ("brouhaha.words.cli", "judge a word as NoNo's referee does"),
}


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    arguments = parser_for(words).parse_args(words)
    if arguments.command is None:
        parser_for([]).print_help()
        return 2
    try:
        status: int = import_module(COMMANDS[arguments.command][0]).run(arguments)
    except Rejected as refused:
        print(f"brouhaha: {refused.sentence()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        sys.stderr.close()
        return 0
    return status


def parser_for(words: list[str]) -> argparse.ArgumentParser:
    """All commands are listed; only the one that is asked for is loaded."""
    parser = argparse.ArgumentParser(prog="brouhaha", description="Games all play at once.")
    parser.add_argument("--version", action="version", version=f"brouhaha {version('brouhaha')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (module, help_text) in COMMANDS.items():
        command = commands.add_parser(name, help=help_text)
        if name in words[:1]:
            import_module(module).add_arguments(command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
