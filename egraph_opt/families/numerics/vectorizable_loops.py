"""Loops whose iterations can become an axis: each carried value is a pointer with a constant increment, or a sum of floats."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.errors import Unsupported
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.types import element_of

LEAST, MOST = 16, 128
"""Least and greatest extent of an axis: matrix products need at least 16, and extents are powers of two."""
MOVEMENT_OPS = frozenset(("tt.splat", "tt.broadcast", "tt.expand_dims"))
"""Data movement operations that the loop analysis looks through."""
_PLAIN = "#arith.fastmath<none>"
OTHER_OPS = frozenset(("tt.load", "tt.store", "tt.reduce", "tt.make_range", "arith.constant", "scf.yield"))


@dataclass(frozen=True)
class Sum:
    """Loop-carried sum: index of the loop's result, initial value, and values added per iteration."""

    result: int
    start: Value
    terms: tuple[Value, ...]


@dataclass(frozen=True)
class CountedLoop:
    """Loop that counts from 0 by 1.

    Attributes:
        op: the operation.
        extent: maximum number of iterations, a power of two.
        pointers: start and increment, in elements, of each loop-carried pointer.
        sums: the loop-carried sums.
        stores: the stores in the body.
    """

    op: Op
    extent: int
    pointers: dict[Value, tuple[Value, Value]]
    sums: tuple[Sum, ...]
    stores: tuple[Op, ...]

    @property
    def body(self) -> Block:
        return self.op.regions[0].blocks[0]

    @property
    def counter(self) -> Value:
        return self.body.arguments[0]

    @property
    def trips(self) -> Value:
        return self.op.operands[1]


def whole(v: Value, known: dict[Value, Op]) -> int | None:
    """Return the value of a scalar integer constant; None for other values."""
    op = known.get(v)
    text = op.attributes.get("value", "").partition(" : ")[0] if op is not None and op.name == "arith.constant" else ""
    return int(text) if text.lstrip("-").isdigit() else None


def is_plain(op: Op) -> bool:
    return op.attributes.get("fastmath", _PLAIN) == _PLAIN


def loop_of(op: Op, known: dict[Value, Op], used: set[Value]) -> CountedLoop:
    """Analyse a loop.

    Args:
        op: an `scf.for`.
        known: the defining operation of each value of the function.
        used: the values used outside of the loop.

    Raises:
        Unsupported: the loop's iterations cannot become an axis; the message says why.
    """
    body = op.regions[0].blocks[0]
    lower, upper, step, *inits = op.operands
    limit = known.get(upper)
    bounds = (
        [whole(v, known) for v in limit.operands] if limit is not None and limit.name == "arith.minsi" else [whole(upper, known)]
    )
    extent = next((n for n in bounds if n is not None), 0)
    if whole(lower, known) != 0 or whole(step, known) != 1:
        raise Unsupported("it does not count from 0 by 1")
    if not LEAST <= extent <= MOST or extent & (extent - 1):
        raise Unsupported("it is not known to run at most 16, 32, 64 or 128 times")
    for inner in body.ops:
        plain = (
            inner.name in MOVEMENT_OPS
            or inner.name in OTHER_OPS
            or inner.name.startswith(("arith.", "math."))
            or inner.name == "tt.addptr"
        )
        if not plain or len(inner.results) > 1 or (inner.regions and inner.name != "tt.reduce"):
            raise Unsupported(f"{inner.name} (line {inner.line}) is in it")
    inside = {v for inner in body.ops for v in inner.results} | set(body.arguments)
    last = body.ops[-1].operands if body.ops and body.ops[-1].name == "scf.yield" else ()
    pointers: dict[Value, tuple[Value, Value]] = {}
    sums: list[Sum] = []
    for number, (argument, start, after) in enumerate(zip(body.arguments[1:], inits, last, strict=True)):
        made = known.get(after)
        if made is not None and made.name == "tt.addptr" and made.operands[0] is argument and made.operands[1] not in inside:
            if op.results[number] in used:
                raise Unsupported("a pointer that it carries is used behind it")
            pointers[argument] = start, made.operands[1]
        elif element_of(argument.type) == "f32":
            sums.append(Sum(number, start, _added_values(argument, after, known, body)))
        else:
            raise Unsupported(f"{argument.name} is neither a pointer that moves evenly nor a sum")
    return CountedLoop(op, extent, pointers, tuple(sums), tuple(inner for inner in body.ops if inner.name == "tt.store"))


def _added_values(argument: Value, after: Value, known: dict[Value, Op], body: Block) -> tuple[Value, ...]:
    """Return the values that an iteration adds to a sum.

    Raises:
        Unsupported: `argument` is no sum.
    """
    terms: list[Value] = []
    current = after
    while current is not argument:
        op = known.get(current)
        if op is None or op.name != "arith.addf" or op not in body.ops or not is_plain(op):
            raise Unsupported(f"{argument.name} is no sum")
        left, right = op.operands
        deeper = left if _reaches(left, argument, known) else right
        terms.append(right if deeper is left else left)
        current = deeper
    others = [inner for inner in body.ops if argument in inner.operands]
    if not terms or len(others) != 1:
        raise Unsupported(f"{argument.name} is used by more than a sum")
    return tuple(reversed(terms))


def _reaches(v: Value, argument: Value, known: dict[Value, Op]) -> bool:
    while v is not argument:
        op = known.get(v)
        if op is None or op.name != "arith.addf":
            return False
        v = op.operands[0]
    return True


def loops_of(region: Region) -> list[Op]:
    """Return the innermost loops of a region in order, including loops in conditionals."""
    found: list[Op] = []
    for block in region.blocks:
        for op in block.ops:
            inner = [below for r in op.regions for below in loops_of(r)]
            found += inner or ([op] if op.name == "scf.for" else [])
    return found
