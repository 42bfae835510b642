"""Assumptions of a program about its own numbers: `llvm.intr.assume` (`tl.assume` in Triton), trusted, as LLVM trusts them.

Only those count that run whenever the function runs: at its head, before any write, branch, call or possible end of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import lcm

from egraph_opt.checker.access.effects import Effect, effect
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op, Value

ASSUME = "llvm.intr.assume"
EQUAL, LESS, AT_MOST, GREATER, AT_LEAST = 0, 2, 3, 4, 5
MIRRORED = {EQUAL: EQUAL, LESS: GREATER, AT_MOST: AT_LEAST, GREATER: LESS, AT_LEAST: AT_MOST}
"""Signed predicates of `arith.cmpi` that bound a number, and their counterparts with operands exchanged."""
Bounds = tuple[int, int, int]
"""Least and greatest value, and a divisor, as in `egraph_opt.ir.semantics.ranges.Range`."""
ANY = -(1 << 63), (1 << 63) - 1


def conditions(function: Op) -> Iterator[Op]:
    """Yield the assumptions at the head of a function."""
    for op in function.regions[0].blocks[0].ops:
        if op.name == ASSUME:
            yield op
        elif effect(op) not in (Effect.PURE, Effect.READ):
            return


def ranges(function: Op, defined: dict[Value, Op], constant: Callable[[Value], int | None]) -> dict[Value, Bounds]:
    """Return the assumptions about single numbers: bounds by constants, and divisors."""
    found: dict[Value, Bounds] = {}
    for assume in conditions(function):
        todo = [assume.operands[0]]
        while todo:
            op = defined.get(todo.pop())
            if op is not None and op.name == "arith.andi":
                todo += op.operands
            if op is None or op.name != "arith.cmpi":
                continue
            predicate = integer(op.attributes["predicate"])
            for (value, other), p in ((op.operands, predicate), (op.operands[::-1], MIRRORED.get(predicate, -1))):
                number = constant(other)
                if number is None or p not in MIRRORED:
                    continue
                low = number + (p == GREATER) if p in (EQUAL, GREATER, AT_LEAST) else ANY[0]
                high = number - (p == LESS) if p in (EQUAL, LESS, AT_MOST) else ANY[1]
                _more(found, value, (low, high, 1))
                if (p, number) == (EQUAL, 0) and (divided := _divided(defined.get(value), constant)):
                    _more(found, divided[0], (*ANY, divided[1]))
    return found


def _more(found: dict[Value, Bounds], value: Value, more: Bounds) -> None:
    low, high, divisor = found.get(value, more)
    found[value] = max(low, more[0]), min(high, more[1]), lcm(divisor, more[2])


def _divided(op: Op | None, constant: Callable[[Value], int | None]) -> tuple[Value, int] | None:
    """Return the dividend and the divisor of a remainder that is assumed zero."""
    if op is None or op.name not in ("arith.remsi", "arith.remui") or not (by := constant(op.operands[1])):
        return None
    if op.name == "arith.remui" and by & (by - 1):  # of a negative number the remainder differs, unless by a power of two
        return None
    return op.operands[0], abs(by)
