"""What the page knows from the Python side, written down so that nobody copies it by hand.

    python web/scripts/generate.py

`wire.ts`: the types of all messages. `http.ts`: those of HTTP requests and answers. `facts.json`:
players, bots' levels, options and limits of each game. `refusals.*.json`: every refusal's
sentence by code. A test says when one is stale.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import brouhaha
from brouhaha import games
from brouhaha.engine.errors import LANGUAGES, Refusal, refusals_of
from brouhaha.engine.game import Game
from brouhaha.games.nono.judging import MOST_CHARACTERS
from brouhaha.server.describe import typescript
from brouhaha.server.describe.schema import game_schema

SRC = Path(__file__).resolve().parents[1] / "src"
# What the page must not let anybody type in vain.
LIMITS = {"nono": {"word": MOST_CHARACTERS}}


def everything() -> dict[str, str]:
    """The files by name, as they should be."""
    found = [games.find(name) for name in games.names()]
    return {
        "wire.ts": typescript.everything(found),
        "http.ts": typescript.of_http(),
        "facts.json": as_json({game.id: facts(game) for game in found}),
        **{f"refusals.{language}.json": as_json(said(language)) for language in LANGUAGES},
    }


def as_json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# Refusals


def refusals() -> Iterator[Refusal]:
    """All of them: they are defined in modules called `refusals`, wherever these are."""
    for module in pkgutil.walk_packages(brouhaha.__path__, "brouhaha."):
        if module.name.endswith(".refusals"):
            yield from refusals_of(import_module(module.name))


def sentences(all_refusals: Iterator[Refusal]) -> dict[str, dict[str, str]]:
    told: dict[str, dict[str, str]] = {}
    for refusal in all_refusals:
        words = {"en": refusal.en, "fr": refusal.fr}
        if told.setdefault(refusal.code, words) != words:
            raise ValueError(f"two refusals are called {refusal.code}")
    return dict(sorted(told.items()))


def said(language: str) -> dict[str, str]:
    """By code, as players of one language read them."""
    return {code: words[language] for code, words in sentences(refusals()).items()}


# Games


def facts(game: Game[Any, Any, Any]) -> dict[str, Any]:
    properties = game_schema(game)["$defs"]["Options"]["properties"]
    options = {name: option(schema) for name, schema in properties.items()}
    return {
        "players": [game.players.start, game.players.stop - 1],
        "levels": list(game.bots),
        "options": {name: kind for name, kind in options.items() if kind is not None},
        "limits": LIMITS.get(game.id, {}),
    }


def option(schema: dict[str, Any]) -> dict[str, Any] | None:
    """How an option can be set by hand; None for a box of cards or a puzzle, which cannot."""
    kind = _of_a_list(schema) if "anyOf" in schema else _of_one(schema)
    return kind and {**kind, "default": schema["default"]}


def _of_one(schema: dict[str, Any]) -> dict[str, Any]:
    if "enum" in schema:
        return {"kind": "choice", "values": schema["enum"]}
    if schema["type"] == "boolean":
        return {"kind": "switch"}
    kind = "whole" if schema["type"] == "integer" else "seconds"
    bounds = {"least": schema["minimum"], "most": schema["maximum"]}
    shortest = {"shortest": schema["shortest"]} if "shortest" in schema else {}
    return {"kind": kind, **bounds, **shortest}


def _of_a_list(schema: dict[str, Any]) -> dict[str, Any] | None:
    listed = schema["anyOf"][0]
    if "after" in listed:  # a seat that another option asks for
        asks = {"asks": listed["asks"]} if "asks" in listed else {}
        return {"kind": "seat", "after": listed["after"], **asks}
    if listed.get("type") == "array" and "anyOf" in listed["items"]:  # one value a seat, or null
        return {"kind": "by_seat", "values": listed["items"]["anyOf"][0]["enum"]}
    return None


if __name__ == "__main__":
    for name, text in everything().items():
        (SRC / name).write_text(text, encoding="utf-8")
