"""Layouts in which an access through pointers asks global memory for no more than in the input.

By default, loads and stores of at least as many elements as threads take only such layouts: as few instructions and sectors, for
example with other warps along a dimension. A store must also touch as few lines of the cache: vLLM's `_fwd_diag_kernel`, whose stores
touched 16 lines instead of 4 in each instruction, took 1.07 times as long on an H200 (2026-11-29), though barriers were gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from egraph_opt.cost.axis_info import AddressPattern, accesses
from egraph_opt.cost.coalescing import LINE_BYTES, SECTOR_BYTES, sectors
from egraph_opt.cost.op_resources import Work, work
from egraph_opt.cost.tensor_footprint import tensor_layout
from egraph_opt.families.layout.encode.layout_inference import encoding_of
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import bits_of, element_bytes, pointee_of, tensor_type, with_encoding
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear_map import index_shifts, log2


def is_coalesced(function: Op, op: Op, layout: str) -> bool:
    """Return whether a load or store of a function has as few instructions and sectors in a layout as in its own.

    If nothing is known about strides, this must hold whichever dimension is contiguous, in runs of whichever length.
    """
    access, pointers = accesses(function).get(op), tensor_type(op.operands[0].type)
    if access is None:
        return pointers is not None and pointers.encoding == layout
    return _asks_no_more(op.name, tuple(v.type for v in op.operands), tuple(v.type for v in op.results), access, layout)


def coalesced_neighbour(function: Op, op: Op, layout: str) -> str | None:
    """Return a layout in which a store is coalesced, and that exchanges elements with `layout` only within warps.

    Bits of the contiguous dimension come from lanes to registers, until an instruction is as wide as in the input. If nothing is
    known about strides, bits of elements in one sector come from registers to lanes, until lanes have those that they have in the
    input.
    """
    access = accesses(function).get(op)
    if access is None:
        return None
    return _neighbour(op.name, tuple(v.type for v in op.operands), tuple(v.type for v in op.results), access, layout)


@lru_cache(maxsize=1 << 14)
def _asks_no_more(name: str, operands: tuple[str, ...], results: tuple[str, ...], access: AddressPattern, layout: str) -> bool:
    held = [tuple(map(with_encoding, types, (layout,) * len(types))) for types in (operands, results)]
    for pattern in _patterns(operands[0], access):
        before, after = (_requests(work(name, *types, pattern)) for types in ((operands, results), held))
        if not after or any(count > before.get(unit, 0.0) for unit, count in after.items()):
            return False
        if name == "tt.store" and any(
            theirs > own for own, theirs in zip(*(_lines(types[0], pattern) for types in ((operands,), (held[0],))), strict=True)
        ):
            return False
    return True


def _lines(operands: Sequence[str], pattern: AddressPattern) -> tuple[int, int]:
    """Return the number of cache lines that a store touches: a line once per instruction, and once per warp."""
    known = tensor_layout(operands[1])
    if known is None:
        return 0, 0
    tensor, layout = known
    found = sectors(tensor, element_bytes(tensor.element), layout, pattern, LINE_BYTES)
    return found.asked, found.distinct


def _requests(counts: Work) -> Work:
    """Return the counts of an access with all sectors that it asks for, also those of a load from L1, and those stored in parts."""
    found = dict(counts)
    if "load_again" in counts:
        found["load_again"] += counts["load_sector"]
    if "store_part" in counts:
        found["store_sector"] = counts.get("store_sector", 0.0) + counts["store_part"]
    return found


@lru_cache(maxsize=1 << 10)
def _patterns(pointers: str, access: AddressPattern) -> tuple[AddressPattern, ...]:
    """Return the address patterns that an access may have: all with one contiguous dimension, aligned or not, if none is known."""
    tensor = tensor_type(pointers)
    if max(access.run) > 1 or tensor is None:
        return (access,)
    single, found = (1,) * len(tensor.shape), [access]
    for axis, extent in enumerate(tensor.shape):
        for bit in range(1, log2(min(extent, _sector_elements(pointers))) + 1):
            run = (*single[:axis], 1 << bit, *single[axis + 1 :])
            found += [AddressPattern(run, single), AddressPattern(run, run)]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _neighbour(name: str, operands: tuple[str, ...], results: tuple[str, ...], access: AddressPattern, layout: str) -> str | None:
    tensor = tensor_type(operands[0])
    if tensor is None or tensor.encoding is None:
        return None
    try:
        own, near = (linear_layout(each, tensor.shape) for each in (tensor.encoding, layout))
    except ValueError:
        return None
    found = _widen(own, near, access) if max(access.run) > 1 else _spread(own, near, _sector_elements(operands[0]))
    if found is None or not _asks_no_more(name, operands, results, access, encoding := encoding_of(found)):
        return None
    return encoding


def _widen(own: LinearLayout, near: LinearLayout, access: AddressPattern) -> LinearLayout | None:
    """Return `near` with registers that hold as many contiguous elements as those of `own`, taken from lanes."""
    axis = max(range(len(own.shape)), key=lambda d: (access.run[d], d))
    low = index_shifts(own.shape)[axis]
    wide = next((i for i, basis in enumerate(own.register) if basis != 1 << low + i), len(own.register))
    wanted = [1 << low + i for i in range(wide)]
    registers, lanes = list(near.register), list(near.lane)
    spare = sorted((b for b in registers if b and b not in wanted), key=lambda b: (b < 1 << low, b >= own.shape[axis] << low, b))
    for basis in wanted:
        if basis in registers:
            continue
        if basis not in lanes or not spare:
            return None
        partner = spare.pop(0)
        registers[registers.index(partner)], lanes[lanes.index(basis)] = basis, partner
    return replace(near, register=(*wanted, *(b for b in registers if b not in wanted)), lane=tuple(lanes))


def _spread(own: LinearLayout, near: LinearLayout, size: int) -> LinearLayout | None:
    """Return `near` with lanes that hold as many neighbours, along each dimension up to `size`, as those of `own`."""
    neighbours = {
        1 << low + bit
        for low, extent in zip(index_shifts(own.shape), own.shape, strict=True)
        for bit in range(log2(min(extent, size)))
    }
    wanted = [basis for basis in own.lane if basis in neighbours]
    registers, lanes = list(near.register), list(near.lane)
    spare = [lane for lane, basis in enumerate(lanes) if basis not in wanted]
    for basis in wanted:
        if basis in lanes:
            continue
        if basis not in registers or not spare:
            return None
        lane = spare.pop()
        registers[registers.index(basis)], lanes[lane] = lanes[lane], basis
    return replace(near, register=tuple(registers), lane=tuple(lanes))


def _sector_elements(pointers: str) -> int:
    """Return the number of elements of one sector of memory, for an access through a tensor of pointers."""
    pointee = pointee_of(tensor.element if (tensor := tensor_type(pointers)) else "")
    return max(1, SECTOR_BYTES // element_bytes(pointee)) if pointee and bits_of(pointee) else 1
