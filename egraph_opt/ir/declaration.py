"""Lookup of the declaration in `op_definitions` that applies to a given operation."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.behaviour import Effect, Layouts, Throughput
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.op_definitions import DECLARATIONS, OPAQUE, Declaration, plain_load
from egraph_opt.ir.syntax import Syntax
from egraph_opt.ir.types import is_tensor, is_vector

__all__ = ["DECLARATIONS", "OPAQUE", "Declaration", "Effect", "Layouts", "Throughput", "declaration", "mask_of", "plain_load",
           "reduces_in_any_order", "syntax_of"]  # fmt: skip


def mask_of(op: Op) -> tuple[Value, ...]:
    """Return the mask of a load, store or atomic operation through pointers, as a tuple of at most one value."""
    return op.operands[1 if op.name == "tt.load" else 2 :][:1]


def _computes(op: Op) -> bool:
    """Return whether the region of an operation is pure; by Triton's RecursiveMemoryEffects the operation has its region's effects."""
    inside = (inner for inner in op.walk() if inner is not op and inner.name != f"{op.name}.return")
    return all(declaration(inner).effect is Effect.PURE for inner in inside)


ANY_ORDER = frozenset(
    (
        "arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui"
        " arith.maxui arith.minnumf arith.maxnumf arith.minimumf arith.maximumf"
    ).split()
)


def reduces_in_any_order(op: Op) -> bool:
    """Return whether a reduction's combiner is a single operation that is bitwise associative and commutative.

    A vector reduction is written without its accumulator only in this case (`vector.layout_ir`).
    """
    if op.name == "vector.multi_reduction":
        return len(op.operands) == 1
    blocks = op.regions[0].blocks if op.regions else ()
    ops = blocks[0].ops if len(blocks) == 1 else ()
    return (
        len(op.operands) == 1 and len(ops) == 2 and ops[0].name in ANY_ORDER and set(ops[0].operands) == set(blocks[0].arguments)
    )


def syntax_of(name: str) -> Syntax | None:
    """Return the pretty syntax of an operation, or None if it is not known."""
    known = DECLARATIONS.get(name)
    return known.syntax if known else None


ONE_OPERAND = (Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.REORDER, Layouts.SEPARATE, Layouts.CONVERT)


def declaration(op: Op) -> Declaration:
    """Return the declaration of an operation, without the analysis of shared memory in `memory`.

    An instance excluded by `when` is opaque: a volatile load, or inline assembly or an external call not marked pure. So is an
    instance with an invalid number of operands.
    """
    known = DECLARATIONS.get(op.name)
    if op.name == "tt.map_elementwise" and not _computes(op):
        return OPAQUE
    if known is None or (known.when and not known.when(op)) or (known.layouts in ONE_OPERAND and len(op.operands) != 1):
        return OPAQUE
    if op.name == "tt.map_elementwise" and not op.attributes.get("pack", "").startswith("1 "):
        return replace(known, layouts=Layouts.ANCHOR)  # the elements that it takes together are neighbours in a thread
    if op.name == "tt.reshape" and "allow_reorder" in op.attributes:
        return replace(known, layouts=Layouts.REORDER)
    if op.name == "vector.broadcast" and not (is_tensor(op.operands[0].type) or is_vector(op.operands[0].type)):
        return replace(known, layouts=Layouts.GENERATE)
    return known
