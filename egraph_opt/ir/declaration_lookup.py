"""Lookup of the definition in `op_definitions` that applies to an operation."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.op_definitions import DECLARATIONS, OPAQUE, Declaration, plain_load
from egraph_opt.ir.property_kinds import Effect, Layouts, Throughput
from egraph_opt.ir.syntax import Syntax
from egraph_opt.ir.types import is_tensor, is_vector

__all__ = ["DECLARATIONS", "OPAQUE", "Declaration", "Effect", "Layouts", "Throughput", "declaration", "mask_of", "plain_load",
           "reduces_in_any_order", "syntax_of"]  # fmt: skip


def mask_of(op: Op) -> tuple[Value, ...]:
    """Return the mask operand of a load, store or atomic operation through pointers, or () if it has none."""
    return op.operands[1 if op.name == "tt.load" else 2 :][:1]


def _computes(op: Op) -> bool:
    """Return whether all operations in an operation's region are pure, so that the operation is pure (Triton's RecursiveMemoryEffects)."""
    inside = (inner for inner in op.walk() if inner is not op and inner.name != f"{op.name}.return")
    return all(declaration(inner).effect is Effect.PURE for inner in inside)


ANY_ORDER = frozenset(
    (
        "arith.addi arith.muli arith.andi arith.ori arith.xori arith.minsi arith.maxsi arith.minui"
        " arith.maxui arith.minnumf arith.maxnumf arith.minimumf arith.maximumf"
    ).split()
)


def reduces_in_any_order(op: Op) -> bool:
    """Return whether a reduction's combiner is a single operation that is bitwise associative and commutative."""
    if op.name == "vector.multi_reduction":
        return len(op.operands) == 1
    blocks = op.regions[0].blocks if op.regions else ()
    ops = blocks[0].ops if len(blocks) == 1 else ()
    return (
        len(op.operands) == 1 and len(ops) == 2 and ops[0].name in ANY_ORDER and set(ops[0].operands) == set(blocks[0].arguments)
    )


def syntax_of(name: str) -> Syntax | None:
    """Return the custom assembly of an operation, or None if unknown."""
    known = DECLARATIONS.get(name)
    return known.syntax if known else None


ONE_OPERAND = (Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX, Layouts.REORDER, Layouts.SEPARATE, Layouts.CONVERT)


def declaration(op: Op) -> Declaration:
    """Return the definition that applies to an operation. Its memory effect is the declared one, without an analysis of shared memory.

    The operation is opaque if `Declaration.when` excludes it or if the number of operands is invalid.
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
