"""The promise that integers do not overflow: on request only, and marked on each function whose raised accesses rest on it.

What is promised: whenever the function runs one of its operations `arith.addi`, `arith.subi`, `arith.muli` or `arith.shli` on integers of
at most 32 bits that the address or the mask of a `tt.load` or `tt.store` depends on, the exact result, of signed operands, fits in the type
of the result, in every lane. To depend: through operands; through what a loop starts with, hands on and is bounded by; through what a
conditional tests and yields; not through memory. Nothing is promised of 64 bits, of casts, of remainders, signs or alignment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from egraph_opt.ir import Body, Op, Piece, Value
from egraph_opt.pointer.facts import Facts, width, yielded

MARK = "egraph_opt.no_overflow"
"""The attribute of a function by which its callers keep the promise."""
TEXT = (
    "it is promised that no signed addition, subtraction, multiplication or left shift of 32 bits or less that an address or a mask depends"
    " on overflows, in any lane"
)
OPERATIONS = frozenset(("arith.addi", "arith.subi", "arith.muli", "arith.shli"))


def behind(accesses: Iterable[Op], facts: Facts) -> set[Op]:
    """The operations that the promise is about, of those that addresses and masks of some accesses depend on."""
    found: set[Op] = set()
    seen: set[Value] = set()
    todo = [v for op in accesses for v in (op.operands[0], *op.operands[1 + (op.name == "tt.store") :][:1])]
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        op = facts.defined.get(value)
        if (loop := facts.loops.get(value)) is not None:
            todo += _carried(loop.op, loop.op.regions[0].blocks[0].arguments.index(value) - 1)
        elif op is not None and op.name == "scf.for":
            todo += _carried(op, op.results.index(value))
        elif op is not None:
            todo += op.operands
            if op.name == "scf.if":
                todo += [yielded(region.blocks[0])[op.results.index(value)] for region in op.regions]
            if op.name in OPERATIONS and 1 < width(value.type) <= 32:
                found.add(op)
    return found


def _carried(loop: Op, number: int) -> list[Value]:
    """What the counter of a loop, or what it carries, depends on."""
    return [*loop.operands[:3], *((loop.operands[3 + number], yielded(loop.regions[0].blocks[0])[number]) if number >= 0 else ())]


def promising(function: Op) -> Op:
    """The function with the mark."""
    if MARK in function.attributes:
        return function
    pieces: list[Piece] = list(function.pieces)
    body = next(i for i, p in enumerate(pieces) if isinstance(p, Body))
    head, tail = (pieces[i] if 0 <= i < len(pieces) else "" for i in (body - 1, body + 1))
    assert isinstance(head, str) and isinstance(tail, str)
    if str(pieces[0]).startswith('"'):  # generic form
        rest = tail.removeprefix(")").lstrip()
        pieces[body + 1] = f") {{{MARK}, {rest[1:]}" if rest.startswith("{") else f") {{{MARK}}} {rest}"
    else:
        before, word, listed = head.rpartition(" attributes {")
        pieces[body - 1] = f"{before}{word}{MARK}, {listed}" if word else f"{head.rstrip()} attributes {{{MARK}}} "
    return replace(function, attributes={**function.attributes, MARK: "unit"}, pieces=tuple(pieces))
