"""Quotients and remainders of a block's lanes by one number: what they are for the first lane is computed beside them.

For `start + lane` of a block of so many lanes, by a multiple of the block's size, where `start` is one too, the quotient is the
first lane's, and the remainder the first lane's plus the lane: see `egraph_opt.families.pointer.analysis.division`. Where the quotient
of the first lane is not used, it goes again.
"""

from __future__ import annotations

from typing import NamedTuple

from egraph_opt.families.pointer.integers.difference import as_remainder
from egraph_opt.ir.create import binary, constant
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.rewrite import substitute
from egraph_opt.ir.semantics.ranges import dense
from egraph_opt.ir.types import tensor_type

NAMES = ("arith.divsi", "arith.remsi")


class Parts(NamedTuple):
    """Parts of `(start + lanes) / by`: two numbers, and lanes."""

    start: Value
    lanes: Value
    by: Value


def parts(op: Op, defined: dict[Value, Op]) -> Parts | None:
    """Return the parts of a quotient of a block's lanes by one number that is no constant, or of a remainder beside such a quotient;
    None if it is none. A remainder alone mostly is to be its dividend (`x % M`), for which `M` is no multiple of the block's size.
    """
    found = _parts(op, defined)
    if found is None or op.name == "arith.divsi":
        return found
    others = (_parts(other, defined) for other in defined.values() if other.name == "arith.divsi")
    return found if any(other is not None and (other.start, other.by) == (found.start, found.by) for other in others) else None


def _parts(op: Op, defined: dict[Value, Op]) -> Parts | None:
    if op.name not in NAMES or not tensor_type(op.results[0].type):
        return None
    total, by = (defined.get(v) for v in op.operands)
    if total is None or by is None or total.name != "arith.addi" or by.name != "tt.splat" or tensor_type(by.operands[0].type):
        return None
    if (divisor := defined.get(by.operands[0])) is not None and divisor.name == "arith.constant":
        return None
    for value, lanes in (total.operands, total.operands[::-1]):
        start = defined.get(value)
        if start is not None and start.name == "tt.splat" and not tensor_type(start.operands[0].type):
            return Parts(start.operands[0], lanes, by.operands[0])
    return None


def of_first_lanes(function: Op) -> Op:
    """Return the function with the quotient, or the remainder, of the first lane before each one of a block's lanes."""
    defined = defining_ops(function.walk())
    before: dict[Op, list[Op]] = {}
    for op in function.walk():
        named = as_remainder(op, defined) or op
        found = parts(named, defined)
        if found is not None and first_lane(named.name, found, defined) is None:
            before[op] = new = _computed(named.name, found)
            defined.update({v: made for made in new for v in made.results})
    return substitute(function, before, {}) if before else function


def first_lane(name: str, block: Parts, defined: dict[Value, Op]) -> Value | None:
    """Return the quotient or remainder of a block's first lane, if `of_first_lanes` has computed it."""
    for op in defined.values():
        if op.name == name and op.operands[0] is block.start and (by := defined.get(op.operands[1])) is not None:
            least = defined.get(by.operands[-1]) if by.name == "arith.maxsi" and by.operands[0] is block.by else None
            if least is not None and dense(least.attributes.get("value", "")) == 1:
                return op.results[0]
    return None


def _computed(name: str, block: Parts) -> list[Op]:
    """Return the operations: they divide by 1 where the divisor is less, since nothing may divide by zero that did not."""
    one = constant(1, block.by.type)
    by = binary("arith.maxsi", block.by, one.results[0])
    return [one, by, binary(name, block.start, by.results[0])]
