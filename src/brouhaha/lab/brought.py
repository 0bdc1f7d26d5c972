"""What a game brings to the lab: named by the game, imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def brought(name: str) -> Any:
    """What `package.module:name` names."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
