"""Instruction counts and shared-memory wavefronts of layout conversions through shared memory.

Triton moves elements between warps, and between lanes if shuffles do not suffice, through a scratch buffer in shared memory
(`egraph_opt.linear_layout.scratch_buffer`). Source: lib/Conversion/TritonGPUToLLVM/ConvertLayoutOpToLLVM.cpp of Triton 3.6. A wavefront is
one pass over the 32 banks of shared memory, 4 bytes each (NVIDIA, Nsight Compute documentation, "Memory Tables").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from egraph_opt.linear_layout.linear_map import LinearLayout, log2
from egraph_opt.linear_layout.scratch_buffer import (
    BANK_BITS,
    LANE_BITS,
    PLAIN,
    TRANSPOSED,
    VECTOR_BITS,
    LayoutBases,
    RowAccess,
    ScratchBuffer,
    buffer_offsets,
    choose_buffer,
    conflicts,
)


class ConversionSide(NamedTuple):
    """Counts for the stores, or for the loads, of a conversion: warp instructions of the whole block, and wavefronts."""

    instructions: int
    wavefronts: int
    permutes: int = 0
    """Instructions that repack elements of less than 32 bits into 32-bit words."""
    stages: int = 0
    """Length of the dependence chain among the repacking instructions."""


class Exchange(NamedTuple):
    """Conversion through a scratch buffer in shared memory."""

    store: ConversionSide
    load: ConversionSide
    repetitions: int
    scratch_bits: int


@lru_cache(maxsize=1 << 16)
def exchange(source: LinearLayout, target: LinearLayout, bits: int, matrices: bool = True) -> Exchange:
    """Return the instructions and wavefronts of a conversion through shared memory, for elements of `bits` bits.

    `bits` is a power of two. `matrices` means that the GPU has `stmatrix` and `ldmatrix` (NVIDIA from sm_90 on).
    """
    bits = max(8, bits)
    a, b = LayoutBases(source), LayoutBases(target)
    buffer, store, load = choose_buffer(a, b, bits, matrices)
    repetitions = 1 << len(buffer.repetitions)
    sides = _side(a, buffer, store, bits, repetitions, False), _side(b, buffer, load, bits, repetitions, True)
    return Exchange(*sides, repetitions, bits << len(buffer.bases))


def _side(held: LayoutBases, buffer: ScratchBuffer, access: RowAccess, bits: int, repetitions: int, load: bool) -> ConversionSide:
    """Count the instructions and wavefronts of the stores or loads of all warps and repetitions."""
    offsets = buffer_offsets(held.register + held.lane, buffer)
    lanes = [offset or 0 for offset in offsets[len(held.register) :]]
    registers = [offset for offset in offsets[: len(held.register)] if offset is not None]
    times = held.warps * repetitions
    if access is PLAIN:
        side = plain_side(registers, lanes, bits, times, load)
    else:
        matrices = max(1, (bits << len(registers)) // BANK_BITS)
        row = log2(VECTOR_BITS // bits)
        rows = [lanes[lane] for lane in access.rows]
        rows += [offset for offset in registers if offset >> row][: 3 - len(rows)]
        side = ConversionSide(times * max(1, matrices // 4), times * matrices * conflicts(rows, bits, row))
    packed = log2(max(1, BANK_BITS // bits))
    if access is TRANSPOSED or len(held.register) < packed:
        return side
    stages = sum(offset is None or not 0 < offset < 1 << packed for offset in offsets[:packed])
    words = max(1, (bits << len(held.register)) // BANK_BITS)
    return side._replace(permutes=stages * words * held.warps, stages=stages)


def plain_side(registers: Sequence[int], lanes: Sequence[int], bits: int, times: int, load: bool) -> ConversionSide:
    """Count the loads or stores, as wide as possible, of a warp's elements; multiply the counts by `times`.

    `registers` and `lanes` have the offset in the buffer, in elements, of each register bit and each lane bit.
    """
    vector = 0
    while bits << vector < VECTOR_BITS and 1 << vector in registers and _is_aligned(registers, lanes, vector + 1):
        vector += 1
    count = times << len(registers) - vector
    # If all lanes together ask for more than all banks give at once, they take turns, by halves and quarters of the warp.
    # Loads of two consecutive turns join if adjacent lanes, or lanes two apart, want the same.
    turns = max(0, log2(max(1, (bits << vector) // BANK_BITS)) - max(0, LANE_BITS - len(lanes)))
    if load and turns and not all(lanes[:2]):
        turns -= 1
    return ConversionSide(count, (count << turns) * conflicts(lanes[: len(lanes) - turns], bits, vector))


def _is_aligned(registers: Sequence[int], lanes: Sequence[int], vector: int) -> bool:
    """Return whether the lowest `vector` bits of a buffer offset depend only on the register, not on the lane."""
    low = (1 << vector) - 1
    return not any(offset & low for offset in lanes) and all(offset <= low or not offset & low for offset in registers)
