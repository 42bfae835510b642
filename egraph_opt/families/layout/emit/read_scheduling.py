"""Scheduling of reads of shared memory directly before their uses, for programs that need fewer registers.

Triton's pipeliner reads all tensors of an iteration at its start. Since ptxas moves no read over a barrier, each tensor then takes
registers until its use.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.families.layout.emit.load_scheduling import passable
from egraph_opt.families.layout.encode.descriptor_alias import DEALLOC, LOAD
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops

CHANGING = frozenset(("ttg.async_copy_global_to_local", "ttg.async_wait", "ttg.local_store", DEALLOC))
"""On-chip operations after which a read may see other contents of a buffer."""


def reads_late(function: Op) -> Op:
    """Return the function with each read of shared memory, and each conversion of what it reads to another type, moved directly before
    its first use in its block.

    A read moves over no operation that may write to shared memory, wait for copies, or have unknown effects.
    """
    return map_blocks(function, _block)


def _block(old: Block) -> Block:
    return replace_ops(old, _sink_reads([map_blocks(op, _block) for op in old.ops]))


def _sink_reads(ops: Sequence[Op]) -> list[Op]:
    read: set[Value] = set()
    moving = set()
    for op in ops:
        if op.name == LOAD or (_converts_type(op) and read.issuperset(op.operands)):
            moving.add(op)
            read.update(op.results)
    late: list[Op] = []
    """Operations after the current one, in reverse order."""
    for op in reversed(ops):
        place = len(late)
        if op in moving:
            while place and _may_precede(late[place - 1], op):
                place -= 1
        late.insert(place, op)
    return late[::-1]


def _converts_type(op: Op) -> bool:
    known = declaration(op)
    return len(op.operands) == 1 and known.effect is Effect.PURE and known.layouts is Layouts.POINTWISE and not op.regions


def _may_precede(op: Op, read: Op) -> bool:
    """Return whether an operation that follows a read may run before it."""
    if any(not set(read.results).isdisjoint(inner.operands) for inner in op.walk()):
        return False
    return op.name == "tt.store" or (passable(op) and op.name not in CHANGING)
