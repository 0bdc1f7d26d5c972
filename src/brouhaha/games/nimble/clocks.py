"""Every clock of nimble is an option in seconds; 0 switches it off."""

from __future__ import annotations


def deadline(at: int, seconds: float) -> int | None:
    """When a clock that starts now runs out; None if it is switched off."""
    return at + round(seconds * 1000) if seconds else None
