"""A match is its log: a header and the accepted inputs with their times.

Replaying it gives the same state, bit for bit, on any machine. An entry without a seat is the
clock's: time had come so far, and whatever was due had fired.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Header(msgspec.Struct, frozen=True):
    """All that a match is made of before its first input."""

    game: str
    rules: int
    players: list[str]
    options: dict[str, Any]
    seed: str  # hexadecimal
    deal: dict[str, Any] | None = None


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One accepted input. `action` is the game's typed action, or its plain form in a file."""

    at: int
    seat: int | None = None
    action: Any = None


class Log(msgspec.Struct, frozen=True):
    header: Header
    entries: list[Entry]
    now: int  # the match's clock
