"""The socket as AsyncAPI: what a client says, what it hears, and what each game puts inside."""

from __future__ import annotations

from typing import Any

from brouhaha import games
from brouhaha.server.describe import schema
from brouhaha.table import wire


def asyncapi() -> dict[str, Any]:
    """`in` is what a client says, `out` what it hears."""
    told = schema.wire_schema()
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Brouhaha's wire", "version": str(wire.VERSION)},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws",
                "messages": {"in": {"payload": told["in"]}, "out": {"payload": told["out"]}},
            }
        },
        "operations": {
            "say": _socket_operation("receive", "in"),
            "hear": _socket_operation("send", "out"),
        },
        "$defs": told["$defs"],
        "x-games": {name: schema.game_schema(games.find(name)) for name in games.names()},
    }


def _socket_operation(action: str, message: str) -> dict[str, Any]:
    channel = "#/channels/table"
    messages = [{"$ref": f"{channel}/messages/{message}"}]
    return {"action": action, "channel": {"$ref": channel}, "messages": messages}
