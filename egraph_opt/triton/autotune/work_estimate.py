"""Work estimate of a launch's program instances, from TTIR: trip counts, bytes read and written, matrix products.

Scalars are evaluated for a few sampled program instances, so the launch's arguments give the trip counts. Unknown values are guessed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from egraph_opt.cost.axis_info import AddressPattern, accesses
from egraph_opt.cost.coalescing import SECTOR_BYTES
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.semantics.integers import evaluate
from egraph_opt.ir.types import TensorType, element_bytes, type_of
from egraph_opt.machine.launch_cycles import InstanceWork
from egraph_opt.machine.warp_latency import TRIPS

PLACES = (0.1, 0.5, 0.9)
"""Positions of the sampled program instances along each axis of the grid, as fractions of its extent."""
EXTENT = 512
"""Assumed number of elements that a loop with unknown bounds goes through, if its step is a block of elements."""
_LOADS = frozenset(("tt.load", "tt.descriptor_load", "tt.descriptor_gather"))
_STORES = frozenset(("tt.store", "tt.descriptor_store", "tt.descriptor_scatter", "tt.descriptor_reduce", "tt.atomic_rmw"))


def work_of(function: Op, arguments: Sequence[int | None], grid: Sequence[int]) -> InstanceWork:
    """Return the mean work of a few sampled program instances of a launch.

    `arguments` has the integer value of each parameter, None if unknown. Loops that no sampled instance reaches have trip
    count 0. A memory access counts in whole sectors, as if its mask were true.
    """
    loops = [op for op in function.walk() if op.name in ("scf.for", "scf.while")]
    places = list(product(*(sorted({int(part * (extent - 1) + 0.5) for part in PLACES}) for extent in grid)))
    runs = accesses(function)
    seen = [_Instance(grid, place, runs) for place in places]
    for each in seen:
        parameters = zip(function.regions[0].blocks[0].arguments, arguments, strict=False)
        each.known = {value: number for value, number in parameters if number is not None}
        each.region(function.regions[0], 1.0)
    came, ran = (
        {loop: sum(part[loop] for part in parts) for loop in loops} for parts in ([x.come for x in seen], [x.ran for x in seen])
    )
    trips = tuple(ran[loop] / (came[loop] or 1.0) for loop in loops)
    return InstanceWork(trips, sum(each.moved for each in seen) / len(seen), sum(each.products for each in seen) / len(seen))


@dataclass(slots=True)
class _Instance:
    """Abstract interpretation of one program instance. `weight` is the execution count of the current operation."""

    grid: Sequence[int]
    place: Sequence[int]
    runs: Mapping[Op, AddressPattern]
    known: dict[Value, int] = field(default_factory=dict)
    come: dict[Op, float] = field(default_factory=lambda: defaultdict(float))
    ran: dict[Op, float] = field(default_factory=lambda: defaultdict(float))
    moved: float = 0.0
    products: float = 0.0

    def region(self, region: Region, weight: float) -> tuple[Value, ...]:
        """Execute a region and return the operands of its last terminator.

        If a branch condition is unknown, the successor with more operations is executed.
        """
        labels = {block.label: block for block in region.blocks if block.label}
        block: Block | None = region.blocks[0] if region.blocks else None
        seen: set[int] = set()
        last: tuple[Value, ...] = ()
        while block is not None and id(block) not in seen:
            seen.add(id(block))
            for op in block.ops:
                self.op(op, weight)
            end = block.ops[-1] if block.ops else None
            last = end.operands if end is not None else ()
            block = self._next_block(end, labels) if end is not None and end.successors else None
        return last

    def _next_block(self, end: Op, labels: Mapping[str, Block]) -> Block | None:
        following = [labels[name] for name in end.successors if name in labels]
        if end.name == "cf.cond_br" and len(following) == 2:
            chosen = self.known.get(end.operands[0])
            if chosen is None:
                return max(following, key=lambda block: len(block.ops))
            return following[0 if chosen else 1]
        return following[0] if following else None

    def op(self, op: Op, weight: float) -> None:
        match op.name:
            case "scf.for":
                self._loop(op, weight)
            case "scf.while":
                self._note(op, weight, TRIPS)
                for region in op.regions:
                    self.region(region, weight * TRIPS)
            case "scf.if":
                self._branch(op, weight)
            case name if name in _LOADS:
                self.moved += weight * self._bytes(op, op.results[0])
            case name if name in _STORES:
                self.moved += weight * self._bytes(op, op.operands[1])
            case "tt.dot" | "tt.dot_scaled":
                self.products += weight * _products(op)
            case _ if len(op.results) == 1 and (number := self._number(op)) is not None:
                self.known[op.results[0]] = number

    def _note(self, loop: Op, weight: float, trips: float) -> None:
        self.come[loop] += weight
        self.ran[loop] += weight * trips

    def _loop(self, op: Op, weight: float) -> None:
        first, end, step = (self.known.get(value) for value in op.operands[:3])
        trips = EXTENT / step if step and step > 1 else float(TRIPS)
        if first is not None and end is not None and step:
            trips = float(max(0, -(-(end - first) // step)))
        self._note(op, weight, trips)
        body = op.regions[0]
        if trips and first is not None and step is not None:
            self.known[body.blocks[0].arguments[0]] = first + step * int(trips // 2)
        if trips:
            self.region(body, weight * trips)

    def _branch(self, op: Op, weight: float) -> None:
        chosen = self.known.get(op.operands[0])
        if chosen is None:
            for region in op.regions:
                self.region(region, weight / len(op.regions))
            return
        number = 0 if chosen else 1
        if number < len(op.regions):
            for result, value in zip(op.results, self.region(op.regions[number], weight), strict=False):
                if value in self.known:
                    self.known[result] = self.known[value]

    def _bytes(self, op: Op, value: Value) -> float:
        """Return the total size in bytes of the sectors that an access touches, given the known contiguity of its elements."""
        tensor = type_of(value.type)
        if not isinstance(tensor, TensorType):
            return 0.0
        size = element_bytes(tensor.element)
        run = min(SECTOR_BYTES // size or 1, max(self.runs[op].run)) if op in self.runs else SECTOR_BYTES
        return prod(tensor.shape) * max(size, SECTOR_BYTES / run)

    def _number(self, op: Op) -> int | None:
        if op.name in ("tt.get_program_id", "tt.get_num_programs"):
            return (self.place if op.name == "tt.get_program_id" else self.grid)[integer(op.attributes["axis"])]
        return evaluate(op, [self.known.get(value) for value in op.operands])


def _products(op: Op) -> float:
    a, result = type_of(op.operands[0].type), type_of(op.results[0].type)
    if not isinstance(a, TensorType) or not isinstance(result, TensorType):
        return 0.0
    return prod(result.shape) * a.shape[-1] * (element_bytes(a.element) or 2) / 2
