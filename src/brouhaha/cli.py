"""The command line: thin. Each command lives in the room that it belongs to.

A command is a module with a docstring, `add_arguments(parser)` and `run(arguments) -> int`.
Exit status: 0 it worked, 1 it did not, 2 bad usage. A mistake of the user is told in one sentence;
a traceback is always a fault of ours.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Final, NoReturn

from brouhaha.commands import CommandFailed, explained
from brouhaha.engine.errors import Rejected

COMMANDS: Final = {
    "serve": ("brouhaha.server.commands.serve", "serve the games to this machine and its network"),
    "new": ("brouhaha.starter.new", "write a new game that works at once, to make your own of it"),
    "dev": ("brouhaha.server.dev.command", "try a game while you write it"),
    "bot": ("brouhaha.server.commands.bot", "send a bot to a table, on this server or another one"),
    "club": ("brouhaha.server.commands.club", "print the link of the club's host"),
    "export": ("brouhaha.server.commands.export", "write all finished matches to a file"),
    "replay": ("brouhaha.server.commands.replay", "play exported matches again and check them"),
    "simulate": ("brouhaha.lab.simulate", "let bots play many matches and count who wins"),
    "tournament": ("brouhaha.lab.tournament", "let every bot play every other one, and rate them"),
    "balance": ("brouhaha.lab.balance", "report whether every seat and deck has an equal chance"),
    "word": ("brouhaha.words.cli", "judge a word as NoNo's referee does"),
}
# Those that say which games cannot be played; `serve` has it in its log.
OF_GAMES: Final = ("bot", "replay", "simulate", "tournament", "balance")

DESCRIPTION: Final = "Serve, simulate and study tabletop games in which everybody plays at once."


class Parser(argparse.ArgumentParser):
    """Says in one line what it does not understand; the usage is a command away."""

    def error(self, message: str) -> NoReturn:
        message = message.removeprefix("argument ")
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    arguments = parser_for(words).parse_args(words)
    if arguments.command is None:
        parser_for([]).print_help()
        return 2
    if arguments.command in OF_GAMES:
        for left_out in import_module("brouhaha.games").left_out():
            print(f"brouhaha: {left_out}", file=sys.stderr)
    try:
        status: int = import_module(COMMANDS[arguments.command][0]).run(arguments)
    except CommandFailed as failed:
        return _failed(str(failed), failed.status)
    except Rejected as refused:
        return _failed(refused.sentence(), 2)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        sys.stderr.close()
        return 0
    except OSError as error:  # a file that is not there, a full disk, a forbidden folder
        return _failed(explained(error), 1)
    return status


def _failed(sentence: str, status: int) -> int:
    print(f"brouhaha: {sentence}", file=sys.stderr)
    return status


def parser_for(words: list[str]) -> Parser:
    """All commands are listed; only the one that is asked for is loaded."""
    parser = Parser(prog="brouhaha", description=DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"brouhaha {version('brouhaha')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, (module, help_text) in COMMANDS.items():
        sentence = f"{help_text[0].upper()}{help_text[1:]}."
        command = commands.add_parser(name, help=help_text, description=sentence)
        if name in words[:1]:
            import_module(module).add_arguments(command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
