"""Cost models: what one run of an operation costs, from its name, types and layouts.

A model is any object with a `name`, a `unit`, two prices on change, and `cost(name, operands, results, access)`: the cost of one
execution of an operation by one program instance (CTA), given the types of its operands and results, and for a load or store how its
addresses run, where that is known. Loop weights are multiplied in by the
caller. `change_factor` and `change_price` are charged on conversions that the input does not contain, and a hundredth of the price
on any other new operation, so that nothing changes for nothing. `prices_accesses` says whether loads and stores of global memory have
their price; where they have none, they keep their layouts. `spills(pressure, threads)` prices too many live registers per thread: a
program is changed only where it saves more than that adds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from egraph_opt.axis import Access, accesses
from egraph_opt.coalesce import SECTOR_BYTES, sectors
from egraph_opt.ir import Op, TensorType, tensor_type
from egraph_opt.layout import ConversionClass, LinearLayout, conversion_class, linear_layout, parent_of_slice
from egraph_opt.layout.linear import span_rank
from egraph_opt.op import DECLARATIONS, Throughput
from egraph_opt.scope import Scopes, integer_constants, trip_count


class CostModel(Protocol):
    """See the module's docstring; `cost` is never negative."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def change_factor(self) -> float: ...
    @property
    def change_price(self) -> float: ...
    @property
    def prices_accesses(self) -> bool: ...
    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float: ...
    def spills(self, pressure: int, threads: int) -> float: ...


@lru_cache(maxsize=1 << 16)
def held(type_text: str) -> tuple[TensorType, LinearLayout] | None:
    """A tensor type with the map of its layout; None for scalars and for encodings that have no known map."""
    tensor = tensor_type(type_text)
    if tensor is None or tensor.encoding is None:
        return None
    try:
        return tensor, linear_layout(tensor.encoding, tensor.shape)
    except ValueError:
        return None


