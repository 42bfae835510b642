"""Named layouts for the micro-kernels: encodings as text, for a shape, a number of warps and a width of elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from egraph_opt.linear_layout import InvalidLayout, LinearLayout, linear_layout, slice_encoding
from egraph_opt.linear_layout.linear_map import index_shifts

Shape = tuple[int, ...]


def blocked(registers: Sequence[int], lanes: Sequence[int], warps: Sequence[int], order: Sequence[int] | None = None) -> str:
    order = order or range(len(registers) - 1, -1, -1)
    return (
        f"#ttg.blocked<{{sizePerThread = {list(registers)}, threadsPerWarp = {list(lanes)}, warpsPerCTA = {list(warps)}, "
        f"order = {list(order)}}}>"
    )


def mma2(warps: Sequence[int]) -> str:
    return f"#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {list(warps)}, instrShape = [16, 8]}}>"


def mma3(warps: int, columns: int, depth: int = 16) -> str:
    return (
        f"#ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [{warps}, 1], "
        f"instrShape = [16, {columns}, {depth}]}}>"
    )


def dot(side: int, parent: str, width: int | None = None) -> str:
    depth = "" if width is None else f", kWidth = {width}"
    return f"#ttg.dot_op<{{opIdx = {side}, parent = {parent}{depth}}}>"


def linear(layout: LinearLayout) -> str:
    """A layout's bases as a `#ttg.linear`."""
    shifts = index_shifts(layout.shape)
    axes = list(zip(layout.shape, shifts, strict=True))
    parts = [
        f"{name} = {[[basis >> shift & extent - 1 for extent, shift in axes] for basis in getattr(layout, name)]}"
        for name in ("register", "lane", "warp", "block")
    ]
    return f"#ttg.linear<{{{', '.join(parts)}}}>"


def exchanged(encoding: str, shape: Shape, pairs: Sequence[tuple[int, int]]) -> str:
    """A layout of which some bits are exchanged, counted from the lowest register bit on (registers, then lanes, then warps)."""
    layout = linear_layout(encoding, shape)
    bases = list(layout.bases)
    for a, b in pairs:
        bases[a], bases[b] = bases[b], bases[a]
    registers, lanes = len(layout.register), len(layout.register) + len(layout.lane)
    return linear(
        LinearLayout(tuple(bases[:registers]), tuple(bases[registers:lanes]), tuple(bases[lanes:]), layout.block, shape)
    )


def _wide(bits: int) -> int:
    """Elements of the widest access of a thread."""
    return max(1, 128 // bits)


def _row(width: int, lanes: int, warps: Sequence[int]) -> str:
    return blocked([1, width], [32 // lanes, lanes], warps)


def _column(width: int, lanes: int, warps: Sequence[int]) -> str:
    return blocked([width, 1], [lanes, 32 // lanes], warps, [0, 1])


def _shuffled(count: int) -> Callable[[Shape, int, int], str]:
    """Rows, with the lanes rotated and `count` bits of lanes exchanged with bits of registers."""

    def build(shape: Shape, warps: int, bits: int) -> str:
        base = _row(4, 8, [warps, 1])
        registers = len(linear_layout(base, shape).register)
        lanes = [(registers + 3, registers + 4)] if count == 0 else []
        return exchanged(base, shape, lanes + [(bit, registers + bit) for bit in range(count)])

    return build


MATRICES: dict[str, Callable[[Shape, int, int], str]] = {
    "row": lambda shape, warps, bits: _row(_wide(bits), 8, [warps, 1]),
    "row4": lambda shape, warps, bits: _row(4, 8, [warps, 1]),
    "row2": lambda shape, warps, bits: _row(2, 16, [warps // 2, 2]),
    "row1": lambda shape, warps, bits: _row(1, 32, [warps, 1]),
    "rows": lambda shape, warps, bits: _row(4, 4, [1, warps]),
    "column": lambda shape, warps, bits: _column(_wide(bits), 8, [1, warps]),
    "column4": lambda shape, warps, bits: _column(4, 8, [1, warps]),
    "column1": lambda shape, warps, bits: _column(1, 32, [1, warps]),
    "columns": lambda shape, warps, bits: _column(2, 4, [warps, 1]),
    "square": lambda shape, warps, bits: blocked([4, 4], [4, 8], [2, warps // 2]),
    "thread": lambda shape, warps, bits: blocked([1, shape[1]], [32, 1], [warps, 1]),
    "wide": lambda shape, warps, bits: blocked([2, 4], [1, 32], [warps, 1]),
    "mma2": lambda shape, warps, bits: mma2([warps, 1]),
    "mma2s": lambda shape, warps, bits: mma2([2, warps // 2]),
    "mma3": lambda shape, warps, bits: mma3(warps, min(shape[1], 128)),
    "left": lambda shape, warps, bits: dot(0, mma2([warps, 1]), max(1, 32 // bits)),
    "right": lambda shape, warps, bits: dot(1, mma2([warps, 1]), max(1, 32 // bits)),
    "left3": lambda shape, warps, bits: dot(0, mma3(warps, 64), max(1, 32 // bits)),
    "leftf": lambda shape, warps, bits: dot(0, blocked([4, 4], [4, 8], [2, warps // 2])),
    "rightf": lambda shape, warps, bits: dot(1, blocked([4, 4], [4, 8], [2, warps // 2])),
    "lanes": _shuffled(0),
    "swap1": _shuffled(1),
    "swap2": _shuffled(2),
    "register": lambda shape, warps, bits: exchanged(_row(4, 8, [warps, 1]), shape, [(0, 1)]),
}
"""Layouts of matrices, by name. `swap1` and `swap2` differ from `row4` by one and two bits between lanes and registers."""

VECTORS: dict[str, Callable[[Shape, int, int], str]] = {
    "line": lambda shape, warps, bits: blocked([1], [32], [warps]),
    "line4": lambda shape, warps, bits: blocked([4], [32], [warps]),
    "ofrow": lambda shape, warps, bits: slice_encoding(_row(4, 8, [warps, 1]), 1),
    "incolumns": lambda shape, warps, bits: slice_encoding(_row(4, 8, [warps, 1]), 0),
    "ofcolumn": lambda shape, warps, bits: slice_encoding(_column(4, 8, [1, warps]), 0),
    "inrows": lambda shape, warps, bits: slice_encoding(_column(4, 8, [1, warps]), 1),
    "ofmma2": lambda shape, warps, bits: slice_encoding(mma2([warps, 1]), 1),
    "inmma2": lambda shape, warps, bits: slice_encoding(mma2([warps, 1]), 0),
    "ofmma3": lambda shape, warps, bits: slice_encoding(mma3(warps, 64), 1),
    "inmma3": lambda shape, warps, bits: slice_encoding(mma3(warps, 64), 0),
}
"""Layouts of vectors, by name: lines over all threads, and slices of matrices, which hold copies."""


def encoding(name: str, shape: Shape, warps: int, bits: int) -> str | None:
    """The encoding of that name, or None where it does not fit the shape or takes too many registers (spills would be measured)."""
    try:
        text = (MATRICES if len(shape) == 2 else VECTORS)[name](shape, warps, bits)
        layout = linear_layout(text, shape)
    except (InvalidLayout, IndexError):
        return None
    registers = len(layout.register)
    return text if bits << registers <= 32 * 128 and registers <= 7 else None
