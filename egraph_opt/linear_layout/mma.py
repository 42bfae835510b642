"""Linear layouts of matrix instructions: accumulators on NVIDIA and AMD GPUs, and dot operands.

Source: `toLinearLayout` of the matrix encodings in Triton 3.6's lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp.
"""

from __future__ import annotations

from collections.abc import Callable

from egraph_opt.linear_layout.encoding_parser import Attribute, UnsupportedEncoding
from egraph_opt.linear_layout.layout_builder import Tile, matrix_order
from egraph_opt.linear_layout.linear_map import InvalidLayout, LinearLayout


def _check_matrix(attribute: Attribute, rank: int) -> None:
    if rank < 2:
        raise InvalidLayout(f"{attribute.encoding} needs two axes at least")


def _nvidia_tile(tile: Tile, inner: int, outer: int, width: int, rows: int, columns: int) -> None:
    """Append the tile of a matrix instruction: 4 lanes along `inner` with `width` elements each, 8 lanes along `outer`."""
    tile.repeat(tile.register, inner, width)
    tile.repeat(tile.lane, inner, 4)
    tile.repeat(tile.lane, outer, 8)
    tile.repeat(tile.register, outer, rows // 8)
    tile.repeat(tile.register, inner, columns // (4 * width))


def _nvidia_version(attribute: Attribute) -> int:
    version = attribute.number("versionMajor")
    if version not in (2, 3):
        raise UnsupportedEncoding(f"version {version} of nvidia_mma is not known in {attribute.encoding}")
    return version


def nvidia_mma(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    """Return the result layout of `mma.sync` (version 2) or `wgmma` (version 3)."""
    rank = len(shape)
    _check_matrix(attribute, rank)
    version = _nvidia_version(attribute)
    instruction = attribute.numbers("instrShape", rank if version == 2 else 3)
    rows, columns = instruction[-2:] if version == 2 else instruction[:2]
    if rows % 8 or columns % 8 or any(size < 1 or size & size - 1 for size in (rows, columns)):
        raise attribute.wrong("instrShape", "a shape of whole 8 x 8 tiles, powers of two")
    order = matrix_order(rank)
    tile = Tile(rank)
    _nvidia_tile(tile, order[0], order[1], 2, rows, columns)
    warps = attribute.sizes("warpsPerCTA", rank)
    for axis in matrix_order(rank, row_major=version == 2):
        tile.repeat(tile.warp, axis, warps[axis])
    return tile.fit(shape, order, attribute.cluster())


def amd_mfma(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    """Return the result layout of an AMD CDNA matrix instruction (64 lanes)."""
    rows, columns = _mfma_instruction(attribute)
    height = 1 if attribute.number("elementBitWidth", 32) == 64 else 4
    n, m = matrix_order(len(shape))[:2]
    held, lanes, along, across = (n, rows, m, n) if attribute.flag("isTransposed") else (m, columns, n, m)
    tile = Tile(len(shape))
    tile.repeat(tile.register, held, height)
    tile.repeat(tile.lane, along, lanes)
    tile.repeat(tile.lane, across, 64 // lanes)
    tile.repeat(tile.register, held, max(1, rows * columns // (64 * height)))
    return _amd_tiles(attribute, tile, columns, shape)


def amd_wmma(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    """Return the result layout of an AMD RDNA matrix instruction (32 lanes)."""
    rows, columns, _ = _wmma_instruction(attribute)
    n, m = matrix_order(len(shape))[:2]
    if any(1 < shape[axis] < size for axis, size in ((m, rows), (n, columns))):
        raise InvalidLayout(f"shape {shape} cuts the {rows} x {columns} tile of {attribute.encoding}")
    along, held = (m, n) if attribute.flag("isTranspose") else (n, m)
    tile = Tile(len(shape))
    if attribute.number("version") == 1:
        tile.repeat(tile.lane, along, 16)
        tile.repeat(tile.lane, held, 2)
        tile.repeat(tile.register, held, 8)
    else:
        tile.repeat(tile.register, held, 8)
        tile.repeat(tile.lane, along, 16)
        tile.repeat(tile.lane, held, 2)
    return _amd_tiles(attribute, tile, columns, shape)


def _amd_tiles(attribute: Attribute, tile: Tile, columns: int, shape: tuple[int, ...]) -> LinearLayout:
    """Repeat an instruction's tile along N, then M, then batch axes, as in Triton's lowering."""
    rank = len(shape)
    order = matrix_order(rank)
    n, m, *batch = order
    warps, tiles = attribute.sizes("warpsPerCTA", rank), attribute.tiles()
    tile.repeat(tile.register, n, tiles[n])
    tile.repeat(tile.warp, n, warps[n])
    tile.repeat(tile.register, n, max(1, shape[n] // (columns * warps[n] * tiles[n])))
    tile.repeat(tile.register, m, tiles[m])
    tile.repeat(tile.warp, m, warps[m])
    for axis in batch:
        tile.repeat(tile.warp, axis, warps[axis])
    return tile.fit(shape, order, attribute.cluster())


def _mfma_instruction(attribute: Attribute) -> tuple[int, int]:
    _check_matrix(attribute, attribute.rank)
    instruction = attribute.numbers("instrShape")
    if tuple(instruction[:2]) not in ((32, 32), (16, 16), (64, 4), (4, 64)):
        raise attribute.wrong("instrShape", "32 x 32, 16 x 16, 64 x 4 or 4 x 64")
    return instruction[0], instruction[1]


def _wmma_instruction(attribute: Attribute) -> tuple[int, int, int]:
    _check_matrix(attribute, attribute.rank)
    if attribute.number("version") not in (1, 2, 3):
        raise attribute.wrong("version", "1, 2 or 3")
    instruction = attribute.sizes("instrShape", 3) if attribute.has("instrShape") else [16, 16, 16]
    if instruction[:2] != [16, 16]:
        raise attribute.wrong("instrShape", "16 x 16 x K")
    return instruction[0], instruction[1], instruction[2]


def dot_op(attribute: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    """Return the layout of a dot operand; the parent encoding is the encoding of the dot's result."""
    assert attribute.parent is not None
    _check_matrix(attribute, len(shape))
    if attribute.number("opIdx") not in (0, 1):
        raise attribute.wrong("opIdx", "0 or 1")
    build = _DOT_PARENTS.get(attribute.parent.kind)
    if build is None:
        raise UnsupportedEncoding(f"a dot operand has no parent of kind {attribute.parent.kind}: {attribute.encoding}")
    return build(attribute, attribute.parent, shape)


def _is_left(dot: Attribute) -> bool:
    return dot.number("opIdx") == 0


def _operand_order(dot: Attribute, rank: int) -> list[int]:
    """Return the axes of a dot operand: the reduction axis k, the other matrix axis, then batch axes."""
    return matrix_order(rank, row_major=_is_left(dot))


def _width(attribute: Attribute) -> int:
    width = attribute.number("kWidth", 0)
    if width < 1 or width & width - 1:
        raise attribute.wrong("kWidth", "a power of two")
    return width


def _blocked_dot_layout(dot: Attribute, parent: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    k = _operand_order(dot, rank)[0]
    order = parent.order("order", rank)
    tile = Tile(rank)
    for axis in order:
        tile.repeat(tile.register, axis, shape[axis] if axis == k else parent.sizes("sizePerThread", rank)[axis])
    for bits, name in ((tile.lane, "threadsPerWarp"), (tile.warp, "warpsPerCTA")):
        for axis in order:
            tile.repeat(bits, axis, parent.sizes(name, rank)[axis], copies=axis == k)
    return tile.fit(shape, order, _without_k(parent.cluster(), k))


def _dot_of_nvidia(dot: Attribute, parent: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    order = _operand_order(dot, rank)
    k, other = order[:2]
    version = _nvidia_version(parent)
    left = _is_left(dot)
    if version == 3 and not left:
        raise InvalidLayout(f"the right operand of a version 3 dot is in shared memory: {dot.encoding}")
    width = _width(dot)
    tile = Tile(rank)
    _nvidia_tile(tile, k, other, width, 16 if left else 8, 8 * width)
    warps = parent.sizes("warpsPerCTA", rank)
    for axis in matrix_order(rank, row_major=version == 2):
        tile.repeat(tile.warp, axis, warps[axis], copies=axis == k)
    return tile.fit(shape, order, _without_k(parent.cluster(), k))


def _dot_of_mfma(dot: Attribute, parent: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    order = _operand_order(dot, rank)
    k, other = order[:2]
    rows, columns = _mfma_instruction(parent)
    left = _is_left(dot)
    lanes = rows if left else columns
    width = _width(dot)
    tile = Tile(rank)
    tile.repeat(tile.register, k, width)
    tile.repeat(tile.lane, other, lanes)
    tile.repeat(tile.lane, k, 64 // lanes)
    if lanes == 64:
        tile.repeat(tile.register, k, 16)
    tile.repeat(tile.register, k, max(1, shape[k] // tile.size[k]))
    tile.repeat(tile.register, other, parent.tiles()[other])
    warps = parent.sizes("warpsPerCTA", rank)
    for axis in matrix_order(rank):
        tile.repeat(tile.warp, axis, warps[axis])
    return tile.fit(shape, order, parent.cluster())


def _dot_of_wmma(dot: Attribute, parent: Attribute, shape: tuple[int, ...]) -> LinearLayout:
    rank = len(shape)
    order = _operand_order(dot, rank)
    k, other = order[:2]
    *_, depth = _wmma_instruction(parent)
    width = _width(dot)
    tiles = parent.tiles()[other]
    # With more tiles for each warp k comes first, whatever part of it a block has; else `fit` handles k.
    extent = max(shape[k], depth) if tiles > 1 else depth
    tile = Tile(rank)
    tile.repeat(tile.register, k, width)
    tile.repeat(tile.lane, other, 16)
    tile.repeat(tile.lane, k, 2, copies=parent.number("version") == 1)
    tile.repeat(tile.register, k, max(1, extent // (2 * width)))
    tile.repeat(tile.register, other, tiles)
    warps = parent.sizes("warpsPerCTA", rank)
    for axis in matrix_order(rank):
        tile.repeat(tile.warp, axis, warps[axis], copies=axis == k)
    return tile.fit(shape, order, parent.cluster())


def _without_k(cluster: list[list[int]], k: int) -> list[list[int]]:
    """Return the bases of a cluster's blocks without components along axis `k`, so that the blocks hold copies of a dot operand."""
    return [[0 if axis == k else value for axis, value in enumerate(basis)] for basis in cluster]


_DOT_PARENTS: dict[str, Callable[[Attribute, Attribute, tuple[int, ...]], LinearLayout]] = {
    "blocked": _blocked_dot_layout,
    "nvidia_mma": _dot_of_nvidia,
    "amd_mfma": _dot_of_mfma,
    "amd_wmma": _dot_of_wmma,
}
