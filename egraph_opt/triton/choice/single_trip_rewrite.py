"""Rewrite of loops with trip count 1: constant bounds let Triton remove such loops.

Kernels that process a chunk in parts write `for i in range(cdiv(min(CHUNK, T - t * CHUNK), PART))`. If CHUNK equals PART, this is
a single iteration. Triton pipelines this loop instead of the enclosing one.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

from egraph_opt.ir.analysis.trip_count import integer_range
from egraph_opt.ir.create import constant
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewriting.rewrite import expand_ops
from egraph_opt.ir.semantics.ranges import IntegerRange, whole

_BOUNDED = frozenset("arith.constant arith.addi arith.subi arith.divsi arith.minsi".split())


def with_constant_trips(function: Op) -> Op:
    """Return the function with a constant upper bound for each loop that is proved to run once, or the unchanged function."""
    made = defining_ops(function.walk())
    ends: dict[Op, Op] = {}
    for op in function.walk():
        if op.name == "scf.for" and (end := _end(op, made)) is not None and _is_single_trip(function, op):
            ends[op] = end

    def rewrite(op: Op) -> list[Op]:
        new = expand_ops(op, rewrite)
        if op not in ends:
            return [new]
        lower, _, *rest = op.operands
        return [ends[op], replace(new, operands=(lower, *ends[op].results, *rest))]

    return expand_ops(function, rewrite)


def _end(loop: Op, made: dict[Value, Op]) -> Op | None:
    """Return the constant lower bound plus 1, as the upper bound for a loop that may run once.

    None if the lower bound or the step is not constant, or if the upper bound is constant. Also None if the range of the upper
    bound allows a second iteration.
    """
    lower, upper, stride = loop.operands[:3]
    if not is_constant(lower, made) or not is_constant(stride, made) or is_constant(upper, made):
        return None
    first = bounds(lower, made).low
    if bounds(upper, made).high > first + bounds(stride, made).low:
        return None
    end = constant(first + 1, lower.type)
    (name,) = end.results
    return replace(end, results=(Value(name.type, f"%once{loop.line}"),))


def _is_single_trip(function: Op, loop: Op) -> bool:
    if find_spec("z3") is None:
        return False
    from egraph_opt.families.pointer.symbolic.evaluator import runs_once  # the solver is loaded only when needed

    return runs_once(function, loop)


def bounds(value: Value, made: dict[Value, Op]) -> IntegerRange:
    """Return the range of a 32-bit integer. A wrong range is harmless, since it only decides whether the solver is asked."""
    return integer_range(value, made, _BOUNDED) or whole(32)


def is_constant(value: Value, made: dict[Value, Op]) -> bool:
    op = made.get(value)
    return op is not None and op.name == "arith.constant" and value.type == "i32"
