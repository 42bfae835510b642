"""Enumeration of the element in each register of each thread, for a layout.

Blocked, slice and linear encodings are enumerated from their definitions (TritonGPUAttrDefs.td). Layouts of matrix instructions
are those of the optimiser, which tests compare with libtriton. For IREE's nested layouts, tables say for each dimension which
subgroups and lanes hold an index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from math import lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from egraph_opt.linear_layout import linear_layout, parent_of_slice

Array = npt.NDArray[np.int64]

_FIELD = re.compile(r"(\w+) = (\[[\[\]\d, ]*\])")
NESTED = "#iree_vector_ext.nested_layout<"
_MOST_THREADS = 1 << 14


@lru_cache(maxsize=1 << 12)
def element_table(encoding: str, shape: tuple[int, ...]) -> Array:
    """Return an array [block, warp, lane, register] of row-major element indices.

    Raises:
        ValueError: the encoding is unknown or does not fit the shape.
    """
    found: Array | None = None
    if encoding.startswith("#ttg.blocked<") and "CGA" not in encoding:
        found = _blocked_elements(_fields(encoding), shape)
    elif part := parent_of_slice(encoding):
        found = _slice(*part, shape)
    elif encoding.startswith("#ttg.linear<"):
        found = _linear(_fields(encoding), shape)
    if found is None:
        layout = linear_layout(encoding, shape)
        found = _points([_all(bases) for bases in (layout.register, layout.lane, layout.warp, layout.block)])
    found.setflags(write=False)
    return found


def coordinates(elements: Array, shape: Sequence[int]) -> list[Array]:
    """Return the coordinates of row-major element indices, as an array for each dimension."""
    found = []
    for extent in reversed(shape):
        found.append(elements % extent)
        elements = elements // extent
    return found[::-1]


def flat(indices: Sequence[Array], shape: Sequence[int]) -> Array:
    """Return the row-major indices of elements given by coordinates."""
    found = np.zeros_like(indices[0]) if indices else np.zeros((), np.int64)
    for index, extent in zip(indices, shape, strict=True):
        found = found * extent + index
    return found


def _digits(radices: Sequence[int], order: Sequence[int]) -> list[Array]:
    """Return the mixed-radix digits of 0, 1, ..., prod(radices) - 1, as an array for each dimension. `order` lists dimensions
    fastest first.
    """
    rest = np.arange(prod(radices), dtype=np.int64)
    found = {}
    for axis in order:
        found[axis], rest = rest % radices[axis], rest // radices[axis]
    return [found[axis] for axis in range(len(radices))]


def _blocked_elements(fields: dict[str, list[int]], shape: tuple[int, ...]) -> Array:
    """Return the element table of a blocked encoding.

    A thread holds a tile of `sizePerThread`. Tiles repeat over the threads of a warp, the warps of a block, and the tensor.
    """
    sizes, lanes, warps, order = (fields[n] for n in ("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"))
    if len(order) != len(shape):
        raise ValueError(f"a blocked encoding of {len(order)} dimensions on the shape {shape}")
    times = [max(1, extent // (s * t * w)) for extent, s, t, w in zip(shape, sizes, lanes, warps, strict=True)]
    count = prod(sizes)
    digits = zip(_digits(sizes, order), _digits(lanes, order), _digits(warps, order), _digits(times, order), strict=True)
    indices = []
    for axis, (register, lane, warp, again) in enumerate(digits):
        outer = again[:, None] * warps[axis] + warp[:, None, None, None]
        index = (outer * lanes[axis] + lane[:, None, None]) * sizes[axis] + register  # at [warp, lane, again, register]
        indices.append(index.reshape(len(warp), len(lane), len(again) * count) % shape[axis])
    return flat(indices, shape)[None]


def _slice(dim: int, parent: str, shape: tuple[int, ...]) -> Array:
    """Return the element table of a slice encoding: that of the parent for extent 1 along `dim`, without duplicate registers."""
    if not 0 <= dim <= len(shape):
        raise ValueError(f"a slice of dimension {dim} on the shape {shape}")
    whole = element_table(parent, (*shape[:dim], 1, *shape[dim:]))
    columns = whole.reshape(-1, whole.shape[-1])
    first = np.sort(np.unique(columns, axis=1, return_index=True)[1])
    return np.ascontiguousarray(whole[..., first])


def _linear(fields: dict[str, list[list[int]]], shape: tuple[int, ...]) -> Array | None:
    """Return the element table of a linear encoding; None if the bases span another shape."""
    parts = [fields.get(name, []) for name in ("register", "lane", "warp", "block")]
    every = [basis for part in parts for basis in part]
    if any(len(basis) != len(shape) for basis in every):
        raise ValueError(f"bases of another rank than the shape {shape}")
    if tuple(max((1 << b[axis].bit_length() for b in every), default=1) for axis in range(len(shape))) != shape:
        return None
    return _points([_all([int(flat([np.array(i) for i in b], shape)) for b in part]) for part in parts])


def _all(bases: Sequence[int]) -> Array:
    """Return, for each number below 2^len(bases), the xor of the bases that its set bits select."""
    found = np.zeros(1, np.int64)
    for basis in bases:
        found = np.concatenate((found, found ^ basis))
    return found


def _points(parts: Sequence[Array]) -> Array:
    register, lane, warp, block = parts
    return block[:, None, None, None] ^ warp[:, None, None] ^ lane[:, None] ^ register


@lru_cache(maxsize=1 << 12)
def period(encoding: str) -> int:
    """Return the period of a nested layout: the number of subgroups or lanes after which elements repeat."""
    fields = _fields(encoding)
    parts = (("subgroup_tile", "subgroup_strides"), ("thread_tile", "thread_strides"))
    return lcm(
        *(tile * stride or 1 for tiles, strides in parts for tile, stride in zip(fields[tiles], fields[strides], strict=True))
    )


@lru_cache(maxsize=1 << 12)
def owners(encoding: str, numbers: int) -> tuple[tuple[Array, Array], ...]:
    """Return, for each dimension of a nested layout, which indices each subgroup holds, and which indices each lane holds, as
    boolean tables.

    The tables have a row for each of `numbers` subgroups or lanes.

    Raises:
        ValueError: the layout has too many subgroups, lanes or indices to enumerate.
    """
    if numbers > _MOST_THREADS:
        raise ValueError(f"{numbers} threads are too many to look at one by one")
    fields, number, found = _fields(encoding), np.arange(numbers)[:, None], []
    for axis, element in enumerate(fields["element_tile"]):
        subgroup, batch, outer, thread = (fields[f"{name}_tile"][axis] for name in ("subgroup", "batch", "outer", "thread"))
        index = np.arange(subgroup * batch * outer * thread * element)
        whose = index // (element * thread * outer * batch), index // element % thread
        strides = (max(1, fields[f"{name}_strides"][axis]) for name in ("subgroup", "thread"))
        s, t = (number // stride % tile == digit for stride, tile, digit in zip(strides, (subgroup, thread), whose, strict=True))
        found.append((s, t))
    return tuple(found)


def _fields(encoding: str) -> dict[str, Any]:
    return {name: json.loads(text) for name, text in _FIELD.findall(encoding)}
