"""What `/api/games` tells of a game: what it says of itself, and what follows from its types."""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha.engine.game import AnyGame
from brouhaha.engine.presentation import OptionTexts
from brouhaha.server.describe.schema import game_schema
from brouhaha.server.http.game_files import face_of, rules_of
from brouhaha.server.http.types import GameInfo, OptionInfo, SheetInfo


def game_info(game: AnyGame) -> GameInfo:
    said, schema = game.presented(), game_schema(game)
    return GameInfo(
        id=game.id,
        version=game.version,
        players=(game.players.start, game.players.stop - 1),
        order=said.order,
        name=said.name,
        pitch=said.pitch,
        colour=said.colour,
        minutes=said.minutes,
        levels=said.levels,
        first_level=said.first_level,
        usual_level=said.usual_level,
        play_now_bots=said.play_now_bots or 0,
        bots=list(game.bots),
        options=options_of(game, schema),
        legal=_legal(game),
        figures=said.figures,
        limits=said.limits,
        words=said.words,
        refusals={each.code: {"en": each.en, "fr": each.fr} for each in game.refusals},
        rules=sorted(rules_of(game)),
        face=face_of(game),
        lesson=said.lesson,
        one_device=said.one_device,
        one_device_option=said.one_device_option,
        balance=game.balance is not None,
        sheet=None if game.sheet is None else SheetInfo(game.sheet.options),
        box=None if game.box is None else game.box.option,
        schema=schema,
    )


def _legal(game: AnyGame) -> dict[str, list[str]]:
    return {
        phase: [str(kind.__struct_config__.tag or "") for kind in rules]
        for phase, rules in game.legal.items()
    }


# Options


def options_of(game: AnyGame, schema: dict[str, Any]) -> dict[str, OptionInfo]:
    """Those that can be set by hand, or by choosing a typed-in box; a puzzle cannot."""
    texts, defaults = game.presentation.options, msgspec.to_builtins(game.kinds.options())
    fields = {field.encode_name: field.name for field in msgspec.structs.fields(game.kinds.options)}
    found = {}
    for name, of_one in _properties(schema).items():
        shown = _resolved(of_one, schema)
        kind = {"kind": "box"} if game.box and name == game.box.option else _kind(shown)
        if kind is not None:
            words = texts.get(fields[name], OptionTexts({}))
            found[name] = OptionInfo(
                **kind,
                default=defaults[name],
                label=words.label,
                why=words.why,
                value_names=words.values,
            )
    return found


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema["options"]["$ref"].rpartition("/")[2]
    properties: dict[str, Any] = schema["$defs"][name]["properties"]
    return properties


def _resolved(of_one: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """What it refers to, if it does: an `Enum` is a part of its own."""
    if "$ref" not in of_one:
        return of_one
    part: dict[str, Any] = schema["$defs"][of_one["$ref"].rpartition("/")[2]]
    return part


def _kind(schema: dict[str, Any]) -> dict[str, Any] | None:
    """How an option is set, from its JSON Schema; None: not by hand."""
    if "enum" in schema and None not in schema["enum"]:
        return {"kind": "choice", "values": schema["enum"]}
    if "shortest" in schema:
        return {"kind": "seconds", "shortest": schema["shortest"], **_bounds(schema)}
    if "anyOf" in schema:
        return _of_a_seat(schema["anyOf"][0])
    if schema.get("type") == "boolean":
        return {"kind": "switch"}
    if schema.get("type") == "integer":
        return {"kind": "whole", **_bounds(schema)}
    return None


def _bounds(schema: dict[str, Any]) -> dict[str, Any]:
    return {"least": schema.get("minimum"), "most": schema.get("maximum")}


def _of_a_seat(schema: dict[str, Any]) -> dict[str, Any] | None:
    if "after" in schema:  # a seat that another option asks for
        return {"kind": "seat", "after": schema["after"], "asks": schema.get("asks")}
    each = schema.get("items", {}).get("anyOf", [{}])[0]  # one value a seat, or null
    return {"kind": "by_seat", "values": each["enum"]} if "enum" in each else None
