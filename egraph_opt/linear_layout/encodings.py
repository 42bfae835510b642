"""Linear layouts of the distributed encodings of the `ttg` dialect, from their MLIR text.

Source: Triton 3.6's lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and Dialect.cpp.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import prod

from egraph_opt.linear_layout import nested_layout
from egraph_opt.linear_layout.encoding_parser import Attribute
from egraph_opt.linear_layout.layout_builder import Tile
from egraph_opt.linear_layout.linear_map import InvalidLayout, LinearLayout, index_shifts, log2, span_rank
from egraph_opt.linear_layout.mma import amd_mfma, amd_wmma, dot_op, nvidia_mma


@lru_cache(maxsize=1 << 16)
def linear_layout(encoding: str, shape: tuple[int, ...]) -> LinearLayout:
    """Return the linear layout of a tensor of `shape` in `encoding`.

    `encoding` is MLIR attribute text without aliases: blocked, slice, linear, nvidia_mma of versions 2 and 3, amd_mfma, amd_wmma, or dot_op
    of one of the others. If `shape` exceeds the encoding's tile, registers repeat the tile; if `shape` is smaller, some bases are zero.
    Raises UnsupportedEncoding for an encoding of any other kind. Raises InvalidLayout for malformed text, extents that are no powers of
    two, and an encoding that does not fit the shape.
    """
    for extent in shape:
        if extent < 1 or extent & extent - 1:
            raise InvalidLayout(f"{extent} in shape {shape} is no power of two")
    attribute = Attribute(encoding)
    if len(shape) != attribute.rank:
        raise InvalidLayout(f"{encoding} has {attribute.rank} axes, the shape {shape} has {len(shape)}")
    return _BUILDERS[attribute.kind](attribute, shape)


def slice_encoding(parent: str, dim: int) -> str:
    """Return the slice encoding of `parent` without axis `dim`."""
    if nested_layout.is_nested(parent):
        return nested_layout.drop_axes(parent, (dim,))
    return f"#ttg.slice<{{dim = {dim}, parent = {parent}}}>"


@lru_cache(maxsize=1 << 12)
def parent_of_slice(encoding: str) -> tuple[int, str] | None:
    """Return the removed axis and the parent encoding of a slice encoding, or None for other encodings."""
    match = _SLICE.fullmatch(encoding)
    return (int(match[1]), match[2]) if match else None


def _blocked_layout(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    tile = Tile(rank)
    order = attribute.order("order", rank)
    for bits, name in ((tile.register, "sizePerThread"), (tile.lane, "threadsPerWarp"), (tile.warp, "warpsPerCTA")):
        sizes = attribute.sizes(name, rank)
        for axis in order:
            tile.repeat(bits, axis, sizes[axis])
    return tile.fit(shape, order, attribute.cluster())


def _slice(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    assert attribute.parent is not None
    dim = attribute.number("dim")
    if not 0 <= dim <= len(shape):
        raise attribute.wrong("dim", f"an axis of the parent's {len(shape) + 1}")
    # An axis of one element takes no bit of the index, so the parent's bases are right unchanged.
    parent = linear_layout(attribute.parent.encoding, (*shape[:dim], 1, *shape[dim:]))
    return LinearLayout(tuple(filter(None, parent.register)), parent.lane, parent.warp, parent.block, shape)


def _linear(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    parts = {name: attribute.vectors(name) for name in ("register", "lane", "warp", "block")}
    every = [basis for bases in parts.values() for basis in bases]
    for basis in every:
        if len(basis) != rank or sum(map(bool, basis)) > 1:
            raise InvalidLayout(f"basis {basis} of {attribute.encoding} does not move along one of {rank} axes")
    size = [max((1 << basis[axis].bit_length() for basis in every), default=1) for axis in range(rank)]
    shifts = index_shifts(size)
    if 1 << span_rank(sum(v << s for v, s in zip(basis, shifts, strict=True)) for basis in every) != prod(size):
        raise InvalidLayout(f"{attribute.encoding} is not surjective: it does not reach all of a tensor of shape {tuple(size)}")
    order = list(dict.fromkeys([axis for basis in parts["register"] for axis, value in enumerate(basis) if value]))
    order += [axis for axis in range(rank - 1, -1, -1) if axis not in order]
    register = list(parts["register"])
    for axis in order:
        for bit in range(log2(size[axis]), log2(shape[axis])):
            register.append([1 << bit if other == axis else 0 for other in range(rank)])
    for axis, extent in enumerate(shape):
        beyond = [basis[axis] for basis in every if basis[axis] >= extent]
        if len(beyond) != max(0, log2(size[axis]) - log2(extent)) or any(value & value - 1 for value in beyond):
            raise InvalidLayout(f"{attribute.encoding} cannot be cut to the shape {shape}: its bases overlap on axis {axis}")
    shifts = index_shifts(shape)

    def flat(bases: list[list[int]]) -> list[int | None]:
        return [
            None
            if any(value >= extent for value, extent in zip(basis, shape, strict=True))
            else sum(value << shift for value, shift in zip(basis, shifts, strict=True))
            for basis in bases
        ]

    # A register beyond the shape is dropped; a lane or warp stays, as a copy.
    lane, warp, block = (tuple(index or 0 for index in flat(parts[name])) for name in ("lane", "warp", "block"))
    return LinearLayout(tuple(index for index in flat(register) if index is not None), lane, warp, block, shape)


_SLICE = re.compile(r"#ttg\.slice<\{dim = (\d+), parent = (#.*)\}>", re.DOTALL)
_BUILDERS: dict[str, Callable[[Attribute, tuple[int, ...]], LinearLayout]] = {
    "blocked": _blocked_layout,
    "slice": _slice,
    "linear": _linear,
    "nvidia_mma": nvidia_mma,
    "dot_op": dot_op,
    "amd_mfma": amd_mfma,
    "amd_wmma": amd_wmma,
}
