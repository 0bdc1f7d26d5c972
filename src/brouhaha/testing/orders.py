"""A view as bytes: as it is sent, so that the order of its mappings tells what it tells.

A set has no order of its own; where a type holds one, everything is sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
import msgspec.inspect as mi


def sent(value: Any, kind: Any = None) -> bytes:
    """`kind` is its type, where it has one."""
    return _encoder(kind).encode(value)


@cache
def _encoder(kind: Any) -> msgspec.msgpack.Encoder:
    found = _within([mi.type_info(kind)], set())
    has_sets = any(isinstance(one, mi.SetType | mi.FrozenSetType) for one in found)
    return msgspec.msgpack.Encoder(order="deterministic" if has_sets else None)


def _within(kinds: Iterable[Any], known: set[int]) -> Iterator[mi.Type]:
    """All types that these are made of."""
    for kind in kinds:
        if isinstance(kind, tuple):
            yield from _within(kind, known)
        elif isinstance(kind, mi.Type | mi.Field) and id(kind) not in known:
            known.add(id(kind))
            if isinstance(kind, mi.Type):
                yield kind
            yield from _within((getattr(kind, name) for name in kind.__struct_fields__), known)
