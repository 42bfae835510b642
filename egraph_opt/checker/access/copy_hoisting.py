"""Normal form of loops with asynchronous copies: each copy is issued as early in the body as another place is proved equal.

A copy (TMA) writes a slot of a buffer and signals a barrier. It moves together with the operation that arms the barrier. It moves
above an operation only if

* the operation has no effect, or only reads global memory;
* the operation starts a matrix product that reads other slots. A product that is not asynchronous also waits for earlier products, so
  nothing moves above it;
* the operation waits for another barrier, and thus for copies to other slots.

Nothing else is passed: no wait for products, so that the same products run at both places, no fence, no store, no other copy. Slots differ
if they belong to different allocations, or if their indices differ: both count modulo the number of slots from different starts. All uses
of the buffer and the barrier must be known, and copies that signal slot number `i` of a barrier write slot number `i` of a buffer.

Sources: Triton's TritonNvidiaGPUOps.td, its lowering of `warp_group_dot`, and the PTX ISA on `mbarrier`, bulk copies and `wgmma`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from egraph_opt.checker.access.effects import CONSTANT, OpEffect, effect
from egraph_opt.checker.access.onchip_memory import ALLOCATION, LOAD, PRODUCT, VIEWS, WAIT
from egraph_opt.checker.values.constant import value_of
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Block, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops

COPY, ARM, AWAIT = "ttng.async_tma_copy_global_to_local", "ttng.barrier_expect", "ttng.wait_barrier"
_INDEX, _FREE = "ttg.memdesc_index", "ttg.local_dealloc"
_BUFFER_USERS = VIEWS | {WAIT, PRODUCT, LOAD, COPY, _FREE}
_BARRIER_USERS = frozenset((_INDEX, ARM, AWAIT, COPY, _FREE, "ttng.init_barrier", "ttng.inval_barrier"))
_HIDING = frozenset(("tt.call", "ttg.warp_specialize", "scf.while"))
"""Operations behind which other copies, or other threads that arrive at a barrier, may be hidden."""
_LOCAL = "warpGroupLocal"
"""Attribute of a wait at which warp groups do not wait for each other, which is correct only for the accesses that follow it."""
_AT_LEAST, _TYPE, _BITS = "5 : i64", "i32", 32


class Slot(NamedTuple):
    """Slot of an allocation. `number` is the index of the slot, None if it is the whole allocation or unknown."""

    allocation: Value
    number: Value | None


def hoist_copies(function: Op) -> Op:
    """Return the function with each copy issued as early in its loop as allowed; the function itself if no copy moves."""
    ops = list(function.walk())
    names = {op.name for op in ops}
    if COPY not in names or names & _HIDING or any(op.successors or _LOCAL in op.attributes for op in ops):
        return function
    slots = _Slots(ops)

    def hoist(op: Op) -> Op:
        return map_blocks(op, lambda block: body(op, block))

    def body(op: Op, block: Block) -> Block:
        ops = [hoist(inner) for inner in block.ops]
        return replace_ops(block, _hoist(ops, slots, _Counters(op, block, slots.made)) if op.name == "scf.for" else ops)

    return hoist(function)


class _Slots:
    """Slots of a function's buffers and barriers, and which allocations have known users only."""

    def __init__(self, ops: Sequence[Op]) -> None:
        self.made = defining_ops(ops)
        self.targets: dict[Value, set[Value]] = {}
        """Allocation of barriers -> allocations that copies write and signal there."""
        copies = [self.copy_slots(op) for op in ops if op.name == COPY]
        barriers = {barrier.allocation for barrier, _ in copies if barrier is not None}
        self._lost = any(None in slots for slots in copies)
        """True if a copy writes an unknown buffer or signals an unknown barrier."""
        self._unknown: set[Value] = set()
        """Allocations with unknown users, or with slots whose number is unknown."""
        for op in ops:
            for slot in (self.slot(v) for v in op.operands if "memdesc" in v.type):
                if slot is not None and op.name not in (_BARRIER_USERS if slot.allocation in barriers else _BUFFER_USERS):
                    self._unknown.add(slot.allocation)
            if op.name == _INDEX and (slot := self.slot(op.operands[0])) is not None and slot.allocation is not op.operands[0]:
                self._unknown.add(slot.allocation)
        for barrier, target in copies:
            if barrier is not None and target is not None:
                self.targets.setdefault(barrier.allocation, set()).add(target.allocation)
                if target.allocation in barriers or not self._same(barrier.number, target.number):
                    self._unknown |= {barrier.allocation, target.allocation}

    def is_known(self, slot: Slot | None) -> bool:
        return slot is not None and not self._lost and slot.allocation not in self._unknown

    def slot(self, value: Value) -> Slot | None:
        """Return the slot that a view belongs to; None if its allocation is unknown."""
        indices: list[Value] = []
        while (op := self.made.get(value)) is not None:
            if op.name == ALLOCATION:
                return Slot(value, indices[0] if len(indices) == 1 else None)
            if op.name == WAIT and len(op.operands) == len(op.results):
                value = op.operands[op.results.index(value)]
                continue
            if op.name not in VIEWS or len(op.operands) != 1 + (op.name == _INDEX):
                return None
            indices += op.operands[1:]
            value = op.operands[0]
        return None

    def copy_slots(self, copy: Op) -> tuple[Slot | None, Slot | None]:
        """Return the barrier that a copy signals, and the slot that it writes."""
        places = [self.slot(v) for v in copy.operands if "memdesc" in v.type]
        return (places[0], places[1]) if len(places) == 2 else (None, None)

    def constant(self, value: Value) -> int | None:
        """Return the value of a 32-bit constant."""
        op = self.made.get(value)
        found = value_of(op) if op is not None and op.name == CONSTANT and value.type == _TYPE else None
        return found - (found >> _BITS - 1 << _BITS) if isinstance(found, int) else None

    def _same(self, one: Value | None, other: Value | None) -> bool:
        if one is None or other is None:
            return one is other
        return one is other or None is not self.constant(one) == self.constant(other)


