"""Operations on integers that the vocabulary has words for, and what of them is another number in each iteration of a loop."""

from __future__ import annotations

from egraph_opt.ir.module import Op, Value

KNOWN = frozenset(
    "arith.constant arith.addi arith.subi arith.muli arith.shli arith.remsi arith.extsi arith.extui arith.trunci arith.index_cast"
    " arith.andi arith.cmpi tt.addptr tt.splat tt.make_range tt.expand_dims tt.broadcast tt.trans".split()
)
"""Operations that the vocabulary has words for: pure, and the same wherever they stand."""
LANES = KNOWN | frozenset("arith.select arith.minsi arith.maxsi arith.divsi arith.remui".split())
"""The same for tensors; of scalars, these are numbers as good as others."""


def changed(loop: Op) -> set[Value]:
    """Return what may be another number in each iteration of a loop, of the values in it."""
    found = set(loop.regions[0].blocks[0].arguments)
    for op in loop.walk():
        if op is not loop and (op.name not in LANES or found.intersection(op.operands)):
            found.update(op.results)
            found.update(a for r in op.regions for b in r.blocks for a in b.arguments)
    return found
