"""The wire and each game as JSON Schema, for whoever writes a client or a bot."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.engine.game import TOLD_KINDS, AnyGame
from brouhaha.table import wire


def wire_schema() -> dict[str, Any]:
    """`in` and `out`: what a client may say, and what it hears; the parts are under `$defs`."""
    (come, go), parts = msgspec.json.schema_components([wire.ClientIn, wire.ClientOut])
    return {"in": come, "out": go, "$defs": parts}


def game_schema(game: AnyGame) -> dict[str, Any]:
    """What one game puts inside: its options, deal, actions, events, views and result."""
    kinds = [getattr(game.kinds, kind) for kind in TOLD_KINDS]
    schemas, parts = msgspec.json.schema_components(kinds)
    return {**dict(zip(TOLD_KINDS, schemas, strict=True)), "$defs": parts}
