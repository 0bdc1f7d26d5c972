"""Any value of a msgspec type, from a `Random`: for a bot that does anything, and for tests."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import msgspec.inspect as mi

LEAST, MOST = -2, 9  # where a type has no bounds
LONGEST: Final = 12  # of a text
LETTERS: Final = "aeinrst"


@cache  # a type is read thousands of times slower than it is used
def kinds_in(union: Any) -> tuple[mi.Type, ...]:
    """The kinds of a union; of one type, itself."""
    kinds = mi.type_info(union)
    return kinds.types if isinstance(kinds, mi.UnionType) else (kinds,)


class AnyValue:
    """Values in plain form; near their bounds rather than far from them."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def of(self, kind: mi.Type) -> Any:
        random = self.random
        match kind:
            case mi.Metadata(type=inner):
                return self.of(inner)
            case mi.NoneType():
                return None
            case mi.BoolType():
                return random.random() < 0.5
            case mi.IntType():
                return self._number(kind)
            case mi.FloatType():
                return float(self._number(kind, least=0))
            case mi.StrType(max_length=most):
                return self._text(LONGEST if most is None else min(LONGEST, most))
            case mi.LiteralType(values=values):
                return random.choice(values)
            case mi.EnumType(cls=choices):
                return random.choice([each.value for each in choices])
            case mi.UnionType(types=kinds):
                return self.of(random.choice(kinds))
            case mi.TupleType(item_types=items):
                return [self.of(item) for item in items]
            case mi.ListType() | mi.VarTupleType() | mi.SetType() | mi.FrozenSetType():
                return [self.of(kind.item_type) for _ in range(self._length(kind))]
            case mi.DictType(key_type=key, value_type=value):
                return {self.of(key): self.of(value) for _ in range(self._length(kind))}
            case mi.StructType():
                return self._struct(kind)
            case _:
                return random.choice([self._text(5), self._number(mi.IntType())])

    def letter(self) -> str:
        return self.random.choice(LETTERS)

    def _text(self, most: int) -> str:
        return "".join(self.letter() for _ in range(self.random.randint(0, most)))

    def _number(self, kind: mi.IntType | mi.FloatType, least: int = LEAST) -> int:
        low = _bound(kind.ge, kind.gt, 1)
        high = _bound(kind.le, kind.lt, -1)
        low = least if low is None else low
        high = max(low, MOST) if high is None else high
        pick = self.random.randint
        near = self.random.choice([low, high, pick(low, high), pick(low, high)])
        return self.random.choice([near, min(high, low + pick(0, 9))])

    def _length(self, kind: Any) -> int:
        least = kind.min_length or 0
        most = kind.max_length if kind.max_length is not None else least + 3
        return self.random.randint(least, min(most, least + 3))

    def _struct(self, kind: mi.StructType) -> Any:
        if kind.array_like:
            return [self.of(field.type) for field in kind.fields]
        plain: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        for field in kind.fields:
            if field.required or self.random.random() < 0.5:
                plain[field.encode_name] = self.of(field.type)
        return plain


def _bound(closed: float | None, beyond: float | None, inwards: int) -> int | None:
    """A bound that a whole number may have."""
    if closed is not None:
        return int(closed)
    return None if beyond is None else int(beyond) + inwards
