"""Builder of a linear layout from repeated tiles."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.linear_layout.linear_map import LinearLayout, index_shifts, log2


class Tile:
    """Linear layout under construction: a pair (axis, stride) for each register, lane and warp bit, and the extent of each axis."""

    def __init__(self, rank: int) -> None:
        self.size = [1] * rank
        self.register: list[tuple[int, int]] = []
        self.lane: list[tuple[int, int]] = []
        self.warp: list[tuple[int, int]] = []

    def repeat(self, bits: list[tuple[int, int]], axis: int, count: int, *, copies: bool = False) -> None:
        """Append `count` tiles along `axis`, selected by new `bits`; with `copies`, the new bits select copies of the same tile."""
        for _ in range(log2(count)):
            if copies:
                bits.append((axis, 0))
            else:
                bits.append((axis, self.size[axis]))
                self.size[axis] *= 2

    def fit(self, shape: tuple[int, ...], order: Sequence[int], cluster: list[list[int]]) -> LinearLayout:
        """Repeat or cut the tile to `shape`, over registers along the axes in `order`, then over blocks; return the layout."""
        blocks = [
            min(extent, max((1 << basis[axis].bit_length() for basis in cluster), default=1)) for axis, extent in enumerate(shape)
        ]
        within = [extent // count for extent, count in zip(shape, blocks, strict=True)]
        for axis in order:
            self.repeat(self.register, axis, max(1, within[axis] // self.size[axis]))
        shifts = index_shifts(shape)

        def flat(bits: list[tuple[int, int]]) -> tuple[int, ...]:
            return tuple(stride << shifts[axis] if stride < within[axis] else 0 for axis, stride in bits)

        block = tuple(
            sum(value * within[axis] << shifts[axis] if value < blocks[axis] else 0 for axis, value in enumerate(basis))
            for basis in cluster
        )
        return LinearLayout(flat(self.register), flat(self.lane), flat(self.warp), block, shape)


def matrix_order(rank: int, *, row_major: bool = True) -> list[int]:
    """Return the axes from fastest to slowest: the two matrix axes (the last axes, swapped unless `row_major`), then batch axes."""
    order = list(range(rank - 1, -1, -1))
    if not row_major:
        order[:2] = order[1], order[0]
    return order