class _Counters:
    """Values that count modulo a number in a loop: `x = select(a + 1 >= n, 0, a + 1)`, where `x` is the next value of the argument `a`."""

    def __init__(self, loop: Op, block: Block, made: Mapping[Value, Op]) -> None:
        ends = block.ops[-1].operands if block.ops else ()
        arguments = block.arguments[1:]
        self._made = made
        self._carried = {a: (i, e) for a, i, e in zip(arguments, loop.operands[3:], ends, strict=False)}

    def differ(self, one: Value | None, other: Value | None, slots: _Slots) -> bool:
        """Return whether two values differ in every iteration."""
        if one is None or other is None:
            return False
        a, b = self._count(one, slots), self._count(other, slots)
        return a is not None and b is not None and a[1] == b[1] and a[0] != b[0]

    def _count(self, value: Value, slots: _Slots) -> tuple[int, int] | None:
        """Return the first value and the modulus of a counter."""
        if value in self._carried:
            first, following = self._carried[value]
            found, start = self._step(following, slots), slots.constant(first)
            return (
                None
                if found is None or found[0] is not value or start is None or not 0 <= start < found[1]
                else (start, found[1])
            )
        found = self._step(value, slots)
        if found is None or found[0] not in self._carried:
            return None
        argument, modulus = found
        first, following = self._carried[argument]
        start = slots.constant(first)
        if following is not value or start is None or not -1 <= start < modulus:
            return None
        return (start + 1) % modulus, modulus

    def _step(self, value: Value, slots: _Slots) -> tuple[Value, int] | None:
        """Return the argument `a` and the modulus if the value is `select(a + 1 >= n, 0, a + 1)`."""
        choice = self._made.get(value)
        if choice is None or choice.name != "arith.select" or len(choice.operands) != 3 or value.type != _TYPE:
            return None
        condition, zero, sum = choice.operands
        test, addition = self._made.get(condition), self._made.get(sum)
        if test is None or addition is None or (test.name, addition.name) != ("arith.cmpi", "arith.addi"):
            return None
        if len(test.operands) != 2 or len(addition.operands) != 2:
            return None
        modulus, argument = slots.constant(test.operands[1]), addition.operands[0]
        counts = test.operands[0] is sum and test.attributes.get("predicate") == _AT_LEAST
        if not counts or slots.constant(zero) != 0 or slots.constant(addition.operands[1]) != 1 or modulus is None or modulus < 1:
            return None
        return argument, modulus


