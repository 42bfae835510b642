"""Shared and tensor memory by allocation: buffers that never change, and asynchronous accesses in flight.

Mutability in a memdesc type is not trusted. A flow-insensitive alias analysis follows buffers from their allocation through views, block
arguments, conditionals, loops, waits and warp partitions. All values that may view one allocation are one alias class (Steensgaard,
"Points-to Analysis in Almost Linear Time", POPL 1996). A buffer never changes if its allocation fills it, no operation deallocates it, and
all uses of its alias class only read.

Sources: `getEffects` and the `MemRead` and `MemWrite` operands in Triton's TritonGPUOps.td, TritonNvidiaGPUOps.td and Ops.cpp. The PTX ISA
on `wgmma`, `cp.async` and bulk copies, which run until a wait for them. Triton's allocator, in which a buffer without a deallocation lives
until its last use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from egraph_opt.checker.access.effects import OFFSET
from egraph_opt.checker.flow.cfg import successor_arguments
from egraph_opt.ir.module import Block, Op, Value

ALLOCATION, LOAD = "ttg.local_alloc", "ttg.local_load"
WAIT = "ttng.warp_group_dot_wait"
PRODUCT = "ttng.warp_group_dot"
VIEWS = frozenset(f"ttg.memdesc_{name}" for name in "index reinterpret reshape subslice trans".split())
_READERS = {
    **dict.fromkeys((LOAD, PRODUCT, WAIT), 99),
    **dict.fromkeys((f"ttng.async_tma_{name}" for name in ("copy_local_to_global", "reduce", "scatter")), 99),
    **dict.fromkeys(("ttng.tc_gen5_mma", "ttng.tc_gen5_mma_scaled"), 2),
    "ttng.tmem_copy": 1,
}
"""Number of leading operands that an operation only reads, at once or until a wait. The operation may write the other operands."""
_STARTING = _READERS.keys() - {LOAD, PRODUCT, WAIT}
"""Operations that go on reading a buffer after they are issued. For a matrix product, an attribute decides."""
_AT_ONCE = frozenset(("ttg.local_load", WAIT))
"""Operations that read a buffer by the generic proxy. The others use the asynchronous proxy, which needs a fence (PTX ISA)."""
_KEEPERS = frozenset(("ttg.local_dealloc", WAIT))
"""Operations that keep a buffer alive until they run: a wait, or a deallocation."""
CHOICE, SPECIALISE = "arith.select", "ttg.warp_specialize"
_HANDS_ON = frozenset(
    f"scf.for scf.if scf.index_switch scf.execute_region scf.while tt.reduce tt.scan {SPECIALISE} {SPECIALISE}.partitions".split()
)
"""Operations with regions for which the flow of values is known."""
_ENDS = frozenset("scf.yield scf.condition cf.br cf.cond_br ttg.warp_yield ttg.warp_return".split())
"""Terminators, whose operands flow to values of the enclosing operation."""
Pair = tuple[Value, Value]


class BufferFacts:
    """Facts about the shared and tensor memory buffers of one function, in which the operations `without` are ignored."""

    def __init__(self, function: Op, without: Collection[Op] = ()) -> None:
        ops = [op for op in function.walk() if op not in without]
        self.kept: dict[Value, int] = {}
        """Index of each allocation whose buffer a wait keeps alive; equal allocations have different indices."""
        self.pending: set[Value] = set()
        """Results of asynchronous matrix products, which no operation may access before the wait."""
        self.loose = False
        """True if asynchronous work uses a buffer that nothing keeps alive, so that a later allocation may reuse its memory too early."""
        self.lasting: dict[Op, list[Value]] = {}
        """Uses of buffers in asynchronous use that nothing keeps alive: operation -> representatives of the buffers."""
        self._parents: dict[Value, Value] = {}
        self._changing: set[Value] = set()
        """Representatives of the classes of aliased buffers that may change."""
        self._fenced: set[Value] = set()
        """Representatives of the classes of aliased buffers that the asynchronous proxy reads."""
        self._made: list[Value] = []
        names = {op.name for op in ops}
        computed = (op for op in ops if WAIT in names and not op.regions and op.name not in (WAIT, PRODUCT, CHOICE))
        self.computed = {v for op in computed for v in op.results} | set(_entry(function).arguments)
        """Values that no running product may write: arguments, and results of operations that compute them."""
        if ALLOCATION in names or PRODUCT in names:
            self._look(function, ops)

    def _look(self, function: Op, ops: list[Op]) -> None:
        self._made = [v for op in ops if op.name == ALLOCATION for v in op.results]
        pairs: list[Pair] = []
        for op in ops:
            if not op.name.startswith("arith.") or op.name == CHOICE:  # other arith operations are frequent and never on buffers
                pairs += self._body(op) if op is function else self._passed_values(op)
        for source, target in pairs:
            if _buffer(source) or _buffer(target):
                self._parents[self._root(source)] = self._root(target)
        self._changing = {self._root(v) for v in self._changing}
        self._fenced = {self._root(v) for op in ops for v in _read_by_proxy(op)}
        self.pending = {v for op in ops if _goes_on(op) for v in op.results}
        if self.pending:
            _follow(self.pending, pairs)
        self._keep(ops)

    def _body(self, function: Op) -> list[Pair]:
        """Return the value flow between the blocks of a function. Its arguments are marked as changing."""
        self._changing.update(_entry(function).arguments)
        return list(_branches(function))

    def _passed_values(self, op: Op) -> list[Pair]:
        """Return pairs (source, target) of values passed through an operation.

        Values that the operation may write, or forward in an unknown way, are recorded as changing.
        """
        if op.regions:
            self._changing.update(() if _passes(op) else _all(op))
            return list(_forwarded_pairs(op)) if _passes(op) else []
        if op.name in VIEWS or op.name in (CHOICE, WAIT):
            return list(_forwarded_pairs(op))
        if op.name not in _ENDS:
            self._changing.update(filter(_buffer, op.operands[_READERS.get(op.name, 0) :]))
            self._changing.update(() if _fills_buffer(op) else filter(_buffer, op.results))
        return []

    def _keep(self, ops: list[Op]) -> None:
        """Find the waits and deallocations that keep buffers alive, and the buffers in asynchronous use that none keeps alive."""
        keepers = [(op.name, v) for op in ops if op.name in _KEEPERS for v in op.operands if _buffer(v)]
        waited = {self._root(v) for name, v in keepers if name == WAIT}
        kept = {self._root(v) for _, v in keepers}
        allocated = {self._root(v) for v in self._made}
        unkept = {root for op in ops for v in _pending_reads(op) if (root := self._root(v)) in allocated and root not in kept}
        self.loose = bool(unkept)
        if self.loose:
            used = {v for op in ops for v in op.operands}
            for op in ops:
                found = {root for v in op.operands if _buffer(v) and (root := self._root(v)) in unkept}
                if found and op.name not in VIEWS and not (op.name == LOAD and used.isdisjoint(op.results)):
                    self.lasting[op] = list(found)
        self.kept = {v: i for i, v in enumerate(v for v in self._made if self._root(v) in waited)}

    def constant(self, buffer: Value) -> bool:
        """Return whether a buffer never changes after its allocation has filled it."""
        return bool(self._made) and self._root(buffer) not in self._changing

    def buffer(self, view: Value) -> Value:
        """Return the buffer that represents all buffers that a view may alias."""
        return self._root(view)

    def is_fenced(self, buffer: Value) -> bool:
        """Return whether the asynchronous proxy reads a buffer, so that the operation that fills it must not move across a fence."""
        return self._root(buffer) in self._fenced

    @property
    def has_fenced(self) -> bool:
        """Return whether the asynchronous proxy reads any buffer."""
        return bool(self._fenced)

    def _root(self, value: Value) -> Value:
        parents = self._parents
        while (parent := parents.get(value, value)) is not value:
            parents[value] = parents.get(parent, parent)
            value = parent
        return value


def _entry(function: Op) -> Block:
    """Return the entry block of a function; an empty block if it has none."""
    entry, *_ = *(block for region in function.regions for block in region.blocks), Block()
    return entry


def _buffer(value: Value) -> bool:
    return "memdesc" in value.type


def _goes_on(op: Op) -> bool:
    return op.name == PRODUCT and op.attributes.get("isAsync", "false") != "false"


def _pending_reads(op: Op) -> list[Value]:
    operands = op.operands if _goes_on(op) else op.operands[: _READERS[op.name]] if op.name in _STARTING else ()
    return [v for v in operands if _buffer(v)]


def _read_by_proxy(op: Op) -> list[Value]:
    """Return the buffers that an operation reads by the asynchronous proxy."""
    first = _READERS[op.name] if op.name in _READERS and op.name not in _AT_ONCE else 0
    return [v for v in op.operands[:first] if _buffer(v)]


def _fills_buffer(op: Op) -> bool:
    """Return whether an allocation initialises its buffer. An allocation with an assigned offset may share memory, so it does not count."""
    mutable = any("mutable" in v.type for v in op.results)
    return op.name == ALLOCATION and len(op.operands) == 1 and not mutable and OFFSET not in op.attributes


def _nested_ops(op: Op) -> list[Op]:
    """Return an operation and, for a warp specialisation, the nested operations that contain the partition regions."""
    inner = (below for region in op.regions[1:] for block in region.blocks for below in block.ops)
    return [op, *inner] if op.name == SPECIALISE else [op]


def _passes(op: Op) -> bool:
    return op.name in _HANDS_ON and all(len(region.blocks) <= 1 for below in _nested_ops(op) for region in below.regions)


def _all(op: Op) -> Iterator[Value]:
    """Yield the values of an operation with unknown regions, each of which may flow to any other.

    They are operands, results, block arguments and operands of terminators.
    """
    yield from (*op.operands, *op.results)
    for block in (block for below in _nested_ops(op) for region in below.regions for block in region.blocks):
        yield from block.arguments
        yield from block.ops[-1].operands if block.ops else ()


def _forwarded_pairs(op: Op) -> Iterator[Pair]:
    """Yield pairs (source, target): the target may be the unchanged source."""
    if op.name in VIEWS:
        return _pairs(op.operands[:1], op.results)
    return _WAYS[op.name](op) if op.name in _WAYS else iter(())


def _through_for(op: Op) -> Iterator[Pair]:
    (arguments, ends), *_ = (*_regions(op), ((), ()))
    for given in (op.operands[3:], ends):
        yield from _pairs(given, arguments[1:], op.results)


def _through_if(op: Op) -> Iterator[Pair]:
    for _, ends in _regions(op):
        yield from _pairs(ends, op.results)


def _through_while(op: Op) -> Iterator[Pair]:
    (before, passed), (after, ends), *_ = (*_regions(op), ((), ()), ((), ()))
    for given in (op.operands, ends):
        yield from _pairs(given, before)
    yield from _pairs(passed[1:], after, op.results)


def _through_partitions(op: Op) -> Iterator[Pair]:
    """Yield pairs (source, target) of values passed into and out of the regions of a warp specialisation.

    The results of the operation come from the default region; a nested operation contains the partitions.
    """
    for _, ends in _regions(op)[:1]:
        yield from _pairs(ends, op.results)
    for inner in (inner for region in op.regions[1:] for block in region.blocks for inner in block.ops):
        for arguments, _ in _regions(inner):
            yield from _pairs(inner.operands or op.operands, arguments)


def _through_choice(op: Op) -> Iterator[Pair]:
    for value in op.operands[1:]:
        yield from _pairs((value,), op.results)


def _through_wait(op: Op) -> Iterator[Pair]:
    yield from ((a, b) for a, b in zip(op.operands, op.results, strict=False) if _buffer(a))


_WAYS = {
    "scf.for": _through_for, "scf.if": _through_if, "scf.while": _through_while, SPECIALISE: _through_partitions,
    "scf.index_switch": _through_if, "scf.execute_region": _through_if, CHOICE: _through_choice, WAIT: _through_wait,
}  # fmt: skip


def _branches(function: Op) -> Iterator[Pair]:
    blocks = {block.label: block for region in function.regions for block in region.blocks}
    for block in blocks.values():
        for label, values in zip(block.ops[-1].successors if block.ops else (), successor_arguments(block), strict=False):
            yield from _pairs(values, blocks[label].arguments)


def _regions(op: Op) -> list[tuple[Sequence[Value], Sequence[Value]]]:
    found: list[tuple[Sequence[Value], Sequence[Value]]] = []
    for region in op.regions:
        if len(region.blocks) != 1:
            found.append(((), ()))
            continue
        (block,) = region.blocks
        found.append((block.arguments, block.ops[-1].operands if block.ops else ()))
    return found


def _pairs(sources: Sequence[Value], *targets: Sequence[Value]) -> Iterator[Pair]:
    for target in targets:
        yield from zip(sources, target, strict=False)


def _follow(found: set[Value], pairs: Iterable[Pair]) -> None:
    onward: dict[Value, list[Value]] = defaultdict(list)
    for source, target in pairs:
        onward[source].append(target)
    pending = list(found)
    while pending:
        for target in onward.get(pending.pop(), ()):
            if target not in found:
                found.add(target)
                pending.append(target)
