"""A match is its log: a header and the accepted inputs with their times.

Replaying it gives the same state, bit for bit, on any machine. An entry without a seat is the
clock's: time had come so far, and whatever was due had fired; or all time had run out, clocks that
were switched off included, and the match was over.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

RUN_OUT: Final = "run_out"


class Header(msgspec.Struct, frozen=True):
    """All that a match is made of before its first input."""

    game: str
    rules: int
    players: list[str]
    options: dict[str, Any]
    seed: str  # hexadecimal
    deal: dict[str, Any] | None = None


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One accepted input. `action` is the game's typed action, or its plain form in a file.

    Without a seat it is the clock's: `action` is then None, or `RUN_OUT`.
    """

    at: int
    seat: int | None = None
    action: Any = None


class Log(msgspec.Struct, frozen=True):
    header: Header
    entries: list[Entry]
    now: int  # the match's clock
