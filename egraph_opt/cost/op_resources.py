"""Resource use of one operation on one multiprocessor: warp instructions by class, shared memory passes, barriers, memory sectors.

Counts are for one execution of the operation by all warps of a program instance. A target's constants (`egraph_opt.cost.target`)
convert the counts to cycles. Counts follow Triton 3.6's lowering (`egraph_opt.linear_layout.conversion_cost`, `.shuffles`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.cost.coalescing import SECTOR_BYTES, sectors
from egraph_opt.cost.tensor_footprint import asked_elements, held_elements, tensor_layout
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.ir.declaration_lookup import DECLARATIONS, Throughput
from egraph_opt.ir.types import MemDescType, TensorType, element_bytes, tensor_type, type_of
from egraph_opt.linear_layout import ConversionClass, conversion_class, parent_of_slice
from egraph_opt.linear_layout.conversion_cost import ConversionSide, exchange, plain_side
from egraph_opt.linear_layout.linear_map import log2
from egraph_opt.linear_layout.memdesc_layout import memory_type
from egraph_opt.linear_layout.scratch_buffer import BANK_BITS, ROW_BITS
from egraph_opt.linear_layout.shuffles import warp_shuffles

Work = Mapping[str, float]
"""Counts of resource use, by name of the target's cost constant."""
DOTS = ("tt.dot", "tt.dot_scaled", "ttng.warp_group_dot")
ATOMICS = ("tt.atomic_rmw", "tt.atomic_cas")
DESCRIPTORS = ("tt.descriptor_load", "tt.descriptor_store")
MULTIPLIED_BITS = 16 * 8 * 16 * 16
IMPOSSIBLE = {"impossible": 1.0}
SCRATCH = ("ttg.convert_layout", "tt.reduce", "tt.scan")
"""Operations whose scratch buffer is known; it depends on layouts."""
CONFLICT_WAIT_FRACTION = 0.25
"""Fraction of the time of a load's bank conflicts that no other work overlaps.

Of 163 pairs of programs whose times on an H200 differ by more than 2 %, the fractions 1/4 and 1/2 order 133 correctly, 0 orders
129, and 1 orders 131.
"""


@lru_cache(maxsize=1 << 16)
def work(
    name: str, operands: tuple[str, ...], results: tuple[str, ...], access: AddressPattern | None = None, matrices: bool = True
) -> Work:
    """Return the resource use of an operation, given its types and, for a load or store, its address pattern.

    `matrices`: the target has matrix accesses to shared memory (`egraph_opt.linear_layout.conversion_cost.exchange`).
    """
    if name == "ttg.convert_layout":
        return _conversion(operands[0], results[0], matrices)
    if name in ("tt.load", "tt.store"):
        return _global(name, operands, results, access)
    if name in ATOMICS or name in DESCRIPTORS:
        return _bulk(name, operands, results)
    if name in ("ttg.local_load", "ttg.local_store", "ttg.local_alloc"):
        return _local(name, operands, results)
    if name in DOTS:
        return _dot(name, operands, results)
    if name in ("tt.reduce", "tt.scan"):
        return _count_combines(name, operands, results)
    return _elementwise(name, operands, results)


def _elementwise(name: str, operands: Sequence[str], results: Sequence[str]) -> Work:
    """Count a warp instruction for every 32 elements. 64-bit integers and doubles have classes of their own."""
    known = DECLARATIONS.get(name)
    throughput = known.throughput if known else Throughput.FREE
    values = [h for t in results if (h := tensor_layout(t))]
    if throughput is Throughput.FREE or not values:
        return {}
    elements = [tensor.element for t in (*operands, *results) if (tensor := tensor_type(t))]
    kind = throughput.value
    if "f64" in elements:
        kind += "_double"
    elif any(element_bytes(element) == 8 for element in elements):
        kind += "_long"
    return {kind: max(held_elements(layout) for _, layout in values) / 32}


@lru_cache(maxsize=1 << 16)
def least_conversion_work(source: str, target: str) -> Work:
    """Return resources that a conversion uses at least: through shared memory, each element is stored and loaded once."""
    a, b = tensor_layout(source), tensor_layout(target)
    if a is None or b is None:
        return {}
    kind = conversion_class(a[1], b[1])
    if kind is ConversionClass.LANE_SHUFFLE:
        return {"shuffled": 1.0}
    if kind not in (ConversionClass.SHARED, ConversionClass.LANE_SHARED):
        return {}
    rows = 8 * math.prod(a[0].shape) * element_bytes(a[0].element) / (ROW_BITS << len(a[1].block))
    return {"round_trip": 1.0, "barrier": float(kind is ConversionClass.SHARED), "wavefront": 2.0 * rows}


