"""Scheduling of operations for short live ranges, for programs that spill, or whose registers leave room for fewer instances.

ptxas schedules instructions between barriers only. Conversions, reductions, products and accesses to shared memory need barriers, so their
order decides how many tensors live at once. Triton's pipeliner, for example, reads all tensors of an iteration at its start.

Method: list scheduling of each block from its end (bottom-up, as in Goodman and Hsu, "Code scheduling and register allocation in large
basic blocks", ICS 1988). Of the operations whose users are all scheduled, the next is the one that needs the fewest additional registers.
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.cost.register_pressure import REMADE, registers
from egraph_opt.families.layout.emit.load_scheduling import ON_CHIP, MovableLoads
from egraph_opt.families.layout.encode.descriptor_alias import DEALLOC, LOAD
from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops

CHANGING = frozenset(("ttg.async_copy_global_to_local", "ttg.async_wait", "ttg.local_store", DEALLOC))
"""On-chip operations after which a read of shared memory may see other contents."""
MAX_OPS = 4096
"""Largest number of operations of a block that is scheduled; the time grows with its square."""
_COMBINING = ("tt.reduce", "tt.scan", "tt.map_elementwise")


def shorten_live_ranges(function: Op, move_loads: bool) -> Op:
    """Return the function with the operations of each block in an order in which fewer registers are live at once.

    Operations with effects keep their order. Reads of shared memory stay between the same operations that may change it. With
    `move_loads`, loads from arrays that the function never writes move too, except over operations that may write global memory.
    """
    loads = MovableLoads(function, no_alias=False) if move_loads else None

    def schedule(op: Op) -> Op:
        return op if op.name in _COMBINING else map_blocks(op, block)

    def block(old: Block) -> Block:
        ops = [schedule(op) for op in old.ops]
        return replace_ops(old, _BlockSchedule(ops, loads).order() if len(ops) <= MAX_OPS else ops)

    return schedule(function)


class _BlockSchedule:
    """Dependences of a block's operations, by their numbers."""

    def __init__(self, ops: Sequence[Op], loads: MovableLoads | None) -> None:
        self.ops, self.loads = ops, loads
        made = {result: i for i, op in enumerate(ops) for result in op.results}
        self.used = [{v for inner in op.walk() for v in inner.operands if v in made} for op in ops]
        """Values of the block that an operation uses, also in its regions."""
        self.before: list[set[int]] = [{made[v] for v in used} for used in self.used]
        """Operations that must run before an operation."""
        self._order_effects()
        self.size = {v: 0 if declaration(op).layouts in REMADE else registers(v.type) for op in ops for v in op.results}

    def _order_effects(self) -> None:
        """Add the dependences between operations with effects, and between reads and the operations that may change what they read."""
        last = last_shared = last_global = -1
        shared: list[int] = []
        read: list[int] = []
        """Reads of shared memory, and loads, since the last operation that may change what they read."""
        for i, op in enumerate(self.ops):
            if op.name == LOAD:
                shared.append(i)
                self.before[i].add(last_shared)
            elif self._is_movable_load(op):
                read.append(i)
                self.before[i].add(last_global)
            elif declaration(op).effect is not Effect.PURE or (op.regions and op.name not in _COMBINING):
                self.before[i].add(last)
                last = i
                if op.name != "tt.store" and (op.name not in ON_CHIP or op.name in CHANGING):
                    self.before[i].update(shared)
                    shared, last_shared = [], i
                if op.name not in ON_CHIP:
                    self.before[i].update(read)
                    read, last_global = [], i
        for before in self.before:
            before.discard(-1)

    def _is_movable_load(self, op: Op) -> bool:
        if self.loads is None or op.name != "tt.load" or declaration(op).effect is not Effect.READS:
            return False
        return self.loads.only_read(op)

    def order(self) -> list[Op]:
        """Return the operations in their new order; the terminator stays last."""
        waiting = [0] * len(self.ops)
        for before in self.before:
            for i in before:
                waiting[i] += 1
        ready = [i for i, users in enumerate(waiting) if not users]
        live: set[Value] = set()
        found: list[int] = []
        while ready:
            at_end = not found and len(self.ops) - 1 in ready
            i = len(self.ops) - 1 if at_end else min(ready, key=lambda i: (self._added_registers(i, live), -i))
            ready.remove(i)
            found.append(i)
            live.difference_update(self.ops[i].results)
            live |= self.used[i]
            for j in self.before[i]:
                waiting[j] -= 1
                if not waiting[j]:
                    ready.append(j)
        return [self.ops[i] for i in reversed(found)]

    def _added_registers(self, i: int, live: set[Value]) -> int:
        """Return how many more registers are live before an operation than after it."""
        return sum(self.size[v] for v in self.used[i] - live) - sum(self.size[v] for v in self.ops[i].results if v in live)
