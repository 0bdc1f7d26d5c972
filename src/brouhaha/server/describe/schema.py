"""The wire and each game as JSON Schema, for whoever writes a client or a bot."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.engine.game import TOLD_KINDS, AnyGame
from brouhaha.server.describe.choices import as_written
from brouhaha.table import wire


def wire_schema() -> dict[str, Any]:
    """`in` and `out`: what a client may say, and what it hears; the parts are under `$defs`."""
    (come, go), parts = msgspec.json.schema_components([wire.ClientIn, wire.ClientOut])
    return {"in": come, "out": go, "$defs": parts}


def game_schema(game: AnyGame) -> dict[str, Any]:
    """What one game puts inside: its options, deal, actions, events, views and result; and `sheet`,
    what is entered on its score sheet, if it has one."""
    kinds = {kind: getattr(game.kinds, kind) for kind in TOLD_KINDS}
    if game.sheet is not None:
        kinds["sheet"] = game.sheet.entry
    schemas, parts = msgspec.json.schema_components(kinds.values())
    told: dict[str, Any] = {**dict(zip(kinds, schemas, strict=True)), "$defs": parts}
    ordered: dict[str, Any] = as_written(told, kinds.values())
    return ordered
