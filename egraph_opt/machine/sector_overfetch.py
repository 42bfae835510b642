"""Sector overfetch: bytes of global memory transferred per requested byte, in sectors of 32 bytes.

Sectors are counted on TTGIR, since machine code shows no addresses.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

from egraph_opt.cost.axis_info import MEMORY, accesses
from egraph_opt.cost.coalescing import SECTOR_BYTES, sectors
from egraph_opt.cost.tensor_footprint import asked_elements, tensor_layout
from egraph_opt.ir.analysis.trip_count import weighted_operations
from egraph_opt.ir.module import Module, Op
from egraph_opt.ir.types import element_bytes, pointee_of

LOAD = "tt.load"
STORE = "tt.store"


@lru_cache(maxsize=16)
def sector_overfetch(module: Module) -> float:
    """Return the ratio of transferred to requested bytes, weighted by trip counts, or 0 without requests.

    A read sector counts once per warp, since the L1 cache serves later reads. A written sector counts once per instruction, since L1 does
    not keep writes (NVIDIA, CUDA C++ Best Practices Guide).
    """
    moved, _, asked = _sector_bytes(module)
    return moved / asked if asked else 0.0


def sector_requests(module: Module) -> float:
    """Return the bytes of the sectors that instructions request per byte of the sectors that warps touch; 1 without requests."""
    _, (requested, touched), _ = _sector_bytes(module)
    return requested / touched if touched else 1.0


def _sector_bytes(module: Module) -> tuple[float, tuple[float, float], float]:
    """Return the bytes transferred; of the sectors that instructions request and warps touch; and of the elements accessed."""
    moved = asked = requested = touched = 0.0
    for function in module.functions():
        access = accesses(function)
        for op, weight, _ in weighted_operations(function):
            if op.name in MEMORY and (known := tensor_layout(_type(op))):
                tensor, layout = known
                each = element_bytes(pointee_of(op.operands[0].type) or tensor.element)
                found, elements = sectors(tensor, each, layout, access.get(op)), prod(tensor.shape)
                copies = 1 << sum(not basis for basis in (*layout.warp, *layout.block))
                # Of warps with the same elements one writes them, and the others find them in the first-level cache.
                count = found.asked * elements / asked_elements(layout) if op.name == STORE else found.distinct / copies
                moved += weight * SECTOR_BYTES * count
                asked += weight * each * elements
                requested += weight * SECTOR_BYTES * found.asked
                touched += weight * SECTOR_BYTES * found.distinct
    return moved, (requested, touched), asked


def _type(op: Op) -> str:
    """Return the type whose layout assigns the elements of a memory access to threads."""
    return op.results[0].type if op.name == LOAD else op.operands[0].type
