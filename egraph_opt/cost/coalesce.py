"""Number of 32-byte sectors of global memory that a tensor's access touches, from its layout and its address pattern.

One instruction of a warp asks for each sector once, however many lanes need it; several instructions that need the same sector
each ask for it (NVIDIA, CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory").
"""

from __future__ import annotations

from typing import NamedTuple

from egraph_opt.cost.axis_info import AddressPattern
from egraph_opt.ir.types import TensorType
from egraph_opt.linear_layout import LinearLayout
from egraph_opt.linear_layout.linear import span_rank

SECTOR_BYTES = 32
VECTOR_BYTES = 16


class Sectors(NamedTuple):
    """Sectors per program instance: `asked` counts a sector once per instruction that needs it, `distinct` once per warp."""

    asked: int
    distinct: int
    instructions: int


def sectors(tensor: TensorType, element_bytes: int, layout: LinearLayout, access: AddressPattern | None) -> Sectors:
    """Count sectors and instructions of all warps. Without a known `access` every element has a sector of its own."""
    axis = max(range(len(tensor.shape)), key=lambda d: (access.run[d], d)) if access else 0
    run, width = (access.run[axis], access.vector[axis]) if access else (1, 1)
    low = sum(extent.bit_length() - 1 for extent in tensor.shape[axis + 1 :])
    side_by_side = (min(run, max(1, SECTOR_BYTES // element_bytes)) - 1) << low
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