def _conversion(source: str, target: str, matrices: bool) -> Work:
    a, b = tensor_layout(source), tensor_layout(target)
    if a is None or b is None:  # an unknown encoding counts as the most expensive class
        tensor = tensor_type(source)
        bits = 8 * math.prod(tensor.shape) * element_bytes(tensor.element) if tensor else 64
        return {"round_trip": 1.0, "barrier": 1.0, "wavefront": 2.0 * bits / ROW_BITS}
    bits = 8 * element_bytes(a[0].element)
    kind = conversion_class(a[1], b[1])
    match kind:
        case ConversionClass.EQUAL:
            return {}
        case ConversionClass.REGISTER:  # whole words are renamed, parts of words are reassembled
            return {"repack": held_elements(a[1]) * bits / BANK_BITS / 32} if bits < BANK_BITS else {}
        case ConversionClass.BLOCK:
            return IMPOSSIBLE
        case ConversionClass.LANE_SHUFFLE:
            moved = warp_shuffles(a[1], b[1], bits)
            return {"shuffled": 1.0, "shuffle": moved.shuffles, "select": moved.selects, "permute": moved.permutes}
    found = exchange(a[1], b[1], bits, matrices)
    sides = (found.store, found.load)
    return {
        "round_trip": 1.0,
        "barrier": float(found.repetitions) if kind is ConversionClass.SHARED else 0.0,
        "wavefront": ordered_sum(side.wavefronts for side in sides),
        "permute": ordered_sum(side.permutes for side in sides),
        "permute_stage": ordered_sum(side.stages for side in sides),
    }


