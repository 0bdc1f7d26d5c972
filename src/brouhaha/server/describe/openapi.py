"""The HTTP API as OpenAPI, made from the list of routes and their types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

import msgspec

from brouhaha.engine.errors import Refusal
from brouhaha.server.http.refusals import status_of
from brouhaha.server.http.route import JSON, Route
from brouhaha.server.http.routes import ROUTES, refusals_of
from brouhaha.server.http.types import ErrorAnswer

Shape = dict[str, Any]


def openapi() -> dict[str, Any]:
    shapes, parts = _shapes()
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Brouhaha", "version": version("brouhaha")},
        "paths": paths,
        "components": {"schemas": parts},
    }


def _shapes() -> tuple[dict[Any, Shape], dict[str, Shape]]:
    """The schema of each type that goes in or out, and the components they refer to."""
    kinds = {kind for route in ROUTES for kind in (route.answer, route.body) if kind is not None}
    every = [*sorted(kinds, key=repr), ErrorAnswer]
    schemas, parts = msgspec.json.schema_components(
        every, ref_template="#/components/schemas/{name}"
    )
    return dict(zip(every, schemas, strict=True)), parts


def _operation(route: Route, shapes: dict[Any, Shape]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": route.about}
    if route.answer is not None:
        done["content"] = {route.content: {"schema": shapes[route.answer]}}
    refused = _refused(refusals_of(route), shapes[ErrorAnswer])
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.about,
        "parameters": [*_in_path(route), *_in_query(route)],
        "responses": refused | {str(status): done for status in route.statuses},
    }
    if route.body is not None:
        content = {JSON: {"schema": shapes[route.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _refused(refusals: Iterable[Refusal], error: Shape) -> dict[str, Any]:
    """By status: the codes that come with it, each with its sentence."""
    by_status = defaultdict(list)
    for refusal in refusals:
        by_status[status_of(refusal)].append(refusal)
    return {
        str(status): {
            "description": "\n".join(f"- `{each.code}`: {each.en}" for each in those),
            "content": {JSON: {"schema": _one_of(error, [each.code for each in those])}},
        }
        for status, those in sorted(by_status.items())
    }


def _one_of(error: Shape, codes: list[str]) -> Shape:
    return {"allOf": [error, {"properties": {"code": {"enum": codes}}}]}


def _in_path(route: Route) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    text = {"type": "string"}
    return [{"name": name, "in": "path", "required": True, "schema": text} for name in names]


def _in_query(route: Route) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    shape = msgspec.json.schema(route.query)["$defs"][route.query.__name__]
    return [
        {"name": name, "in": "query", "schema": schema}
        for name, schema in shape["properties"].items()
    ]
