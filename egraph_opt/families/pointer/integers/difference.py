"""Differences that are remainders: `x - x / d * d`, as tiles have it whose column is what their row leaves of their number.

They are equal for every divisor that anything may be divided by, modulo the width too, so such a difference is read as the remainder. The
product in between lies between zero and `x`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits


def divided(op: Op | None, defined: Mapping[Value, Op]) -> tuple[Value, Value] | None:
    """Return the dividend and the divisor whose quotient a product of 32 bits multiplies with that divisor again."""
    if op is None or op.name != "arith.muli" or integer_bits(op.results[0].type) != 32:
        return None
    for quotient, by in (op.operands, op.operands[::-1]):
        source = defined.get(quotient)
        if source is not None and source.name == "arith.divsi" and source.operands[1] is by:
            return source.operands[0], by
    return None


def as_remainder(op: Op, defined: Mapping[Value, Op]) -> Op | None:
    """Return the remainder that a difference is, with the same result; None if it is none."""
    if (
        op.name != "arith.subi"
        or (found := divided(defined.get(op.operands[1]), defined)) is None
        or found[0] is not op.operands[0]
    ):
        return None
    return replace(binary("arith.remsi", *found), results=op.results, line=op.line, location=op.location)
