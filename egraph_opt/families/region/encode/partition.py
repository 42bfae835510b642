"""Partition of long functions: consecutive operations, in parts small enough for complete searches.

The search rewrites slices, insertions and similar operations, so functions are cut where few values of such operations are live.
A part is a separate block (`blocks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.families.region.encode.generic_op_builder import generic
from egraph_opt.families.region.encode.linalg_reader import read_plainly
from egraph_opt.ir.def_use import used_values
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewrite import replace_body

MOVES = (
    "tensor.extract_slice", "tensor.insert_slice", "tensor.pad", "tensor.concat", "tensor.expand_shape", "tensor.collapse_shape",
    "flow.tensor.slice", "flow.tensor.update", "flow.tensor.splat", "flow.tensor.empty", "flow.tensor.reshape", "linalg.transpose",
)  # fmt: skip
"""Operations that the search rewrites together with their neighbours."""
MAX_BLOCK_OPS = 350
"""Maximum number of operations in an undivided block."""
PART = 30
"""Minimum number of operations in a part; the maximum is twice as many."""


def split_block(function: Op) -> Op:
    """Return a function of one long block with the block divided into parts; other functions unchanged."""
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
    """Return a function whose blocks are parts as a function of one block."""
    *parts, last = function.regions[0].blocks
    ops = (*(op for part in parts for op in part.ops[:-1]), *last.ops)
    first = (*parts, last)[0]
    return replace_body(function, replace(first, ops=ops))


def _cuts(ops: Sequence[Op]) -> list[int]:
    """Return the positions of cuts. Each minimises the number of live values of moves and of values that IREE may fuse with their users.

    Ties are broken by fewer values of the latter kind, then by the later position.
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
    while len(ops) - start > 2 * PART:
        start = min(range(start + PART, start + 2 * PART), key=lambda n: (sum(crossing[n]), crossing[n][1], -n))
        cuts.append(start)
    return cuts
