"""Trip counts of loops, and execution counts of operations."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from egraph_opt.ir.analysis.dominance import Scopes
from egraph_opt.ir.attributes import splat_integer
from egraph_opt.ir.control_flow import BRANCHES, LOOPS, PARTITIONS, SPECIALIZE
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics.ranges import IntegerRange, exact, whole
from egraph_opt.ir.types import ScalarType, integer_bits, type_of

MAX_DEPTH = 8
"""Longest chain of operations that is followed for the range of a bound."""
DEFAULT_TRIPS = 8.0
"""Assumed trip count of a loop without constant bounds."""


def integer_constants(function: Op) -> dict[Value, int]:
    found = {}
    for op in function.walk():
        if op.name == "arith.constant" and isinstance(type_of(op.results[0].type), ScalarType):
            number = splat_integer(op.attributes.get("value", ""))
            found.update({op.results[0]: number} if number is not None else {})
    return found


def trip_count(loop: Op, constants: dict[Value, int], otherwise: float = DEFAULT_TRIPS) -> float:
    """Return the trip count of a loop: exact for `scf.for` with constant bounds (at least 1), else `otherwise`."""
    if loop.name == "scf.for" and all(v in constants for v in loop.operands[:3]):
        lower, upper, step = (constants[v] for v in loop.operands[:3])
        if step > 0:
            return float(max(1, -(-(upper - lower) // step)))
    return otherwise


def largest_trip_count(loop: Op, defined: Mapping[Value, Op]) -> float:
    """Return the largest trip count of an `scf.for`, infinity if it is unknown, by interval arithmetic without overflow.

    `defined` has the operation that defines each value.
    """
    lower, upper, step = (integer_range(v, defined) for v in loop.operands[:3])
    if lower is None or upper is None or step is None or step.low <= 0:
        return math.inf
    return float(max(0, -(-(upper.high - lower.low) // step.low)))


def integer_range(
    value: Value, defined: Mapping[Value, Op], names: Collection[str] | None = None, depth: int = MAX_DEPTH
) -> IntegerRange | None:
    """Return the range of a scalar by interval arithmetic without overflow; None if no operation defines it.

    Args:
        value: an integer.
        defined: the operation that defines each value.
        names: operations that are followed; all if None.
        depth: longest chain of operations that is followed.
    """
    op, bits = defined.get(value), integer_bits(value.type)
    if op is None or not bits:
        return None
    known = None
    if depth and (names is None or op.name in names):
        found = (integer_range(v, defined, names, depth - 1) or whole(integer_bits(v.type) or 64) for v in op.operands)
        known = exact(op, list(found))
    return known or whole(bits)


def weighted_operations(function: Op) -> Iterator[tuple[Op, float, bool]]:
    """Yield (operation, executions per run, whether it is in a loop) for the operations of a function, its loops and its conditionals."""
    scopes = Scopes()
    scopes.add(function, -1, 1.0)
    constants = integer_constants(function)
    index = 0
    while index < len(scopes.places):
        place = scopes.places[index]
        for op in place.block.ops:
            yield op, place.weight, place.loop >= 0
            if op.name in (*LOOPS, *BRANCHES, "scf.forall", SPECIALIZE, PARTITIONS):  # a forall is a grid of workgroups
                scopes.add(op, index, trip_count(op, constants) if op.name in LOOPS else 1.0)
        index += 1