def element_bytes(element: str) -> int:
    """Bytes of one element in shared memory: at least one, eight for pointers."""
    if element.startswith("!tt.ptr"):
        return 8
    digits = element.lstrip("abcdefghijklmnopqrstuvwxyz")
    width = "".join(c for c in digits if c.isdecimal() or c == "E").split("E")[0]
    return max(1, int(width) // 8) if width else 4


def asked_elements(layout: LinearLayout) -> int:
    """Elements that all warps ask memory for: lanes of one warp that want the same element are served together."""
    in_warp = span_rank(layout.register + layout.lane)
    return 1 << (in_warp + len(layout.warp) + len(layout.block))


def held_elements(layout: LinearLayout) -> int:
    """Elements that all threads hold together, copies included: threads times distinct registers."""
    registers = sum(1 for basis in layout.register if basis)
    return 1 << (registers + len(layout.lane) + len(layout.warp) + len(layout.block))


@lru_cache(maxsize=1 << 16)
def conversion(source: str, target: str) -> tuple[ConversionClass, int]:
    """How a conversion between two types moves data, and the bytes it writes to and reads from shared memory.

    Each element is written once and read once by every thread that holds it. An unknown encoding counts as the dearest kind.
    """
    a, b = held(source), held(target)
    if a is None or b is None:
        tensor = tensor_type(source)
        elements = 1
        for extent in tensor.shape if tensor else ():
            elements *= extent
        return ConversionClass.SHARED, 2 * elements * (element_bytes(tensor.element) if tensor else 8)
    kind = conversion_class(a[1], b[1])
    elements = 1
    for extent in a[0].shape:
        elements *= extent
    return kind, (elements + held_elements(b[1])) * element_bytes(a[0].element)


SHARED = (ConversionClass.LANE_SHARED, ConversionClass.SHARED)


@dataclass(frozen=True)
class Converts:
    """The number of `ttg.convert_layout`, as compilers' own tests count it: free ones too."""

    name: str = "converts"
    unit: str = "conversions"
    change_factor: float = 1.0
    change_price: float = 0.01
    prices_accesses: bool = False

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float:
        return 1.0 if name == "ttg.convert_layout" else 0.0

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


@dataclass(frozen=True)
class SharedBytes:
    """Bytes that conversions write to and read from shared memory."""

    name: str = "shared_bytes"
    unit: str = "bytes"
    change_factor: float = 1.0
    change_price: float = 1.0
    prices_accesses: bool = False

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float:
        if name != "ttg.convert_layout":
            return 0.0
        kind, moved = conversion(operands[0], results[0])
        return float(moved) if kind in SHARED else 0.0

    def spills(self, pressure: int, threads: int) -> float:
        return 0.0


@dataclass(frozen=True)
class Cycles:
    """Cycles of one streaming multiprocessor, as a sum over operations: a first approximation, measured only for conversions.

    Constants: shared memory moves 128 bytes per cycle (measured on an H200 for conversions of 4 KB to 128 KB); 128 lanes compute
    per cycle (NVIDIA H100 white paper), 32 of them exchange by shuffles; the latencies are one barrier, and one
    round trip of shared memory inside a warp. One access of a warp to global memory takes about six issue slots of the four schedulers,
    most of them for its addresses.
    """

    name: str = "cycles"
    unit: str = "cycles"
    change_factor: float = 1.05
    change_price: float = 5.0
    prices_accesses: bool = True
    shared_bytes_per_cycle: float = 128.0
    barrier_latency: float = 60.0
    warp_latency: float = 10.0
    lanes: float = 128.0
    shuffle_cost: float = 4.0
    global_bytes_per_cycle: float = 64.0
    l1_bytes_per_cycle: float = 128.0
    access_cycles: float = 1.5
    kept_share: float = 0.4
    spill_accesses: float = 10.0
    dot_operations_per_cycle: float = 2048.0

    def cost(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None = None) -> float:
        if name == "ttg.convert_layout":
            return self.conversion(operands[0], results[0])
        if name in ("tt.load", "tt.store"):
            return self.global_access(name, operands, results, access)
        if name in ("tt.atomic_rmw", "tt.atomic_cas", "tt.descriptor_load", "tt.descriptor_store"):
            return self.traffic(operands, results) / self.global_bytes_per_cycle
        if name in ("ttg.local_load", "ttg.local_store", "ttg.local_alloc"):
            return self.traffic(operands, results) / self.shared_bytes_per_cycle
        if name in ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot"):
            return self.dot(operands, results)
        if name in ("tt.reduce", "tt.scan"):
            return self.reduction(operands, results)
        known = DECLARATIONS.get(name)
        throughput = known.throughput if known else Throughput.FREE
        sizes = [held_elements(h[1]) * (2 if element_bytes(h[0].element) == 8 else 1) for t in results if (h := held(t))]
        return max(sizes, default=0) * throughput.value / self.lanes

    def spills(self, pressure: int, threads: int) -> float:
        """Each register that a thread lacks is stored or loaded about `spill_accesses` times.

        Of the registers that `egraph_opt.pressure` counts, ptxas keeps about `kept_share` at once: over the inputs, greedy results and
        our results of 102 kernels its registers follow the count with a rank correlation of 0.80,
        and where it spills, it does so with 1 to 50 bytes per byte that is lacking.
        """
        lacking = max(0.0, pressure * self.kept_share - min(255, 65536 // threads))
        return lacking * threads * 4 * self.spill_accesses / self.shared_bytes_per_cycle

    def conversion(self, source: str, target: str) -> float:
        kind, moved = conversion(source, target)
        match kind:
            case ConversionClass.EQUAL | ConversionClass.REGISTER:
                return 0.0
            case ConversionClass.BLOCK:
                return 1e9
            case ConversionClass.SHARED:
                return moved / self.shared_bytes_per_cycle + self.barrier_latency
            case _:
                return moved / self.shared_bytes_per_cycle + self.warp_latency

    def reduction(self, operands: Sequence[str], results: Sequence[str]) -> float:
        """One operation per held element; shuffles over the lanes, then shared memory over the warps, that share a result."""
        cycles = 0.0
        for operand in operands:
            if (known := held(operand)) is None:
                continue
            tensor, layout = known
            result = tensor_type(results[0])
            reduced = result is not None and result.encoding and result.shape != tensor.shape
            parent = (
                parent_of_slice(str(result.encoding)) if result and reduced else None
            )  # a scan is taken to run along the last
            axis = parent[0] if parent else len(tensor.shape) - 1
            low = sum(extent.bit_length() - 1 for extent in tensor.shape[axis + 1 :])
            along = (tensor.shape[axis] - 1) << low
            lanes, warps = (sum(1 for basis in bases if basis & along) for bases in (layout.lane, layout.warp))
            kept = 1 << sum(1 for basis in layout.register if basis and not basis & along)
            threads = 1 << (len(layout.lane) + len(layout.warp) + len(layout.block))
            cycles += held_elements(layout) / self.lanes + kept * threads * lanes * self.shuffle_cost / self.lanes
            if warps:
                cycles += self.barrier_latency + 2 * kept * threads * element_bytes(tensor.element) / self.shared_bytes_per_cycle
        return cycles

    def global_access(self, name: str, operands: Sequence[str], results: Sequence[str], access: Access | None) -> float:
        """Loads wait for distinct sectors from the L2 cache, and for all that they ask of L1; stores for all, since L1 keeps none."""
        values = [h for t in (*results, *operands[1 if name == "tt.store" else 0 :]) if (h := held(t))]
        if not values:
            return 0.0
        tensor, layout = values[0]
        found = sectors(tensor, element_bytes(tensor.element), layout, access)
        issue = found.instructions * self.access_cycles
        if name == "tt.store":
            return issue + found.asked * SECTOR_BYTES / self.global_bytes_per_cycle
        from_l2, from_l1 = found.distinct / self.global_bytes_per_cycle, found.asked / self.l1_bytes_per_cycle
        return issue + max(from_l2, from_l1) * SECTOR_BYTES

    def traffic(self, operands: Sequence[str], results: Sequence[str]) -> float:
        """Bytes moved to or from memory, copies between warps included."""
        values = [h for t in (*results, *operands) if (h := held(t))]
        return float(asked_elements(values[0][1]) * element_bytes(values[0][0].element)) if values else 0.0

    def dot(self, operands: Sequence[str], results: Sequence[str]) -> float:
        """Multiply-adds: the result's elements times the extent that is summed over, the left operand's last."""
        shapes = [re.findall(r"(\d+)x", t.split(",")[0]) for t in (results[0], operands[0])]
        return math.prod(int(d) for d in (*shapes[0], *shapes[1][-1:])) / self.dot_operations_per_cycle


MODELS: dict[str, CostModel] = {model.name: model for model in (Converts(), SharedBytes(), Cycles())}


@dataclass(frozen=True, slots=True)
class Total:
    """What a function costs under one model, and the conversions it holds."""

    cost: float
    converts: int
    converts_in_loops: int


def evaluate(function: Op, model: CostModel) -> Total:
    """Cost of a function as it is written: every operation, weighted by the loops around it (bounds known: exact trip counts)."""
    scopes = Scopes()
    scopes.add(function, -1, 1.0)
    constants = integer_constants(function)
    access = accesses(function)
    cost, converts, inside = 0.0, 0, 0
    index = 0
    while index < len(scopes.places):
        place = scopes.places[index]
        for op in place.block.ops:
            cost += place.weight * model.cost(
                op.name, [v.type for v in op.operands], [v.type for v in op.results], access.get(op)
            )
            if op.name == "ttg.convert_layout":
                converts += 1
                inside += place.loop >= 0
            if op.name in ("scf.for", "scf.while", "scf.if"):
                scopes.add(op, index, trip_count(op, constants) if op.name != "scf.if" else 1.0)
        index += 1
    return Total(cost, converts, inside)
