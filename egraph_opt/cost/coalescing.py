"""Memory coalescing: the number of 32-byte sectors of global memory that an access touches, given layout and address pattern.

A warp instruction requests each sector once, regardless of the number of lanes (NVIDIA, CUDA C++ Best Practices Guide, "Coalesced
Access to Global Memory").
"""

from __future__ import annotations

from typing import NamedTuple

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.ir.types import TensorType
from egraph_opt.linear_layout import LinearLayout
from egraph_opt.linear_layout.linear_map import span_rank

SECTOR_BYTES, LINE_BYTES = 32, 128
"""Bytes that memory moves at once, and bytes with one tag in a cache."""
VECTOR_BYTES = 16


class Sectors(NamedTuple):
    """Numbers of sectors per program instance. `asked` counts a sector once per instruction, `distinct` once per warp."""

    asked: int
    distinct: int
    instructions: int


def sectors(
    tensor: TensorType, element_bytes: int, layout: LinearLayout, access: AddressPattern | None, size: int = SECTOR_BYTES
) -> Sectors:
    """Count the sectors of `size` bytes and the instructions of all warps. If `access` is None, every element has its own sector."""
    axis = max(range(len(tensor.shape)), key=lambda d: (access.run[d], d)) if access else 0
    run, width = (access.run[axis], access.vector[axis]) if access else (1, 1)
    low = sum(extent.bit_length() - 1 for extent in tensor.shape[axis + 1 :])
    side_by_side = (min(run, max(1, size // element_bytes)) - 1) << low
    registers = [basis for basis in layout.register if basis]
    vector = 0
    while (
        vector < len(registers)
        and 2 << vector <= min(width, VECTOR_BYTES // element_bytes)
        and registers[vector] == 1 << low + vector
    ):
        vector += 1
    warps = len(layout.warp) + len(layout.block)
    instructions = 1 << (len(registers) - vector + warps)
    lanes = span_rank(tuple(basis & ~side_by_side for basis in layout.lane))
    every = span_rank(tuple(basis & ~side_by_side for basis in (*registers, *layout.lane)))
    return Sectors(instructions << lanes, 1 << (every + warps), instructions)
