"""SSA dominance check between the blocks of a region."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.ir.analysis.dominance import dominators
from egraph_opt.ir.module import Block, Op, Value


def find_undominated_use(blocks: Sequence[Block]) -> tuple[Op, Value, int] | None:
    """Return the first use of a value that is not dominated by the value's definition: operation, value and block number, or None.

    As in MLIR, unreachable blocks are not checked.
    """
    home: dict[Value, int] = {}
    for i, block in enumerate(blocks):
        if i:  # the first block dominates all
            home.update(dict.fromkeys(block.arguments, i))
            for op in block.ops:
                if op.results:
                    home.update(dict.fromkeys(op.results, i))
    known: list[int] = []
    for i, block in enumerate(blocks):
        for outer in block.ops:
            for op in outer.walk() if outer.regions else (outer,):
                for value in op.operands:
                    at = home.get(value, i)
                    if at != i:
                        known = known or dominators(blocks)
                        if not known[i] >> at & 1:
                            return op, value, at
    return None
