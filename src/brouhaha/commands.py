"""What the commands share: how they fail, and how they read numbers, lists and files.

A mistake of whoever typed the command is told in one sentence, without a traceback. Imports nothing
else of Brouhaha, so that a command in any room may use it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


class CommandFailed(Exception):
    """It did not work: the message is the sentence that is printed."""

    status = 1


class BadUsage(CommandFailed):
    """What was asked for makes no sense."""

    status = 2


def explained(error: OSError) -> str:
    """The system's own words, with the file that it is about."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def whole_number(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number within these bounds, for `type=` of argparse."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"not a whole number: {text!r}") from None
        if least is not None and most is not None and not least <= number <= most:
            raise argparse.ArgumentTypeError(f"must be from {least} to {most}, not {number}")
        if least is not None and number < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {number}")
        if most is not None and number > most:
            raise argparse.ArgumentTypeError(f"must be at most {most}, not {number}")
        return number

    return read


def comma_separated(text: str) -> list[str]:
    """Reads names with commas between them."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"not names with commas between them: {text!r}")
    return found


def new_file(*suffixes: str) -> Callable[[str], Path]:
    """Reads the name of a file to write; what cannot work is told before the work is done."""

    def read(text: str) -> Path:
        path = Path(text)
        if path.suffix not in suffixes:
            raise argparse.ArgumentTypeError(f"must end in {' or '.join(suffixes)}: {text!r}")
        if not path.parent.is_dir():
            raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
        if path.is_dir():
            raise argparse.ArgumentTypeError(f"{text!r} is a folder")
        return path

    return read
