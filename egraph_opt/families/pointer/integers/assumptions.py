"""Promises of callers about integers and arrays, requested by options and recorded on each function whose raised accesses may rely on them.

NO_OVERFLOW: an executed `arith.addi`, `arith.subi`, `arith.muli` or `arith.shli` of at most 32 bits does not overflow as a signed
operation in any lane. Only operations that the address or mask of a `tt.load`, `tt.store` or `tt.atomic_rmw` depends on are covered.
A result depends on its operation's operands, and on yielded values for a loop or conditional. Dependence through memory does not count.
The promise does not cover 64-bit operations, casts, remainders, signs or alignment.

POSITIVE: every integer parameter of the function, such as a size or stride, is at least 1.

READABLE: an executed `tt.load` may read the memory of every lane that meets the comparisons in the mask, whatever other conjuncts
say. The comparisons are conjuncts found through `arith.andi`, `tt.splat`, `tt.expand_dims`, `tt.broadcast` and `tt.trans`. A comparison is
a scalar boolean, or an `arith.cmpi` with a predicate of order on integers that vary along at most one dimension.

NO_ALIAS: in a launch, no byte is accessed through two pointer parameters if one of these accesses writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from egraph_opt.families.pointer.integers.interval_analysis import Facts, yield_values
from egraph_opt.ir.declaration_lookup import mask_of
from egraph_opt.ir.module import Op, Piece, RegionSlot, Value
from egraph_opt.ir.types import integer_bits

NO_OVERFLOW, POSITIVE, READABLE = "egraph_opt.no_overflow", "egraph_opt.positive_parameters", "egraph_opt.readable"
NO_ALIAS = "egraph_opt.no_alias"
"""Attributes that record the promises on a function."""
TEXTS = {
    NO_OVERFLOW: "it is promised that no signed addition, subtraction, multiplication or left shift of 32 bits or less that an address or a"
    " mask depends on overflows, in any lane",
    POSITIVE: "it is promised that every integer parameter is at least 1",
    READABLE: "it is promised that each lane of a load may be read that meets the comparisons in its mask, whatever else masks it",
    NO_ALIAS: "it is promised that no array that is written overlaps another one",
}
OPERATIONS = frozenset(("arith.addi", "arith.subi", "arith.muli", "arith.shli"))


def find_overflow_ops(accesses: Iterable[Op], facts: Facts) -> set[Op]:
    """Return the operations covered by NO_OVERFLOW in the backward slices of the accesses' addresses and masks."""
    made = ((v, facts.defined[v]) for v in dependencies(accesses, facts) if v in facts.defined)
    return {op for v, op in made if op.name in OPERATIONS and 1 < integer_bits(v.type) <= 32}


def dependencies(accesses: Iterable[Op], facts: Facts) -> set[Value]:
    """Return the backward slice of the accesses' addresses and masks."""
    seen: set[Value] = set()
    todo = [v for op in accesses for v in (op.operands[0], *mask_of(op))]
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        op = facts.defined.get(value)
        if (loop := facts.loops.get(value)) is not None:
            todo += _carried_dependencies(loop.op, loop.op.regions[0].blocks[0].arguments.index(value) - 1)
        elif op is not None and op.name == "scf.for":
            todo += _carried_dependencies(op, op.results.index(value))
        elif op is not None:
            todo += op.operands
            if op.name == "scf.if":
                todo += [yield_values(region.blocks[0])[op.results.index(value)] for region in op.regions]
    return seen


def _carried_dependencies(loop: Op, number: int) -> list[Value]:
    return [
        *loop.operands[:3],
        *((loop.operands[3 + number], yield_values(loop.regions[0].blocks[0])[number]) if number >= 0 else ()),
    ]


def mark_promise(function: Op, mark: str, value: str = "") -> Op:
    """Add an attribute, which may have a value, to a function."""
    if mark in function.attributes:
        return function
    name, mark = mark, f"{mark} = {value}" if value else mark
    pieces: list[Piece] = list(function.pieces)
    body = next(i for i, p in enumerate(pieces) if isinstance(p, RegionSlot))
    head, tail = (pieces[i] if 0 <= i < len(pieces) else "" for i in (body - 1, body + 1))
    assert isinstance(head, str) and isinstance(tail, str)
    if str(pieces[0]).startswith('"'):  # generic form
        rest = tail.removeprefix(")").lstrip()
        pieces[body + 1] = f") {{{mark}, {rest[1:]}" if rest.startswith("{") else f") {{{mark}}} {rest}"
    else:
        before, word, listed = head.rpartition(" attributes {")
        pieces[body - 1] = f"{before}{word}{mark}, {listed}" if word else f"{head.rstrip()} attributes {{{mark}}} "
    return replace(function, attributes={**function.attributes, name: value or "unit"}, pieces=tuple(pieces))
