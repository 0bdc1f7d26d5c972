"""The values of a choice in the order in which their author wrote them: short, medium, long.

msgspec's schema has them sorted, and people would be offered: long, medium, short.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin

import msgspec


def as_written(schema: Any, kinds: Iterable[Any]) -> Any:
    """This schema of these types, with its choices in their order. If two choices have the same
    values, the first one's order is taken."""
    orders: dict[frozenset[Any], list[Any]] = {}
    for values in _choices(kinds, set()):
        orders.setdefault(frozenset(values), values)
    return _ordered(schema, orders)


def _ordered(schema: Any, orders: dict[frozenset[Any], list[Any]]) -> Any:
    if isinstance(schema, list):
        return [_ordered(part, orders) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _ordered(part, orders) for name, part in schema.items()}
    if isinstance(values := schema.get("enum"), list):
        found["enum"] = orders.get(frozenset(values), values)
    return found


def _choices(kinds: Iterable[Any], known: set[type]) -> Iterator[list[Any]]:
    """The values of every `Literal` and every `Enum` within these types."""
    for kind in kinds:
        if get_origin(kind) is Literal:
            yield list(get_args(kind))
        else:
            if isinstance(kind, type) and kind not in known:
                known.add(kind)
                yield from _choices_of(kind, known)
            yield from _choices(get_args(kind), known)


def _choices_of(kind: type, known: set[type]) -> Iterator[list[Any]]:
    if issubclass(kind, Enum):
        yield [each.value for each in kind]
    elif issubclass(kind, msgspec.Struct):
        yield from _choices((field.type for field in msgspec.structs.fields(kind)), known)