def _count_combines(name: str, operands: Sequence[str], results: Sequence[str]) -> Work:
    """Count the work of a reduction or scan within threads, by shuffles between lanes, and through shared memory between warps.

    Additions and shuffles for one result form a dependence chain, and are counted per thread instead of per warp.
    """
    total: dict[str, float] = defaultdict(float)
    prefix = name.removeprefix("tt.")
    for operand in operands:
        if (known := tensor_layout(operand)) is None:
            continue
        tensor, layout = known
        axis = _axis(tensor.shape, results[0])
        low = sum(log2(extent) for extent in tensor.shape[axis + 1 :])
        along = (tensor.shape[axis] - 1) << low
        lanes, warps = (sum(1 for basis in bases if basis & along) for bases in (layout.lane, layout.warp))
        registers = [basis for basis in layout.register if basis]
        moving = [basis for basis in registers if basis & along]
        # each run of adjacent registers is scanned in its thread, then all runs are scanned over the lanes
        combined = len(moving) if name == "tt.reduce" else _adjacent_bits(moving, low)
        results_each = 1 << len(registers) - combined
        words = results_each * max(1, element_bytes(tensor.element) // 4)
        total[f"{prefix}_element"] += held_elements(layout) / 32
        total[f"{prefix}_chain"] += (1 << len(registers)) / results_each - 1
        total[f"{prefix}_shuffle"] += words * lanes
        if warps:
            total[f"{prefix}_round"] += 1
            total[f"{prefix}_word"] += words << len(layout.warp) + len(layout.block)
    return total


def _adjacent_bits(registers: Collection[int], low: int) -> int:
    """Return how many bits of an axis, from its lowest one on, bit `low` of an index, are among those of registers along the axis."""
    return next(bit for bit in range(len(registers) + 1) if 1 << low + bit not in registers)


def _axis(shape: tuple[int, ...], result: str) -> int:
    """Return the axis of a reduction, from the result's slice encoding. For a scan, the last axis is assumed."""
    tensor = tensor_type(result)
    parent = parent_of_slice(str(tensor.encoding)) if tensor and tensor.encoding and tensor.shape != shape else None
    return parent[0] if parent else len(shape) - 1


def _local(name: str, operands: Sequence[str], results: Sequence[str]) -> Work:
    """Count the shared memory passes of a local access, including bank conflicts if both layouts are known.

    Other work overlaps most of a load's bank conflicts, so only a fraction `CONFLICT_WAIT_FRACTION` counts. For matmul operands,
    no bank conflict counts.
    """
    load = name == "ttg.local_load"
    if (known := tensor_layout(held_beside(name, operands, results))) is None:
        return {}
    tensor, layout = known
    least = asked_elements(layout) * 8 * element_bytes(tensor.element) / ROW_BITS
    if load and str(tensor.encoding).startswith("#ttg.dot_op"):
        return {"wavefront": least}
    if (side := local_side(name, operands, results)) is None:
        return {"wavefront": least}
    if load:
        return {"wavefront": least + CONFLICT_WAIT_FRACTION * max(0.0, side.wavefronts - least)}
    return {"local_wavefront": side.wavefronts, "local_instruction": side.instructions}


def held_beside(name: str, operands: Sequence[str], results: Sequence[str]) -> str:
    """Return the type of the register tensor that a `ttg.local_load`, `local_store` or `local_alloc` moves, or an empty string."""
    return results[0] if name == "ttg.local_load" else operands[0] if operands else ""


def local_side(name: str, operands: Sequence[str], results: Sequence[str]) -> ConversionSide | None:
    """Return the instructions and wavefronts of a shared memory access, with bank conflicts; None if a layout is unknown."""
    load = name == "ttg.local_load"
    known, memory = tensor_layout(held_beside(name, operands, results)), operands[0] if load else (*operands[1:], *results)[0]
    if known is None:
        return None
    tensor, layout = known
    try:
        shape, _, offsets = memory_type(memory)
    except ValueError:
        return None
    if shape != tensor.shape:
        return None

    def offset(basis: int) -> int:
        total = 0
        for bit, value in enumerate(offsets):
            if basis >> bit & 1:
                total ^= value
        return total

    registers = [offset(basis) for basis in layout.register if basis]
    lanes = [offset(basis) for basis in layout.lane]
    times = 1 << len(layout.warp) + len(layout.block)
    return plain_side(registers, lanes, 8 * element_bytes(tensor.element), times, load)


def _global(name: str, operands: Sequence[str], results: Sequence[str], access: AddressPattern | None) -> Work:
    """Count the sectors of a global load or store.

    Loads read each sector once from the L2 cache, and repeatedly from L1. Stores write every requested sector to L2.
    """
    values = [h for t in (*results, *operands[1 if name == "tt.store" else 0 :]) if (h := tensor_layout(t))]
    if not values:
        return {}
    tensor, layout = values[0]
    found = sectors(tensor, element_bytes(tensor.element), layout, access)
    if name == "tt.store":  # copies in other warps are not stored; a sector that is written in parts costs more, each time
        copies = asked_elements(layout) / math.prod(tensor.shape)
        asked = found.asked / copies
        whole = asked * SECTOR_BYTES <= math.prod(tensor.shape) * element_bytes(tensor.element)
        return {"store_instruction": found.instructions, "store_sector" if whole else "store_part": asked}
    return {"load_instruction": found.instructions, "load_sector": found.distinct, "load_again": found.asked - found.distinct}


def _bulk(name: str, operands: Sequence[str], results: Sequence[str]) -> Work:
    values = [h for t in (*results, *operands) if (h := tensor_layout(t))]
    if not values:
        return {}
    moved = asked_elements(values[0][1]) * element_bytes(values[0][0].element) / SECTOR_BYTES
    return {"load_sector" if name == "tt.descriptor_load" else "store_sector": moved}


def _dot(name: str, operands: Sequence[str], results: Sequence[str]) -> Work:
    """Count 16x8x16 products of 16-bit numbers, and proportionally more for wider types. Products that several warps compute
    count several times.
    """
    known = tensor_layout(results[0])
    factor = type_of(operands[0])
    if known is None or not isinstance(factor, TensorType | MemDescType) or not factor.shape:
        return {}
    products = float(held_elements(known[1]) * factor.shape[-1])
    if name == "ttng.warp_group_dot":
        return {"group_dot": products * 8 * element_bytes(factor.element) / MULTIPLIED_BITS, "group_wait": 1.0}
    if known[0].encoding is not None and known[0].encoding.startswith("#ttg.blocked"):
        return {"fma_dot": products / 32}
    return {"dot": products * 8 * element_bytes(factor.element) / MULTIPLIED_BITS}


@lru_cache(maxsize=1 << 14)
def scratch_bytes(name: str, operands: tuple[str, ...], results: tuple[str, ...], axis: int = 0, matrices: bool = True) -> int:
    """Return the size of an operation's scratch buffer in bytes; 0 if it needs none or a layout is unknown.

    Args:
        name: the operation's name; conversions, reductions and scans are known.
        operands: types of the operands, with aliases expanded.
        results: types of the results.
        axis: axis of a reduction or scan.
        matrices: whether the target has `stmatrix` and `ldmatrix`.
    """
    if name not in SCRATCH or (known := tensor_layout(operands[0])) is None:
        return 0
    tensor, layout = known
    if name == "ttg.convert_layout":
        target = tensor_layout(results[0])
        if target is None or conversion_class(layout, target[1]) not in (ConversionClass.SHARED, ConversionClass.LANE_SHARED):
            return 0
        return exchange(layout, target[1], 8 * element_bytes(tensor.element), matrices).scratch_bits // 8
    low = sum(log2(extent) for extent in tensor.shape[axis + 1 :])
    along = (tensor.shape[axis] - 1) << low
    warps = 1 << sum(1 for basis in layout.warp if basis & along)
    size = sum(element_bytes(text) for text in operands) * warps * math.prod(tensor.shape) // tensor.shape[axis]
    if name == "tt.scan":  # each run of adjacent elements of a thread has a place of its own
        registers = [basis for basis in layout.register if basis & along]
        size <<= len(registers) - _adjacent_bits(registers, low)
    return size if warps > 1 else 0
