"""Schedule with loads first. No sum of costs can distinguish it from other schedules.

A conversion, a reduction or a matrix product makes the threads of a program wait for each other. ptxas moves no load over a
barrier, and few over other instructions. A load behind a barrier begins only after it, and its latency is added. Here every load
of global memory moves to the head of its straight line, with the operations it needs, if these do not wait for anything. It
passes no write to global memory and no operation with a region, unless the user promises that arrays do not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from egraph_opt.families.layout.encode.descriptor_alias import FunctionBuffers
from egraph_opt.ir.declaration import Effect, Layouts, declaration
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewrite import map_blocks, replace_ops
from egraph_opt.ir.underlying_array import underlying_array

ON_CHIP = frozenset(
    "ttg.async_commit_group ttg.async_copy_global_to_local ttg.async_wait ttg.local_alloc ttg.local_dealloc ttg.local_load"
    " ttg.local_store ttng.fence_async_shared ttng.warp_group_dot ttng.warp_group_dot_wait".split()
)
"""Operations that change nothing that a load of global memory reads, and that let no other program or warp group continue that might.
"""

_THREAD_LOCAL = frozenset((Layouts.POINTWISE, Layouts.GENERATE, Layouts.BROADCAST, Layouts.EXPAND_DIMS))
"""Layout behaviour of operations that each thread does by itself."""
_PLACES = frozenset(("tt.get_program_id", "tt.get_num_programs"))
"""Operations that give the place of a program instance, which is known from the start."""
_FLOW = ("scf.", "cf.br", "cf.cond_br", "cf.switch", "tt.func", "tt.return", "tt.reduce.return", "tt.scan.return", "ttg.warp_")
"""Operations that only run their regions, or do nothing. Names or prefixes of names."""


def loads_first(function: Op, no_alias: bool = False) -> Op:
    """Return the function with its loads as early as possible.

    Memory that the function also writes is left alone: programs rely on barriers that conversions happen to make between a store
    and a load of the same memory by another thread, though no operation says so.

    `no_alias` is a promise: no array that the function writes overlaps another. Memory that is only read is then constant, and
    loads of it go to the head of their block, past stores, loops and conditionals.
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
    """Loads of a function that may move, and the operations they may pass; `no_alias` as in `loads_first`."""

    def __init__(self, function: Op, no_alias: bool) -> None:
        self._array = underlying_array(function)
        writes = [op for op in function.walk() if _writes(op)]
        self._written = {self._array(v) for op in writes for v in op.operands if "tt.ptr<" in v.type or "tensordesc" in v.type}
        self.constant = no_alias and all(op.name == "tt.store" for op in writes)
        """True if memory that is only read is constant."""

    def only_read(self, load: Op) -> bool:
        """Return whether the function does not write to the array that a load reads, as far as is known."""
        written = self._written
        return not written or (None not in written and self._array(load.operands[0]) not in {None, *written})

    def move_through(self, loop: Op, load: Op) -> bool:
        """Return whether a load may be done in an earlier iteration of a loop, or before the loop."""
        return self.only_read(load) and (self.constant or not any(map(_writes, loop.walk())))


class Arrays(NamedTuple):
    """Arrays of a function, as numbers of its arguments: none that is written may overlap one that is only read."""

    written: tuple[int, ...]
    read: tuple[int, ...]


def arrays_apart(function: Op, every: bool = False) -> Arrays | None:
    """Return the arrays that must not overlap if loads move by promise; with `every`, if any load may pass any store. None if
    that does not suffice.
    """
    array, numbers = underlying_array(function), {v: i for i, v in enumerate(function.regions[0].blocks[0].arguments)}
    stores = [op for op in function.walk() if _writes(op)]
    loads = [op for op in function.walk() if op.name == "tt.load"]
    written, loaded = ({array(op.operands[0]) if op.operands else None for op in ops} for ops in (stores, loads))
    known = None not in written and (not every or (None not in loaded and loaded.isdisjoint(written)))
    if not known or any(op.name != "tt.store" for op in stores):
        return None
    return Arrays(*(tuple(sorted(numbers[v] for v in each if v is not None)) for each in (written, loaded - written)))


def _lines(ops: Sequence[Op]) -> list[list[Op]]:
    """Return the operations of a block, split at those that no load may pass."""
    lines: list[list[Op]] = [[]]
    for op in ops:
        if passable(op):
            lines[-1].append(op)
        else:
            lines += [[op], []]
    return lines


def _hoist_loads(line: Sequence[Op], loads: set[Op], memory: FunctionBuffers) -> list[Op]:
    """Return a straight line that begins with those loads and the operations they need, except loads that need an operation that waits."""
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
    """Return whether each thread does an operation by itself, without memory that changes."""
    known = memory.declaration(op)
    return op.name in _PLACES or (known.effect is Effect.PURE and known.layouts in _THREAD_LOCAL)


def passable(op: Op) -> bool:
    """Return whether a load may pass an operation, that is whether it writes no global memory.

    A load moved above the wait of a pipelined loop comes after the copies of later iterations. That shows in machine code
    (`machine.warp_latency`).
    """
    return op.name in ON_CHIP or (not op.successors and declaration(op).effect in (Effect.PURE, Effect.READS))


def _writes(op: Op) -> bool:
    return not op.name.startswith(_FLOW) and not passable(op)
