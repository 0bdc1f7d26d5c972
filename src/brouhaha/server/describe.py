"""The HTTP API as OpenAPI and the socket as AsyncAPI, from the types themselves."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final, NamedTuple

import msgspec

from brouhaha import games
from brouhaha.server import answers
from brouhaha.table import schema, wire


class Endpoint(NamedTuple):
    """One line of the API: where, which handler, what it is, what goes in and comes out."""

    method: str
    path: str
    handler: str
    about: str
    gives: Any
    takes: Any = None
    status: int = 200
    query: tuple[str, ...] = ()


ENDPOINTS: Final = (
    Endpoint("GET", "/api/games", "games", "The games that can be played.", list[answers.GameInfo]),
    Endpoint("POST", "/api/tables", "open_table", "Open a table.",
             answers.OpenedTable, answers.NewTable, 201),
    Endpoint("GET", "/api/tables/{code}", "table", "Can one sit down there?", answers.TableInfo),
    Endpoint("GET", "/api/matches", "matches", "Finished matches, the last first; `before` an id.",
             answers.MatchList, query=("limit", "before")),
    Endpoint("GET", "/api/matches/{id}", "match", "A finished match with log, result and seed.",
             answers.MatchRecord),
    Endpoint("GET", "/api/matches/{id}/frames", "frames",
             "The match step by step as `seat` (a number, or `public`) saw it, `from` a frame on.",
             answers.Replay, query=("seat", "from")),
    Endpoint("GET", "/api/players/{name}", "player", "What somebody of that name played.",
             answers.PlayerRecord, query=("limit",)),
)  # fmt: skip


def openapi() -> dict[str, Any]:
    kinds = [kind for each in ENDPOINTS for kind in (each.gives, each.takes) if kind is not None]
    every = [*kinds, answers.Health, answers.Trouble]
    schemas, parts = msgspec.json.schema_components(
        every, ref_template="#/components/schemas/{name}"
    )
    shape = dict(zip(map(repr, every), schemas, strict=True))
    paths: dict[str, Any] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, shape)
    health = Endpoint("GET", "/healthz", "health", "Is all well?", answers.Health)
    paths["/healthz"] = {"get": _operation(health, shape)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Brouhaha", "version": version("brouhaha")},
        "paths": paths,
        "components": {"schemas": parts},
    }


def _operation(each: Endpoint, shape: dict[str, Any]) -> dict[str, Any]:
    trouble = {"description": "Refused.", "content": _json(shape[repr(answers.Trouble)])}
    good = {"description": "Done.", "content": _json(shape[repr(each.gives)])}
    operation: dict[str, Any] = {
        "operationId": each.handler,
        "summary": each.about,
        "parameters": _parameters(each),
        "responses": {str(each.status): good, "4XX": trouble, "5XX": trouble},
    }
    if each.takes is not None:
        operation["requestBody"] = {"required": True, "content": _json(shape[repr(each.takes)])}
    return operation


def _json(shape: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": shape}}


def _parameters(each: Endpoint) -> list[dict[str, Any]]:
    text = {"type": "string"}
    inside = [part[1:-1] for part in each.path.split("/") if part.startswith("{")]
    return [
        *({"name": name, "in": "path", "required": True, "schema": text} for name in inside),
        *({"name": name, "in": "query", "schema": text} for name in each.query),
    ]


def asyncapi() -> dict[str, Any]:
    """The socket: `in` is what a client says, `out` what it hears; and what each game adds."""
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
