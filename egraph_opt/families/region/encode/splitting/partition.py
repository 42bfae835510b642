"""Partition of a long function into sequences of consecutive operations, each short enough for a complete search.

Functions are cut where few results of slices, insertions and similar operations are live. Each sequence becomes a separate block
(`blocks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.region.encode.generic_op_builder import generic
from egraph_opt.families.region.encode.linalg_reader import read_plainly
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import replace_body

MOVES = (
    "tensor.extract_slice", "tensor.insert_slice", "tensor.pad", "tensor.concat", "tensor.expand_shape", "tensor.collapse_shape",
    "flow.tensor.slice", "flow.tensor.update", "flow.tensor.splat", "flow.tensor.empty", "flow.tensor.reshape", "linalg.transpose",
)  # fmt: skip
"""Data movement operations, which rules rewrite together with neighbouring operations."""
MAX_BLOCK_OPS = 350
"""Maximum number of operations in an undivided block."""
MIN_BLOCK_OPS = 30
"""Minimum number of operations in a divided block; the maximum is twice as many."""


def split_block(function: Op) -> Op:
    """Divide the block of a one-block function if it has more than `MAX_BLOCK_OPS` operations; return other functions unchanged."""
    blocks = function.regions[0].blocks
    if len(blocks) != 1 or len(blocks[0].ops) <= MAX_BLOCK_OPS:
        return function
    *ops, last = blocks[0].ops
    found, start = [], 0
    for end in [*_cuts(ops), len(ops)]:
        found.append(tuple(ops[start:end]))
        start = end
    whole = [Block((), (*part, generic("cf.br", [], [])), f"^part{n}") for n, part in enumerate(found)]
    whole[0] = replace(whole[0], arguments=blocks[0].arguments, label=blocks[0].label)
    whole[-1] = replace(whole[-1], ops=(*found[-1], last))
    return replace_body(function, *whole)


def merge_parts(function: Op) -> Op:
    """Merge the blocks that `split_block` made into one block."""
    *parts, last = function.regions[0].blocks
    ops = (*(op for part in parts for op in part.ops[:-1]), *last.ops)
    first = (*parts, last)[0]
    return replace_body(function, replace(first, ops=ops))


def _cuts(ops: Sequence[Op]) -> list[int]:
    """Return the positions at which to cut a sequence of operations.

    Each cut minimises the number of live values that are results of `MOVES` or that IREE may fuse with a user.
    """
    made = {v: n for n, op in enumerate(ops) for v in op.results}
    moved, fused = dict[Value, int](), dict[Value, int]()
    for n, op in enumerate(ops):
        for v in used_values(op):
            if v in made and (op.name in MOVES or ops[made[v]].name in MOVES):
                moved[v] = n
        for v in read_plainly(op):
            if v in made and ops[made[v]].name.startswith("linalg."):
                fused[v] = n
    crossing = [[0, 0] for _ in range(len(ops) + 1)]
    for kind, last_uses in enumerate((moved, fused)):
        for v, last in last_uses.items():
            for n in range(made[v] + 1, last + 1):
                crossing[n][kind] += 1
    cuts, start = [], 0
    while len(ops) - start > 2 * MIN_BLOCK_OPS:
        start = min(range(start + MIN_BLOCK_OPS, start + 2 * MIN_BLOCK_OPS), key=lambda n: (sum(crossing[n]), crossing[n][1], -n))
        cuts.append(start)
    return cuts
