"""The order in which a reduction combines elements, by enumeration of the threads that hold them.

Triton combines the registers of a thread that differ along the axis, in their order; then lanes, by shuffles at distances that are adjacent
powers of two; then warps (ReduceOpToLLVM.cpp of Triton 3.6). So an element's place in the order is its register's, its lane's and its
warp's rank among those that differ along the axis.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from egraph_opt.families.layout.recheck.element_owner import Array, coordinates, element_table
from egraph_opt.linear_layout import linear_layout


@lru_cache(maxsize=1 << 8)
def lowering_error(layout: str, shape: tuple[int, ...], axis: int) -> str:
    """Return an error if Triton's shuffles would not reach the lanes that hold elements along `axis`, else an empty string."""
    try:
        bases = np.array(linear_layout(layout, shape).lane, np.int64)
    except ValueError as error:
        return str(error)
    moving = np.flatnonzero(coordinates(bases, shape)[axis])
    adjacent = not moving.size or moving[-1] - moving[0] == moving.size - 1
    return "" if adjacent else "lanes along the axis are no adjacent bits of the lane's number"


@lru_cache(maxsize=1 << 8)
def combination_places(layout: str, shape: tuple[int, ...], axis: int) -> Array:
    """Return three numbers for each element: its rank among registers, lanes and warps in the order of a reduction along `axis`.

    Raises:
        ValueError: the layout is unknown, spreads the axis over blocks, moves along it and across at once, or repeats elements along it.
    """
    table = element_table(layout, shape)
    indices = coordinates(table, shape)
    along = indices.pop(axis)
    if _moving_bits(along, 0):
        raise ValueError("blocks take part in the reduction")
    places = np.full((int(np.prod(shape)), 3), -1, np.int64)
    here = np.empty((*table.shape, 3), np.int64)
    for rank, dimension in enumerate((3, 2, 1)):
        bits = _moving_bits(along, dimension)
        if any(not set(bits).isdisjoint(_moving_bits(across, dimension)) for across in indices):
            raise ValueError("a step along the axis is one across it, too")
        extents = [table.shape[d] if d == dimension else 1 for d in range(4)]
        here[..., rank] = _ranks(table.shape[dimension], bits).reshape(extents)
    places[table] = here
    if not np.array_equal(places[table], here):
        raise ValueError("an element has several places in the order")
    return places


def _moving_bits(along: Array, dimension: int) -> list[int]:
    """Return the bits of a block's, warp's, lane's or register's number that change the coordinate along the axis."""
    count = along.shape[dimension]
    numbers = np.arange(count)
    return [
        bit
        for bit in range(count.bit_length() - 1)
        if not np.array_equal(along, np.take(along, numbers ^ 1 << bit, axis=dimension))
    ]


def _ranks(count: int, bits: list[int]) -> Array:
    """Return, for each number below `count`, the number that its `bits` form."""
    numbers = np.arange(count, dtype=np.int64)
    found = np.zeros(count, np.int64)
    for rank, bit in enumerate(bits):
        found |= (numbers >> bit & 1) << rank
    return found
