"""Removal of redundant waits between warp groups and of redundant fences on Hopper.

Asynchronous warp-group products (`wgmma`) read shared memory through the async proxy. Two operations order these reads with other accesses:

* `ttng.warp_group_dot_wait` waits for products. Since Triton 3.9 all warp groups also synchronise there, so that no group
overwrites a buffer that another still reads (triton #11047). The attribute `warpGroupLocal` removes this synchronisation.
* `ttng.fence_async_shared` makes shared-memory writes visible to the async proxy.

Triton's barrier analysis (`Membar`) inserts a missing barrier before a write to a buffer that a product reads. At each barrier
the analysis forgets earlier reads, possibly before the product is done. A wait can be local if each buffer that a pending product
reads satisfies one of two conditions:

* The last product before the wait reads the buffer, and no barrier can lie between the product and the wait.
* The first operation after the wait that accesses the buffer is a product that reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from egraph_opt.ir.declaration_lookup import Effect, Layouts, declaration
from egraph_opt.ir.def_use import defining_ops
from egraph_opt.ir.module import Block, InputError, Module, Op, Value
from egraph_opt.ir.rewriting.rewrite import map_blocks, replace_ops
from egraph_opt.text import write
from egraph_opt.triton.choice.kernel_search import read_once

DOT, WAIT, FENCE = "ttng.warp_group_dot", "ttng.warp_group_dot_wait", "ttng.fence_async_shared"
VIEWS = frozenset(f"ttg.memdesc_{name}" for name in ("index", "reinterpret", "reshape", "subslice", "trans"))
LOCAL = "warpGroupLocal"
OPAQUE_OPS = frozenset(("tt.call", "ttg.warp_specialize"))
"""Operations inside which asynchronous products may start without being visible to this analysis."""
_PENDING = "pendings = 0 : i32"
_ALONE = frozenset((Layouts.POINTWISE, Layouts.GENERATE, Layouts.BROADCAST, Layouts.EXPAND_DIMS))
_GROUP = 128
Buffers = frozenset[Value | None]
"""Shared-memory allocations; None stands for an unknown allocation."""


def with_fewer_waits(text: str) -> str | None:
    """Return TTGIR without repeated fences, and with waits that are local to one warp group where this suffices. None if nothing
    changes or the text does not parse.

    A fence is repeated if no write to shared memory lies between it and an equal earlier fence.
    """
    if WAIT not in text:
        return None
    try:
        module = read_once(text)
    except InputError:
        return None
    new = module.replace_functions({function: _with_fewer(function, module) for function in module.functions()})
    return None if new is module else write(new)


def _with_fewer(function: Op, module: Module) -> Op:
    if any(op.name in OPAQUE_OPS for op in function.walk()):
        return function
    waits = FunctionWaits(defining_ops(function.walk()))
    if module.threads(function) > _GROUP:
        waits.follow(function, frozenset())
    return _rewrite_op(function, waits)


@dataclass
class FunctionWaits:
    """Analysis of a function that decides which waits may be local to one warp group, on every control-flow path."""

    defined: Mapping[Value, Op]
    local: dict[Op, bool] = field(default_factory=dict)

    def follow(self, op: Op, going: Buffers) -> Buffers:
        """Return the buffers that asynchronous products may still read after an operation with regions.

        `going` are the buffers that they may read before it. The result is a fixpoint over the regions.
        """
        while True:
            after = going.union(*(self._block(block, going) for region in op.regions for block in region.blocks))
            if after == going:
                return going
            going = after

    def _block(self, block: Block, going: Buffers) -> Buffers:
        recent: Buffers = frozenset()
        """Buffers that the last product reads; empty if a barrier may follow it."""
        for at, op in enumerate(block.ops):
            if op.name == DOT and op.attributes.get("isAsync") == "true":
                read = self._buffers(op)
                going, recent = going | read, read
            elif op.name == WAIT and _waits_for_all(op):
                self.local[op] = self.local.get(op, True) and all(
                    each is not None and self._read_first(each, block.ops[at + 1 :]) for each in going - recent
                )
                going = recent = frozenset()
            elif op.regions:
                going, recent = self.follow(op, going), frozenset()
            elif not is_thread_local(op):
                recent = frozenset()
        return going

    def _read_first(self, buffer: Value, ops: Sequence[Op]) -> bool:
        """Return whether the first of `ops` that accesses a buffer is a product that reads it."""
        for op in ops:
            if op.name in VIEWS or op.name == WAIT:
                continue
            touched = frozenset().union(*map(self._buffers, op.walk()))
            if buffer in touched or None in touched:
                return op.name == DOT and buffer in touched
        return False

    def _buffers(self, op: Op) -> Buffers:
        return frozenset(self._buffer(value) for value in op.operands if "memdesc<" in value.type)

    def _buffer(self, value: Value) -> Value | None:
        """Return the allocation that a view belongs to; None if it is unknown."""
        op = self.defined.get(value)
        while op is not None and op.name != "ttg.local_alloc":
            if op.name == WAIT:
                value = op.operands[op.results.index(value)]
            elif op.name in VIEWS:
                value = op.operands[0]
            else:
                return None
            op = self.defined.get(value)
        return None if op is None else value


def is_thread_local(op: Op) -> bool:
    """Return whether an operation uses neither shared memory nor other threads. Triton inserts no barrier before such operations."""
    if op.name in VIEWS:
        return True
    known = declaration(op)
    return known.effect is Effect.PURE and known.layouts in _ALONE and not op.regions


def _waits_for_all(wait: Op) -> bool:
    return wait.attributes.get("pendings", "").startswith("0")


def _rewrite_op(op: Op, waits: FunctionWaits) -> Op:
    return map_blocks(op, lambda block: _block(block, waits))


def _block(block: Block, waits: FunctionWaits) -> Block:
    ops: list[Op] = []
    fence: Op | None = None
    """Last fence since which nothing was written to shared memory."""
    for op in block.ops:
        if op.name == FENCE:
            if fence is not None and fence.attributes == op.attributes:
                continue
            fence = op
        elif not is_thread_local(op) and op.name not in (DOT, WAIT):
            fence = None
        ops.append(_local(op) if waits.local.get(op) else _rewrite_op(op, waits))
    return replace_ops(block, ops)


def _local(wait: Op) -> Op:
    if LOCAL in wait.attributes:
        return wait
    pieces = tuple(piece.replace(_PENDING, f"{_PENDING}, {LOCAL}") if isinstance(piece, str) else piece for piece in wait.pieces)
    return wait if pieces == wait.pieces else replace(wait, attributes={**wait.attributes, LOCAL: "unit"}, pieces=pieces)
