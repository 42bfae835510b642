"""Alias analysis of on-chip memory: which buffers a memory descriptor may point to, and which buffers are never overwritten.

A descriptor's type only says whether the buffer can be written *through* this descriptor. Therefore, descriptors that may alias
form a group (Steensgaard, POPL 1996): allocations, their views, and the results of control flow on them. A group is immutable if
all its buffers are initialised at allocation, no descriptor is mutable, and all users are known readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from egraph_opt.ir.analysis.same_thread_accesses import accesses_by_thread
from egraph_opt.ir.control_flow import LOOPS, PARTITIONS, SPECIALIZE
from egraph_opt.ir.declaration_lookup import DECLARATIONS, OPAQUE, Declaration, Effect, declaration
from egraph_opt.ir.module import Op, Value

LOAD, ALLOC, DEALLOC = "ttg.local_load", "ttg.local_alloc", "ttg.local_dealloc"
_ALLOCATIONS = frozenset((ALLOC, "ttng.tmem_alloc"))
_VIEWS = frozenset(
    "ttg.memdesc_index ttg.memdesc_reinterpret ttg.memdesc_reshape ttg.memdesc_subslice ttg.memdesc_trans ttng.tmem_subslice".split()
)
_READERS = {LOAD: 1, "ttng.tmem_load": 1}
"""Number of leading descriptor operands that a synchronous operation reads, by operation."""
_LATE_READERS = {
    "ttng.warp_group_dot": 2,
    "ttng.tc_gen5_mma": 2,
    "ttng.tc_gen5_mma_scaled": 2,
    "ttng.tmem_copy": 1,
    "ttng.async_tma_copy_local_to_global": 1,
    "ttng.async_tma_reduce": 1,
    "ttng.async_tma_scatter": 1,
}
"""Number of leading descriptor operands that an asynchronous operation reads until a wait, by operation."""

Use = tuple[Op, int]


class FunctionBuffers:
    """Alias analysis of the on-chip buffers of one function, including its warp-specialised regions."""

    def __init__(self, function: Op) -> None:
        self._function = function
        self._joined: dict[Value, Value] = {}
        self._filled: set[Value] = set()
        """Representatives of alias groups that contain an allocation. The three sets below hold representatives too."""
        self._changing: set[Value] = set()
        self._freed: set[Value] = set()
        self._late: set[Value] = set()
        passed: set[Use] = set()
        known: set[Value] = set()
        for op in function.walk():
            for uses, made in _passed_on(op):
                passed.update(uses)
                known.update(made)
                self._join(*(user.operands[i] for user, i in uses), *made)
        for op in function.walk():
            self._look_at(op, passed, known)

    @cached_property
    def by_thread(self) -> frozenset[Op]:
        """Loads and stores of global memory that keep their layouts (`accesses_by_thread`)."""
        return accesses_by_thread(self._function)

    def unchanging(self, descriptor: Value) -> bool:
        """Return whether all buffers to which a descriptor may point are initialised at allocation and never overwritten."""
        group = self.group(descriptor)
        return group in self._filled and group not in self._changing

    def is_freed(self, descriptor: Value) -> bool:
        """Return whether an operation deallocates a buffer to which a descriptor may point, so that no new read may be added."""
        return self.group(descriptor) in self._freed

    def declaration(self, op: Op) -> Declaration:
        """Return the declared effect and layout behaviour of an operation, with the effect refined by the alias analysis.

        A read of an immutable buffer is pure. If the buffer is explicitly deallocated or read asynchronously, the read is not
        pure, since it may prevent reuse of the buffer.
        """
        known = declaration(op)
        if op.name == ALLOC and op.operands and len(op.results) == 1:
            pure = known is not OPAQUE and self.unchanging(op.results[0])
            return replace(DECLARATIONS[ALLOC], effect=Effect.PURE if pure else Effect.WRITES)
        if op.name == LOAD and known is not OPAQUE and self.unchanging(op.operands[0]):
            group = self.group(op.operands[0])
            if group not in self._freed and group not in self._late:
                return replace(known, effect=Effect.PURE)
        return known

    def group(self, value: Value) -> Value:
        """Return the representative of the descriptors that may alias `value`."""
        root = value
        while root in self._joined:
            root = self._joined[root]
        while value is not root:
            self._joined[value], value = root, self._joined[value]
        return root

    def _join(self, first: Value, *others: Value) -> None:
        for other in map(self.group, others):
            if other is not (group := self.group(first)):
                self._joined[other] = group

    def _look_at(self, op: Op, passed: set[Use], known: set[Value]) -> None:
        """Record what an operation does to the buffers of its descriptors: initialise, overwrite, deallocate, or read asynchronously."""
        arguments = [v for region in op.regions for block in region.blocks for v in block.arguments]
        for value in filter(is_descriptor, (*op.results, *arguments)):
            group = self.group(value)
            if "mutable" in value.type or (value not in known and not _fills(op)):
                self._changing.add(group)
            if op.name in _ALLOCATIONS:
                self._filled.add(group)
        if op.name in LOOPS:
            self._made_anew(op, arguments)
        seen = 0
        for i, value in enumerate(op.operands):
            if not is_descriptor(value):
                continue
            seen += 1
            group = self.group(value)
            if op.name == DEALLOC:
                self._freed.add(group)
            elif seen <= _LATE_READERS.get(op.name, 0):
                self._late.add(group)
            elif (op, i) not in passed and seen > _READERS.get(op.name, 0):
                self._changing.add(group)

    def _made_anew(self, loop: Op, arguments: list[Value]) -> None:
        """Mark each buffer as mutable that a loop allocates and carries: the next allocation may overwrite it while it is still read."""
        carried = {self.group(value) for value in arguments if is_descriptor(value)}
        if carried:
            made = {self.group(v) for op in loop.walk() if op.name in _ALLOCATIONS for v in op.results}
            self._changing |= carried & made


def is_descriptor(value: Value) -> bool:
    return value.type.startswith("!ttg.memdesc<")


def _fills(op: Op) -> bool:
    """Return whether an operation allocates and initialises a buffer that no other allocation shares."""
    return op.name in _ALLOCATIONS and bool(op.operands) and "allocation.offset" not in op.attributes


def _passed_on(op: Op) -> Iterator[tuple[list[Use], list[Value]]]:
    """Yield the descriptors that an operation passes on, as a view or through control flow, with the values that alias them."""
    if op.name in _VIEWS or op.name == "ttng.warp_group_dot_wait":
        seen = [i for i, v in enumerate(op.operands) if is_descriptor(v)]
        yield from (([(op, i)], [v]) for i, v in zip(seen, filter(is_descriptor, op.results), strict=False))
    elif op.name == "arith.select" and is_descriptor(op.results[0]):
        yield [(op, 1), (op, 2)], [op.results[0]]
    elif op.name in ("scf.for", "scf.while", "scf.if", SPECIALIZE):
        for froms, tos in _edges(op):
            for n in range(min((*map(len, froms), *map(len, tos)), default=0)):
                uses, made = [each[n] for each in froms], [each[n] for each in tos]
                if all(map(is_descriptor, made)):
                    yield uses, made


def _edges(op: Op) -> Iterator[tuple[list[list[Use]], list[list[Value]]]]:
    """Yield control-flow edges as lists of uses and lists of receiving values, matched by position."""
    blocks = [region.blocks[0] for region in op.regions if len(region.blocks) == 1]
    if len(blocks) != len([region for region in op.regions if region.blocks]):
        return
    ends = [_uses(block.ops[-1]) if block.ops else [] for block in blocks]
    results = list(op.results)
    match op.name:
        case "scf.for":
            yield [_uses(op)[3:], ends[0]], [list(blocks[0].arguments[1:]), results]
        case "scf.while":
            yield [_uses(op), ends[1]], [list(blocks[0].arguments)]
            yield [ends[0][1:]], [list(blocks[1].arguments), results]
        case "scf.if":
            yield ends, [results]
        case _:
            yield [ends[0]], [results]
            inner = [below for block in blocks[1:] for below in block.ops if below.name == PARTITIONS]
            for below in inner:
                starts = [list(region.blocks[0].arguments) for region in below.regions if region.blocks]
                yield [_uses(op) or _uses(below)], starts


def _uses(op: Op) -> list[Use]:
    return [(op, i) for i in range(len(op.operands))]
