"""For tests that know more than the types say."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """What must be there at this moment of a match: a verdict, a card, a deadline."""
    assert value is not None
    return value
