"""Integer operations that have words in the vocabulary, and the values that differ between iterations of a loop."""

from __future__ import annotations

from egraph_opt.ir.module import Op, Value

KNOWN = frozenset(
    "arith.constant arith.addi arith.subi arith.muli arith.shli arith.remsi arith.extsi arith.extui arith.trunci arith.index_cast"
    " arith.andi arith.cmpi tt.addptr tt.splat tt.make_range tt.expand_dims tt.broadcast tt.trans".split()
)
"""Operations that have words in the vocabulary: pure, and the same at every place."""
LANES = KNOWN | frozenset("arith.select arith.minsi arith.maxsi arith.divsi arith.remui".split())
"""Operations on tensors that have words; scalar results of the additional ones are atoms."""


def changed(loop: Op) -> set[Value]:
    """Return the values in a loop that may differ between its iterations."""
    found = set(loop.regions[0].blocks[0].arguments)
    for op in loop.walk():
        if op is not loop and (op.name not in LANES or found.intersection(op.operands)):
            found.update(op.results)
            found.update(a for r in op.regions for b in r.blocks for a in b.arguments)
    return found
