"""Ordering hazards of hardware copies (TMA), which would not be ordered with other accesses to the same bytes.

Accesses through pointers use PTX's generic proxy, in program order. Hardware copies use the asynchronous proxy, ordered only by the
operations that Triton 3.6 emits around them (TMALowering.cpp, TMAStoresPipeline.cpp, and the resulting PTX).
    A load is `mbarrier.expect_tx`, `cp.async.bulk.tensor ... mbarrier::complete_tx`, `try_wait`. The read is done when the wait ends;
    by the PTX ISA, the wait includes a proxy fence. The pipeliner starts the copy iterations before the wait, and puts the wait before the
    first use.
    A store is `st.shared`, `fence.proxy.async.shared::cta`, `bar.sync`, `cp.async.bulk.tensor`, `commit_group`, `wait_group.read 0`.
    After a store, shared memory has been *read*, but global memory may be written any time until the kernel ends. There is no
    `fence.proxy.async` of global memory.

Consider two accesses to the same bytes, of which at least one writes and at least one is a copy.
    A write and then any access are not ordered. Without a fence, the asynchronous proxy does not see a store by pointers. Nothing waits for
    a copy, and the PTX ISA orders no two copies.
    A read and then a write are ordered. The kernel has waited for a copy that reads. The `bar.sync` before a copy that writes performs
    the threads' loads.
    Two accesses in one loop are not ordered, since the next iteration reverses them and the pipeliner hoists copies that load. Stores to
    parts of one tile need no order if no tile repeats (`iteration_disjointness`).

Operations that may synchronise with other programs (atomics, volatile loads, calls, unknown ones) count as a write and a read of all
memory. A release does not cover a copy; triton-lang/triton#10415 confirms this for Triton 3.6, and makes a later version wait for the
write. Programs that touch the same bytes without synchronisation race in the input already. At a kernel's end all copies are
done. Different arrays may alias. Block pointers and `tts` compile to loads and stores of threads, in the generic proxy.

Interpreters run operations in order and do not show ordering hazards; `docs/proofs.md` says what a GPU showed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from egraph_opt.families.pointer.analysis.access_facts import Numbers
from egraph_opt.families.pointer.prepare.shadow_access import as_written
from egraph_opt.families.pointer.prepare.tensor_ops import pointee_bytes
from egraph_opt.ir.analysis.underlying_array import underlying_array
from egraph_opt.ir.declaration_lookup import Effect, declaration
from egraph_opt.ir.module import Op
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.types import tensor_type

Memory = Literal["", "reads", "writes", "anything"]
_WRITES = frozenset("tt.store tt.descriptor_store tt.descriptor_scatter tt.descriptor_reduce".split())
_READS = frozenset(("tt.descriptor_gather",))
_NEITHER = frozenset(
    "cf.br cf.cond_br gpu.barrier llvm.intr.assume scf.condition scf.for scf.if scf.while scf.yield tt.advance tt.assert"
    " tt.make_tensor_ptr tt.map_elementwise.return tt.print tt.reduce.return tt.return tt.scan.return".split()
)
"""Operations without effect on accessed memory: control flow, pointers, and barriers between the threads of one program."""
_EFFECT_DECLARING_OPS = frozenset(("tt.elementwise_inline_asm", "tt.extern_elementwise"))
"""Operations that declare whether they touch memory."""
_SINGLE_RUN_OPS = frozenset(("scf.if", "tt.func", "func.func"))
"""Operations that run their regions at most once."""
SIGNED_LIMIT = 1 << 63


class TiledStores(NamedTuple):
    """Stores to disjoint parts of one tile in each iteration of some loops."""

    loops: tuple[Op, ...]
    offsets: tuple[int, ...]
    """Byte offset of each part from the analysed store, whose own offset is 0."""


class MemoryOrder:
    """Accesses of a function. `hazard` tells whether turning one into a hardware copy breaks memory order."""

    def __init__(self, function: Op, numbers: Numbers, called: bool, no_alias: bool = False) -> None:
        """Collect the accesses of a function.

        Args:
            function: the function.
            numbers: ranges and equalities of polynomials.
            called: whether the module calls the function.
            no_alias: whether it is promised that no written array aliases another one.
        """
        self.numbers, self.called = numbers, called
        self.array = underlying_array(function) if no_alias else None
        self.relied: set[Op] = set()
        """Accesses without a hazard because of `no_alias`."""
        self.above: dict[Op, tuple[tuple[Op, int], ...]] = {}
        self.touching: list[tuple[Op, Memory]] = []
        self.blocks = len(function.regions[0].blocks)
        todo: list[tuple[Op, tuple[tuple[Op, int], ...]]] = [(function, ())]
        while todo:
            op, above = todo.pop()
            inner = [(b, (*above, (op, i))) for i, region in enumerate(op.regions) for block in region.blocks for b in block.ops]
            self.above.update(inner)
            todo += reversed(inner)
            if op is not function and not as_written(op) and (memory := _memory(op)):
                self.touching.append((op, memory))
        self.place = {op: i for i, op in enumerate(function.walk())}

    def hazard(self, op: Op, apart: Collection[Op] = ()) -> str:
        """Return why an access must not become a hardware copy, or ''. Accesses in `apart` are ignored, as disjoint from `op`."""
        if self.called:
            return "a hardware copy is not ordered with what callers of its function do"
        store = op.name == "tt.store"
        for other, memory in self.touching:
            before, again = self.place[other] < self.place[op], self._may_repeat(op, other)
            if other in apart:
                continue
            if other is op:
                unordered = store and again
            elif self._exclusive(op, other) and not again:
                unordered = False
            elif memory == "reads":
                unordered = store and (again or not before)
            else:
                unordered = store or again or before
            if unordered and memory != "anything" and self._are_disjoint(op, other):
                continue
            if unordered and memory != "anything" and self._other_array(op, other):
                self.relied.add(op)
            elif unordered:
                where = "itself, in another iteration" if other is op else f"{other.name} at line {other.line}"
                return f"a hardware copy is not ordered with {where}"
        return ""

    def tiled_store(self, op: Op) -> TiledStores | None:
        """Return the stores in a loop to the same tile as store `op`; None if a copy would break order with another access."""
        loops = self._loops(op)
        if op.name != "tt.store" or not loops:
            return None
        beside = {other: self._byte_distance(op, other) for other, _ in self.touching if self.above[other] == self.above[op]}
        offsets = {other: offset for other, offset in beside.items() if offset is not None}
        return None if self.hazard(op, offsets) else TiledStores(loops, tuple(offsets.values()))

    def _byte_distance(self, op: Op, other: Op) -> int | None:
        """Return the byte distance from the addresses of `op` to those of `other`; None if it is not constant."""
        if other.name != op.name or other.operands[0].type != op.operands[0].type:
            return None
        first, second = (self.numbers.found.affine(each.operands[0]) for each in (op, other))
        if first is None or second is None or first.lookups or second.lookups or first.strides != second.strides:
            return None
        return (second.start - first.start).constant

    def _other_array(self, op: Op, other: Op) -> bool:
        """Return whether two accesses have different base arrays that are promised not to alias."""
        first, second = (self.array(each.operands[0]) for each in (op, other)) if self.array else (None, None)
        return first is not None and second is not None and first is not second

    def _common(self, a: Op, b: Op) -> Iterator[tuple[Op, int, int]]:
        for (op, i), (other, j) in zip(self.above[a], self.above[b], strict=False):
            if op is not other:
                return
            yield op, i, j

    def _may_repeat(self, a: Op, b: Op) -> bool:
        """Return whether two accesses may run in both orders."""
        return self.blocks > 1 or any(op.name not in _SINGLE_RUN_OPS for op, _, _ in self._common(a, b))

    def _exclusive(self, a: Op, b: Op) -> bool:
        return any(op.name == "scf.if" and i != j for op, i, j in self._common(a, b))

    def _loops(self, op: Op) -> tuple[Op, ...] | None:
        """Return the `scf.for` loops around an operation; None if anything else may repeat the operation."""
        around = [above for above, _ in self.above[op] if above.name not in _SINGLE_RUN_OPS]
        return tuple(around) if self.blocks == 1 and all(above.name == "scf.for" for above in around) else None

    def _are_disjoint(self, op: Op, other: Op) -> bool:
        """Return whether two accesses never touch a common byte; with `op is other`, two runs of one access."""
        first, second = self._span(op, op), self._span(other, op)
        loops, others = self._loops(op), self._loops(other)
        if first is None or second is None or loops is None or others is None:
            return False
        if op is other:
            return self._moves(*first, loops)
        fixed = [self._split(end, around, False) for span, around in ((first, loops), (second, others)) for end in span]
        moving = [self._split(end, around, True) for span, around in ((first, loops), (second, others)) for end in span]
        for low, high in ((2, 1), (0, 3)):  # one begins at or after the end of the other
            still = self.numbers.range(fixed[low] - fixed[high], ())
            up, down = (self.numbers.range(moving[n], others if n > 1 else loops) for n in (low, high))
            if still.low + up.low - down.high >= 0 and still.high + up.high - down.low < SIGNED_LIMIT:
                return True
        return False

    def _span(self, op: Op, raised: Op) -> tuple[Poly, Poly] | None:
        """Return the first byte that an access may touch and the byte after the last, or None if unknown.

        The result may rely on facts that must hold anyway if access `raised` is replaced by a structured access.
        """
        numbers, pointer = self.numbers, op.operands[0]
        affine, size = numbers.found.affine(pointer), pointee_bytes(pointer.type)
        tensor = tensor_type(pointer.type)
        if affine is None or affine.lookups or not size or tensor is None:
            return None
        if op is not raised and (
            numbers.promises(pointer) or not numbers.sources(pointer) <= numbers.sources(raised.operands[0])
        ):
            return None
        low, high = affine.start, affine.start + Poly.number(size)
        for d, stride in affine.strides.items():
            known, reach = numbers.range(stride, ()), stride * Poly.number(tensor.shape[d] - 1)
            if known.low < 0 < known.high:
                return None
            low, high = (low, high + reach) if known.low >= 0 else (low + reach, high)
        return low, high

    def _moves(self, low: Poly, high: Poly, loops: tuple[Op, ...]) -> bool:
        """Return whether each iteration of each loop moves an access beyond all bytes that the inner loops touch."""
        numbers, reach, far = self.numbers, high - low, 0
        for loop in reversed(loops):
            count = numbers.terms.counts.get(numbers.terms.loops.get(loop, -1), -1)
            by = Poly.of((tuple(a for a in m if a != count), c) for m, c in low.terms if m.count(count) == 1)
            if any(numbers.varies(a, loops) for a in by.atoms | reach.atoms) or any(m.count(count) > 1 for m, _ in low.terms):
                return False
            by = by if numbers.range(by, ()).low > 0 else -by
            if numbers.range(by - reach, ()).low < 0:
                return False
            reach += by * Poly.number(numbers.atom(count, loops).high)
            far = numbers.range(reach, ()).high
        rest = {a for a in low.atoms if numbers.varies(a, loops) and numbers.terms.atoms[a].loop not in loops}
        return not rest and far < SIGNED_LIMIT

    def _split(self, poly: Poly, loops: tuple[Op, ...], moving: bool) -> Poly:
        return Poly(tuple(term for term in poly.terms if any(self.numbers.varies(a, loops) for a in term[0]) == moving))


def _memory(op: Op) -> Memory:
    """Return how an operation, ignoring its regions, affects memory that accesses may touch."""
    effect = declaration(op).effect
    if op.name in _NEITHER or effect is Effect.PURE or (op.name in _EFFECT_DECLARING_OPS and op.attributes.get("pure") == "true"):
        return ""
    if op.name in _WRITES:
        return "writes"
    return "reads" if effect is Effect.READS or op.name in _READS else "anything"
