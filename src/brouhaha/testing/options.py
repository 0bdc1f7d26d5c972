"""Options that anybody may set: their types alone keep a match from growing without end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec.inspect as mi

from brouhaha.engine.any_value import kinds_in
from brouhaha.engine.game import AnyGame
from brouhaha.testing.actions import any_value


def unbounded(game: AnyGame) -> list[str]:
    """The options that are numbers without a least and a most, or texts without a longest."""
    return [place for field in fields(game) for place in _unbounded(field.type, field.encode_name)]


def _unbounded(kind: mi.Type, place: str, within: bool = False) -> Iterator[str]:
    match kind:
        case mi.Metadata(type=inner):
            yield from _unbounded(inner, place, within)
        case mi.IntType() | mi.FloatType():
            if None in (_either(kind.ge, kind.gt), _either(kind.le, kind.lt)):
                yield place
        case mi.StrType(max_length=None, pattern=None) if not within:
            yield place  # further within, the game checks what a whole box of cards says
        case mi.UnionType(types=kinds) | mi.TupleType(item_types=kinds):
            for one in kinds:
                yield from _unbounded(one, place, within)
        case mi.ListType(item_type=item) | mi.VarTupleType(item_type=item):
            yield from _unbounded(item, place, within)
        case mi.StructType(fields=parts):
            for part in parts:
                yield from _unbounded(part.type, f"{place}.{part.encode_name}", within=True)


def _either(closed: float | None, beyond: float | None) -> float | None:
    return beyond if closed is None else closed


def fields(game: AnyGame) -> tuple[mi.Field, ...]:
    (kind,) = kinds_in(game.kinds.options)
    assert isinstance(kind, mi.StructType)
    return kind.fields


def any_options(game: AnyGame, random: Random) -> dict[str, Any]:
    """A few options with any values that their types allow; the rest as they are by default."""
    chosen = [field for field in fields(game) if random.random() < 2 / (2 + len(fields(game)))]
    return {field.encode_name: any_value(field.type, random) for field in chosen}
