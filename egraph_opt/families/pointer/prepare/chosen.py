"""Pointers that start at one of two bases, by a condition, or that are cast to another type: as offsets from one base.

    select(c, splat(p) + x, splat(q) + y)   becomes   splat(select(c, p, q)) + select(c, x, y)
    bitcast(splat(p) + x)                   becomes   splat(bitcast(p)) + x      if elements have equal sizes

A structured form may start from such a base. Accesses get twins (`twins`) with these addresses.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from egraph_opt.families.pointer.prepare.bases import Bases, Splitting
from egraph_opt.families.pointer.prepare.twins import as_written, twins
from egraph_opt.families.pointer.rewriter.left import Left
from egraph_opt.families.pointer.rewriter.tensors import addptr, splat
from egraph_opt.ir.create import put
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type


def from_one_base(function: Op) -> Op:
    """Return the function with twins for accesses whose pointers start at one of two bases, or are cast; itself if there are none."""
    ops = [op for op in function.walk() if op.name in ("tt.load", "tt.store") and tensor_type(op.operands[0].type)]
    if not ops or not any(op.name in ("scf.if", "arith.select", "tt.bitcast") and op.results for op in function.walk()):
        return function
    bases = Bases(function)
    roots = {op: bases.root(op.operands[0]) for op in ops if not as_written(op)}
    found = frozenset(op for op, root in roots.items() if root is not None and tensor_type(root.type))
    with suppress(Left):
        return Splitting(bases, found, _Twins().add).run() if found else function
    return function


@dataclass(slots=True)
class _Twins:
    count: int = 0

    def add(self, op: Op, base: Value, offset: Value, ops: list[Op]) -> None:
        """Append an access with its mark, and its twin."""
        start = put(splat(base, op.operands[0].type), op, ops)
        pointer = put(addptr(start, offset), op, ops)
        self.count += 1
        ops += twins(op, replace(op, operands=(pointer, *op.operands[1:])), f"base {self.count}")
