"""What was heard stays as it was: which parts of a type could be changed behind one's back?"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec.inspect as mi

VALUES = (
    mi.NoneType,
    mi.BoolType,
    mi.IntType,
    mi.FloatType,
    mi.StrType,
    mi.LiteralType,
    mi.EnumType,
)


def what_can_change(kind: mi.Type, where: str = "") -> Iterator[str]:
    """The structs that are not frozen, and the fields that hold anything but values and tuples."""
    match kind:
        case mi.Metadata(type=inner):
            yield from what_can_change(inner, where)
        case mi.UnionType(types=choices) | mi.TupleType(item_types=choices):
            for choice in choices:
                yield from what_can_change(choice, where)
        case mi.VarTupleType(item_type=item):
            yield from what_can_change(item, where)
        case mi.StructType(cls=cls):
            if not cls.__struct_config__.frozen:
                yield cls.__name__
            for field in kind.fields:
                yield from what_can_change(field.type, f"{cls.__name__}.{field.name}")
        case _ if not isinstance(kind, VALUES):
            yield where
