"""Any action at all: well-formed ones made from a game's own types, and plain nonsense."""

from __future__ import annotations

from typing import Any

import msgspec.inspect as mi
from hypothesis import strategies as st

from brouhaha.engine.game import AnyGame

Strategy = st.SearchStrategy[Any]

NONSENSE: Strategy = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=5),
    st.just({}),
    st.just({"type": "no such action"}),
    st.dictionaries(st.text(max_size=8), st.integers() | st.text(max_size=5), max_size=3),
)


def any_action(game: AnyGame) -> Strategy:
    """Plain forms of this game's actions with any values, and now and then nonsense."""
    kinds = mi.type_info(game.kinds.action)
    structs = kinds.types if isinstance(kinds, mi.UnionType) else (kinds,)
    return st.one_of(*(values(kind) for kind in structs), NONSENSE)


def values(kind: mi.Type) -> Strategy:
    """Values of a msgspec type, in plain form; near its bounds rather than far from them."""
    match kind:
        case mi.Metadata(type=inner):
            return values(inner)
        case mi.NoneType():
            return st.none()
        case mi.BoolType():
            return st.booleans()
        case mi.IntType(ge=least, le=most):
            return st.integers(least if least is not None else -2, most if most is not None else 9)
        case mi.FloatType():
            return st.integers(0, 10).map(float)
        case mi.StrType():
            return st.text(max_size=12)
        case mi.LiteralType(values=literals):
            return st.sampled_from(literals)
        case mi.UnionType(types=choices):
            return st.one_of(*map(values, choices))
        case mi.ListType(item_type=item):
            return st.lists(values(item), max_size=3)
        case mi.TupleType(item_types=items):
            return st.tuples(*map(values, items)).map(list)
        case mi.StructType():
            return _struct(kind)
        case _:
            return st.text(max_size=5) | st.integers()


def _struct(kind: mi.StructType) -> Strategy:
    fields = {field.encode_name: values(field.type) for field in kind.fields}
    if kind.array_like:
        return st.tuples(*fields.values()).map(list)
    optional = {f.encode_name: fields.pop(f.encode_name) for f in kind.fields if not f.required}
    if kind.tag_field is not None:
        fields[kind.tag_field] = st.just(kind.tag)
    return st.fixed_dictionaries(fields, optional=optional)
