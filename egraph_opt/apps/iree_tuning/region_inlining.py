"""Check that two functions are equal after their dispatch regions are inlined.

The check uses value numbers. Operations with side effects must occur in the same order. The check shares no code with the rewrite
that makes the regions.
"""

from __future__ import annotations

from collections.abc import Hashable

from egraph_opt.checker.operations.op_structure import attributes_apart, structure
from egraph_opt.families.region.validation.validate import PURE
from egraph_opt.ir.module import Op, Value

REGION = "flow.dispatch.region"


def inlined_same(before: Op, after: Op) -> bool:
    """Return whether two functions of equal signature apply the same operations to the same values, inside or outside dispatch regions."""
    numbers: dict[Hashable, int] = {}
    return attributes_apart(before) == attributes_apart(after) and _observable_ops(before, numbers) == _observable_ops(
        after, numbers
    )


def _observable_ops(function: Op, numbers: dict[Hashable, int]) -> list[Hashable]:
    """Return a function's operations with side effects, with the value numbers of their operands, by block."""
    said: list[Hashable] = []
    values: dict[Value, int] = {}

    def number_of_key(key: Hashable) -> int:
        return numbers.setdefault(key, len(numbers))

    def run(op: Op) -> None:
        if op.name == REGION and len(op.regions[0].blocks) == 1:
            *body, last = op.regions[0].blocks[0].ops
            for inner in body:
                run(inner)
            values.update(zip(op.results, (values[v] for v in last.operands), strict=True))
            return
        inside, outside = structure(op)
        types = tuple(v.type for v in op.results)
        key = (op.name, attributes_apart(op), inside, types, op.successors, *(values[v] for v in (*op.operands, *outside)))
        if not op.name.startswith(PURE):
            said.append(key)
            key = (*key, len(said))
        for n, result in enumerate(op.results):
            values[result] = number_of_key((key, n))

    for b, block in enumerate(function.regions[0].blocks):
        said.append((block.label if b else "", tuple(v.type for v in block.arguments)))
        for n, argument in enumerate(block.arguments):
            values[argument] = number_of_key(("argument", b, n))
        for op in block.ops:
            run(op)
    return said
