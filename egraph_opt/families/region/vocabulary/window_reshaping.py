"""Reshaping of windows (slices): the same elements in the same order, after dimensions of the sliced tensor are merged or split."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from egraph_opt.families.region.vocabulary.symbolic_extent import Shape
from egraph_opt.families.region.vocabulary.window import Axis, Window, base_shape, fits_axis, inner_shape


def regroup_window(w: Window, shape: Shape) -> Window | None:
    """Return a window whose slice has shape `shape`, after merging or splitting dimensions of the sliced tensor; None if there is none.

    Both windows select the same elements in the same order, if elements are numbered in row-major order.
    """
    if not all(isinstance(n, int) for axis in w for n in axis) or not all(isinstance(n, int) for n in shape):
        return None
    pairs = groups(inner_shape(w), shape)
    if pairs is None:
        return None
    found: list[Axis] = []
    for old, new in pairs:
        axis: Axis | None = ONE
        for k in old:
            axis = merge_axes(axis, w[k]) if axis is not None else None
        axes = split(axis, [shape[k] for k in new]) if axis is not None else None
        if axes is None:
            return None
        found += axes
    return tuple(found)


def reshape_window(w: Window, shape: Shape) -> Window | None:
    """Return the window that selects the same elements in the same order after the sliced tensor is reshaped to `shape`, or None.

    With dynamic sizes, the reshape may only add or drop unit dimensions.
    """
    old, new = [axis for axis in w if axis.base != 1], [n for n in shape if n != 1]
    if [axis.base for axis in old] == new:
        left = iter(old)
        return tuple(next(left) if n != 1 else ONE for n in shape)
    if not all(isinstance(n, int) for n in (*base_shape(w), *shape)) or (pairs := groups(base_shape(w), shape)) is None:
        return None
    found: list[Axis] = []
    for merged, parts in pairs:
        axis: Axis | None = ONE
        for k in merged:
            axis = merge_axes(axis, w[k]) if axis is not None else None
        axes = divide_axis(axis, [shape[k] for k in parts]) if axis is not None else None
        if axes is None:
            return None
        found += axes
    return tuple(found)


def divide_axis(axis: Axis, extents: Sequence[int]) -> list[Axis] | None:
    """Split a slice along one axis into slices along axes of the given extents, whose product is the old extent; None if impossible."""
    if len(extents) < 2:
        return [axis] if extents else []
    row = prod(extents[1:])
    start, rest = divmod(axis.offset, row)
    rows, more = divmod(axis.size, row)
    if axis.stride == 1 and rest == 0 and more == 0:
        return [Axis(start, rows, 1, extents[0]), *(Axis(0, n, 1, n) for n in extents[1:])]
    inner = Axis(rest, axis.size, axis.stride, row)
    inner, outer = Axis(rest, axis.size, axis.stride, row), Axis(start, 1, 1, extents[0])
    below = divide_axis(inner, extents[1:]) if all((*fits_axis(inner), *fits_axis(outer))) else None
    return None if below is None else [outer, *below]


ONE = Axis(0, 1, 1, 1)


def groups(old: Shape, new: Shape) -> list[tuple[list[int], list[int]]] | None:
    """Pair the smallest consecutive groups of dimensions of two shapes with equal numbers of elements; None if the totals differ."""
    if prod(old) != prod(new):
        return None
    found: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(old) or j < len(new):
        a, b = ([i], [j]) if i < len(old) and j < len(new) else ([i], []) if i < len(old) else ([], [j])
        m, n = prod(old[k] for k in a), prod(new[k] for k in b)
        while m != n:
            if m < n:
                a.append(a[-1] + 1)
                m *= old[a[-1]]
            else:
                b.append(b[-1] + 1)
                n *= new[b[-1]]
        i, j = (a[-1] + 1 if a else i), (b[-1] + 1 if b else j)
        found.append((a, b))
    return found


def merge_axes(a: Axis, b: Axis) -> Axis | None:
    """Merge a slice along two neighbouring axes into a slice along one axis; None if impossible."""
    if a.base == 1 or b.base == 1:
        return b if a.base == 1 else a
    if a.size == 1:
        return Axis(a.offset * b.base + b.offset, b.size, b.stride, a.base * b.base)
    if a.stride == 1 and b.size == b.base:
        return Axis(a.offset * b.base, a.size * b.base, 1, a.base * b.base)
    return None


def split(axis: Axis, sizes: Sequence[int]) -> list[Axis] | None:
    """Split a slice along one axis into slices of given sizes, of which only the first may lack elements; None if impossible."""
    if len(sizes) == 1:
        return [axis]
    if not sizes:
        return [] if axis.base == 1 else None
    row = prod(sizes[1:])
    if axis.stride != 1 or axis.offset % row or axis.base % row:
        return None
    return [Axis(axis.offset // row, sizes[0], 1, axis.base // row), *(Axis(0, n, 1, n) for n in sizes[1:])]


def partners(old: Shape, new: Shape) -> tuple[list[list[int]], list[list[int]]]:
    """Return groups of dimensions for each of two shapes, so that corresponding groups have equal numbers of elements."""
    found: list[tuple[list[int], list[int]]] = []
    first: tuple[list[int], list[int]] = ([], [])
    for a, b in groups(old, new) or ():
        if a and b:
            found.append((first[0] + a, first[1] + b))
            first = ([], [])
        else:  # dimensions of one element, which go to the group before, or to the first one
            before = found[-1] if found else first
            before[0].extend(a)
            before[1].extend(b)
    return [a for a, _ in found], [b for _, b in found]
