"""Constant evaluation of integers, such as offsets and extents, from known input values."""

from __future__ import annotations

from collections.abc import Mapping

from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics import integers
from egraph_opt.ir.types import integer_bits

PASSING = ("util.assume.int", "iree_tensor_ext.dispatch.workload.ordinal", "flow.dispatch.workload.ordinal")
"""Operations that return their operands."""


def evaluate(op: Op, known: Mapping[Value, int]) -> tuple[int, ...] | None:
    """Return the results of an integer operation, or None if an operand is unknown or the operation is unsupported."""
    numbers = [known[v] for v in op.operands if v in known]
    if len(numbers) != len(op.operands):
        return None
    if op.name in PASSING:
        pairs = list(zip(numbers, op.results, strict=False))
        return (
            tuple(integers.wrap(n, integer_bits(v.type)) for n, v in pairs) if numbers and len(pairs) == len(op.results) else None
        )
    if op.name == "util.align" and len(numbers) == 2 and numbers[1] > 0:
        return (-(-numbers[0] // numbers[1]) * numbers[1],)
    found = integers.evaluate(op, numbers)
    return None if found is None else (found,)
