"""Loops that run exactly once, written with constant bounds, so that the compiler sees that they are not loops.

Kernels that process a chunk in parts write `for i in range(cdiv(min(CHUNK, T - t * CHUNK), PART))`; if both sizes are equal, that
is one iteration. Triton, which folds constants, keeps the loop, pipelines it, and does not pipeline the loop around it.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from importlib.util import find_spec

from egraph_opt.ir.create import constant
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewrite import expand_ops

_INTEGER = re.compile(r"(-?\d{1,10}) : i32")
_BOUNDED = frozenset(f"arith.{name}" for name in "addi subi divsi minsi".split())


def with_constant_trips(function: Op) -> Op:
    """Return the function with a constant end for each loop that is proved to run once; the function itself if there is none."""
    made = defining_ops(function.walk())
    ends: dict[Op, Op] = {}
    for op in function.walk():
        if op.name == "scf.for" and (end := _end(op, made)) is not None and _proved(function, op):
            ends[op] = end

    def rewrite(op: Op) -> list[Op]:
        new = expand_ops(op, rewrite)
        if op not in ends:
            return [new]
        lower, _, *rest = op.operands
        return [ends[op], replace(new, operands=(lower, *ends[op].results, *rest))]

    return expand_ops(function, rewrite)


def _end(loop: Op, made: dict[Value, Op]) -> Op | None:
    """Return a constant end for a loop that may run once; None if its bounds or step do not allow it."""
    lower, upper, stride = ((number(v, made), most(v, made)) for v in loop.operands[:3])
    if lower[0] is None or stride[0] is None or upper[0] is not None or upper[1] > lower[0] + stride[0]:
        return None
    end = constant(lower[0] + 1, loop.operands[0].type)
    (name,) = end.results
    return replace(end, results=(Value(name.type, f"%once{loop.line}"),))


def _proved(function: Op, loop: Op) -> bool:
    if find_spec("z3") is None:
        return False
    from egraph_opt.families.pointer.symbolic.once import runs_once  # the solver is loaded only when needed

    return runs_once(function, loop)


def number(value: Value, made: dict[Value, Op]) -> int | None:
    """Return the value of a scalar that is a 32-bit constant, else None."""
    op = made.get(value)
    if op is None or op.name != "arith.constant" or value.type != "i32":
        return None
    found = _INTEGER.fullmatch(op.attributes.get("value", ""))
    return (int(found[1]) + (1 << 31)) % (1 << 32) - (1 << 31) if found else None  # it may be written without its sign


def most(value: Value, made: dict[Value, Op], depth: int = 8) -> float:
    """Return an upper bound of a scalar by simple inspection, if nothing overflows. It is a guess that avoids calls of the
    solver."""
    op, known = made.get(value), number(value, made)
    if known is not None:
        return known
    if op is None or not depth or op.name not in _BOUNDED:
        return math.inf
    (first, _), (second, b) = ((most(v, made, depth - 1), number(v, made)) for v in op.operands)
    match op.name:
        case "arith.minsi":
            return min(first, second)
        case "arith.addi":
            return first + second
        case "arith.subi" if b is not None:
            return first - b
        case "arith.divsi" if b is not None and b > 0 and first < math.inf:
            return first // b
    return math.inf
