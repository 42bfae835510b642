"""Scheduling of loads before other operations of their block, which the cost model does not price.

Conversions, reductions and matrix products contain barriers. Since ptxas moves no load over a barrier, a load after a barrier
adds its full latency. This pass hoists global loads with their operands, if these need no barrier. A load moves above global
writes and operations with regions only if the user promises that arrays do not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.ir.analysis.disjoint_arrays import Arrays
from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops

ON_CHIP = frozenset(
    "ttg.async_commit_group ttg.async_copy_global_to_local ttg.async_wait ttg.local_alloc ttg.local_dealloc ttg.local_load"
    " ttg.local_store ttng.fence_async_shared ttng.warp_group_dot ttng.warp_group_dot_wait".split()
)
"""On-chip operations above which a load may move. They write no global memory, and do not wait for other threads to write it."""

_THREAD_LOCAL = frozenset((Layouts.POINTWISE, Layouts.GENERATE, Layouts.BROADCAST, Layouts.EXPAND_DIMS))
"""Layout behaviours of operations that need no communication between threads."""
_PLACES = frozenset(("tt.get_program_id", "tt.get_num_programs"))
"""Operations that return a program instance's coordinates."""
_FLOW = ("scf.", "cf.br", "cf.cond_br", "cf.switch", "tt.func", "tt.return", "tt.reduce.return", "tt.scan.return", "ttg.warp_")
"""Names or name prefixes of operations whose only memory effects are those of their regions."""


def loads_first(function: Op, no_alias: bool = False) -> Op:
    """Return the function with each load moved as early in its block as possible.

    Loads from arrays that the function also writes stay, since programs rely on barriers in conversions to order a store before
    another thread's load. `no_alias`: the user promises that no array that the function writes overlaps another. Loads from
    read-only arrays then move to the head of their block, above stores, loops and conditionals.
    """
    moving, memory = MovableLoads(function, no_alias), FunctionBuffers(function)

    def schedule_op(op: Op) -> Op:
        return op if op.name in ("tt.reduce", "tt.scan") else map_blocks(op, block)

    def block(old: Block) -> Block:
        ops = [schedule_op(op) for op in old.ops]
        loads = {op for op in ops if op.name == "tt.load" and passable(op) and moving.only_read(op)}
        lines = [ops] if moving.constant else _lines(ops)
        return replace_ops(old, list(chain.from_iterable(_hoist_loads(line, loads, memory) for line in lines)))

    return schedule_op(function)


class MovableLoads:
    """Alias analysis that decides which loads of a function may move. `no_alias` as in `loads_first`."""

    def __init__(self, function: Op, no_alias: bool) -> None:
        self._array = underlying_array(function)
        writes = [op for op in function.walk() if writes_global(op)]
        self._written = {self._array(v) for op in writes for v in op.operands if "tt.ptr<" in v.type or "tensordesc" in v.type}
        self.constant = no_alias and all(op.name == "tt.store" for op in writes)
        """True if arrays that the function only reads are constant during its run."""

    def only_read(self, load: Op) -> bool:
        """Return whether the function never writes the array that a load reads."""
        written = self._written
        return not written or (None not in written and self._array(load.operands[0]) not in {None, *written})

    def move_through(self, loop: Op, load: Op) -> bool:
        """Return whether a load may be hoisted to an earlier iteration of a loop or before the loop."""
        return self.only_read(load) and (self.constant or not any(map(writes_global, loop.walk())))


def arrays_apart(function: Op, every: bool = False) -> Arrays | None:
    """Return the arrays that the user promises not to overlap (`no_alias`).

    The result is None if the promise does not help, since some write is no store to a known array. With `every`, it is also None
    unless the promise allows every load to move above every store.
    """
    array, numbers = underlying_array(function), {v: i for i, v in enumerate(function.regions[0].blocks[0].arguments)}
    stores = [op for op in function.walk() if writes_global(op)]
    loads = [op for op in function.walk() if op.name in ("tt.load", "tt.descriptor_load")]
    written, loaded = ({array(op.operands[0]) if op.operands else None for op in ops} for ops in (stores, loads))
    known = None not in written and (not every or (None not in loaded and loaded.isdisjoint(written)))
    if not known or any(op.name != "tt.store" for op in stores):
        return None
    return Arrays(*(tuple(sorted(numbers[v] for v in each if v is not None)) for each in (written, loaded - written)))


def _lines(ops: Sequence[Op]) -> list[list[Op]]:
    """Split a block at the operations above which no load may move."""
    lines: list[list[Op]] = [[]]
    for op in ops:
        if passable(op):
            lines[-1].append(op)
        else:
            lines += [[op], []]
    return lines


def _hoist_loads(line: Sequence[Op], loads: set[Op], memory: FunctionBuffers) -> list[Op]:
    """Return the operations with `loads` and their operands moved to the head, except loads with an operand that needs a barrier."""
    late: set[Value] = set()
    early = []
    for op in line:
        if (op in loads or _alone(op, memory)) and late.isdisjoint(op.operands):
            early.append(op)
        else:
            late.update(op.results)
    needed: set[Value] = set()
    head = set()
    for op in reversed(early):
        if op in loads or not needed.isdisjoint(op.results):
            head.add(op)
            needed.update(op.operands)
    return [*(op for op in line if op in head), *(op for op in line if op not in head)]


def _alone(op: Op, memory: FunctionBuffers) -> bool:
    """Return whether an operation needs neither communication between threads nor mutable memory."""
    known = memory.declaration(op)
    return op.name in _PLACES or (known.effect is Effect.PURE and known.layouts in _THREAD_LOCAL)


def passable(op: Op) -> bool:
    """Return whether a load may move above an operation, because the operation writes no global memory."""
    return op.name in ON_CHIP or (not op.successors and declaration(op).effect in (Effect.PURE, Effect.READS))


def writes_global(op: Op) -> bool:
    """Return whether an operation may write global memory, or wait for other threads to write it, apart from its regions."""
    return not op.name.startswith(_FLOW) and not passable(op)
