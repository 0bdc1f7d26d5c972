"""Sets as the bits of one number, for the compiled NOW!: one instruction of the machine each.

A member is told by its bit: a Target by its rank, a player by the seat, a card by its place.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from brouhaha.lab.compiled import rule

INDEX = ir.IntType(32)


@rule
def lowest(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return _trailing_zeros(members)  # type: ignore[call-arg]


@rule
def size(members: int) -> int:
    return _ones(members)  # type: ignore[call-arg]


@rule
def meeting(row: Any, members: int) -> int:
    """The places in a row of 16 sets of 32 bits which have a member in common with this one."""
    return _meeting(row, members)  # type: ignore[call-arg]


@intrinsic
def _trailing_zeros(typing_context: Any, members: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


@intrinsic
def _ones(typing_context: Any, members: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _meeting(typing_context: Any, row: Any, members: Any) -> Any:
    """All sixteen at once: left to itself, the compiler takes one after the other."""
    sixteen = ir.VectorType(ir.IntType(32), 16)
    none = ir.Constant(sixteen, [0] * 16)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        sets = builder.load(builder.bitcast(array.data, sixteen.as_pointer()), align=4)
        one = builder.trunc(arguments[1], ir.IntType(32))
        alone = builder.insert_element(none, one, INDEX(0))
        repeated = builder.shuffle_vector(alone, none, none)
        met = builder.icmp_unsigned("!=", builder.and_(sets, repeated), none)
        return builder.zext(builder.bitcast(met, ir.IntType(16)), ir.IntType(64))

    return types.int64(row, types.int64), code