def _hoist(ops: Sequence[Op], slots: _Slots, counters: _Counters) -> list[Op]:
    """Return the body of a loop with its copies, in their order, as early as allowed."""
    found: list[Op] = []
    left = list(ops)
    while left:
        op = left.pop(0)
        group = _group(op, left, slots) if op.name == ARM and op.operands else []
        if not group:
            found.append(op)
            continue
        last = left.index(group[-1])
        between = [each for each in left[:last] if each not in group]
        del left[: last + 1]
        found = _place([*found, *between], group, slots, counters)
    return found


def _group(arm: Op, following: Sequence[Op], slots: _Slots) -> list[Op]:
    """Return the operation that arms a barrier and all copies that signal it next; empty if something else lies between."""
    group = [arm]
    for op in following:
        if op.name == COPY and arm.operands[0] in op.operands:
            group.append(op)
        elif effect(op) is not OpEffect.PURE:
            break
    barrier = slots.slot(arm.operands[0])
    targets = [slots.copy_slots(op)[1] for op in group[1:]]
    known = barrier is not None and all(map(slots.is_known, (barrier, *targets)))
    return group if targets and known and all(slots.copy_slots(op)[0] == barrier for op in group[1:]) else []


def _place(ops: Sequence[Op], group: Sequence[Op], slots: _Slots, counters: _Counters) -> list[Op]:
    """Return the operations with a group, and the operations that compute its operands, inserted as early as allowed."""
    needed = {v for op in group for v in op.operands}
    moved: list[Op] = []
    passed: list[Op] = []
    at = len(ops)
    for op in reversed(ops):
        pure = effect(op) is OpEffect.PURE
        if not needed.isdisjoint(op.results):
            if not pure or op.regions:
                break
            moved.append(op)
            needed.update(op.operands)
        elif pure or _may_pass(op, group, slots, counters):
            passed.append(op)
        else:
            break
        at -= 1
    return [*ops[:at], *reversed(moved), *group, *reversed(passed)]


def _may_pass(op: Op, group: Sequence[Op], slots: _Slots, counters: _Counters) -> bool:
    """Return whether a group may be issued before an operation that has an effect."""
    buffers = [v for v in op.operands if "memdesc" in v.type]
    if effect(op) is OpEffect.READ:
        return not buffers
    barrier = slots.slot(group[0].operands[0])
    targets = [slots.copy_slots(copy)[1] for copy in group[1:]]
    if op.name == PRODUCT and op.attributes.get("isAsync") == "true":
        return all(_apart(slots.slot(v), target, slots, counters) for v in buffers for target in targets)
    if op.name != AWAIT or len(buffers) != 1:
        return False
    awaited = slots.slot(buffers[0])
    if awaited is None or not slots.is_known(awaited) or not _apart(awaited, barrier, slots, counters):
        return False
    written = slots.targets.get(awaited.allocation, set())
    same = barrier is not None and awaited.allocation is barrier.allocation
    return same or all(target is not None and target.allocation not in written for target in targets)


def _apart(one: Slot | None, other: Slot | None, slots: _Slots, counters: _Counters) -> bool:
    """Return whether two slots share no memory."""
    if one is None or other is None:
        return False
    return one.allocation is not other.allocation or counters.differ(one.number, other.number, slots)
