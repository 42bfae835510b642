"""Windows: offsets, sizes and strides of the part of a tensor (the base) that a slice reads or an insertion writes, axis by axis.

Element `j` of a window along an axis is element `offset + j * stride` of its base. The functions on one axis use only arithmetic, so
`tests/region/test_window.py` proves them on symbolic integers. Offsets and sizes may be symbolic
(`egraph_opt.families.region.vocabulary.symbolic_extent.Size`). Predicates on symbolic windows return True only for provable facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, NamedTuple

from egraph_opt.families.region.vocabulary.symbolic_extent import Shape


class Axis(NamedTuple):
    """Offset, size and stride of a slice along one axis of a tensor with `base` elements.

    The stride is a constant, and 1 if `size` is 1.
    """

    offset: Any
    size: Any
    stride: Any
    base: Any


Window = tuple[Axis, ...]
"""One `Axis` for each dimension, outermost first."""


def compose_axis(inner: Axis, outer: Axis) -> Axis:
    """Return the composition of two slices along one axis: slice `inner` of the result of slice `outer`."""
    return Axis(outer.offset + inner.offset * outer.stride, inner.size, inner.stride * outer.stride, outer.base)


def end_axis(axis: Axis) -> Any:
    """Return one plus the index in the tensor of the last element of a slice, along one axis."""
    return axis.offset + (axis.size - 1) * axis.stride + 1


def fits_axis(axis: Axis) -> tuple[Any, ...]:
    """Return conditions that together mean that a slice is nonempty and inside the tensor, along one axis."""
    return (axis.offset >= 0, axis.size >= 1, axis.stride >= 1, end_axis(axis) <= axis.base)


def misfit_axis(axis: Axis) -> bool:
    """Return whether a slice is provably empty or outside the tensor, along one axis."""
    return any((axis.offset < 0, axis.size < 1, axis.stride < 1, end_axis(axis) > axis.base))


def apart_axis(a: Axis, b: Axis) -> tuple[Any, ...]:
    """Return two conditions on slices of one tensor, either of which implies that the slices are disjoint along one axis."""
    return (end_axis(a) <= b.offset, end_axis(b) <= a.offset)


def whole_axis(axis: Axis) -> tuple[Any, ...]:
    """Return conditions that together mean that a slice is the whole tensor, along one axis."""
    return (axis.offset == 0, axis.size == axis.base, axis.stride == 1)


def window(shape: Sequence[Any], offsets: Sequence[Any], sizes: Sequence[Any], strides: Sequence[Any]) -> Window:
    """Return a window (rectangular part) of a tensor, given its offsets, sizes and strides.

    Raises:
        ValueError: the window is empty or provably outside the tensor.
    """
    made = tuple(Axis(o, n, s if n != 1 else 1, b) for o, n, s, b in zip(offsets, sizes, strides, shape, strict=True))
    if any(map(misfit_axis, made)):
        raise ValueError(f"no window of {tuple(shape)}: offsets {tuple(offsets)}, sizes {tuple(sizes)}, strides {tuple(strides)}")
    return made


def inner_shape(w: Window) -> Shape:
    """Return the shape of the slice that a window (offsets, sizes, strides) selects."""
    return tuple(axis.size for axis in w)


def base_shape(w: Window) -> Shape:
    return tuple(axis.base for axis in w)


def compose(inner: Window, outer: Window) -> Window:
    """Return the composition of two windows: slice `inner` of the result of slice `outer`. Strides along axes of size 1 become 1."""
    axes = (compose_axis(a, b) for a, b in zip(inner, outer, strict=True))
    return tuple(a if a.size != 1 else a._replace(stride=1) for a in axes)


def relative(part: Window, whole: Window) -> Window | None:
    """Return the window `w` with `compose(w, whole) == part`, or None if `part` is not contained in `whole`."""
    axes = []
    for a, b in zip(part, whole, strict=True):
        offset, rest = divmod(a.offset - b.offset, b.stride)
        stride, rest_of_stride = divmod(a.stride, b.stride) if a.size != 1 else (1, 0)
        found = Axis(offset, a.size, stride, b.size)
        if rest or rest_of_stride or not (offset >= 0 and end_axis(found) <= b.size):
            return None
        axes.append(found)
    return tuple(axes)


def disjoint(a: Window, b: Window) -> bool:
    """Return whether two windows (slices) of one tensor are provably disjoint: their ranges do not overlap along some axis."""
    return any(any(apart_axis(x, y)) for x, y in zip(a, b, strict=True))


def whole(w: Window) -> bool:
    """Return whether a window (slice of a tensor) is provably the whole tensor."""
    return all(all(whole_axis(axis)) for axis in w)


def covers(area: Iterable[Window]) -> bool:
    """Return whether disjoint windows (slices of one tensor) cover the tensor, by comparing numbers of elements."""
    windows = list(area)
    return bool(windows) and sum(prod(inner_shape(w)) for w in windows) == prod(base_shape(windows[0]))


def permute_window(permutation: Sequence[int], w: Window) -> Window:
    """Return the window of the same elements in the transposed tensor, whose dimension `i` was dimension `permutation[i]`."""
    return tuple(w[p] for p in permutation)


def dense(w: Window) -> bool:
    """Return whether a window (slice of a tensor) is contiguous in row-major order.

    A contiguous window has whole inner axes, a part of one axis, and one element along each outer axis.
    """
    partial = False
    for axis in reversed(w):
        if partial and axis.size != 1:
            return False
        if axis.stride != 1:
            return False
        partial = partial or axis.size != axis.base
    return True


def in_a_row(w: Window) -> tuple[Window, Window] | None:
    """Return a window `u` with the elements of `w`, and the position of its base in the flattened base of `w`; or None.

    The base of `u` has the rows of `w` at full length, and `u` starts at its first element. So `u` needs no padding in front. The position
    is a window of the flattened base. The result is None for dynamic sizes or strides, or if the base of `u` would exceed that of `w`.
    """
    if not all(isinstance(n, int) for axis in w for n in axis) or any(axis.stride != 1 for axis in w):
        return None
    rows = next((k for k, axis in enumerate(w) if axis.base != 1), 0)
    u = tuple(Axis(0, axis.size, 1, axis.size if k <= rows else axis.base) for k, axis in enumerate(w))
    offset = 0
    for axis in w:
        offset = offset * axis.base + axis.offset
    length, whole = prod(base_shape(u)), prod(base_shape(w))
    return (u, (Axis(offset, length, 1, whole),)) if offset + length <= whole else None


def gaps(windows: Sequence[Window]) -> list[Window]:
    """Return the gaps between windows if the windows are partial only along the outermost axis, else an empty list."""
    base = base_shape(windows[0])
    rows = next((k for k, n in enumerate(base) if n != 1), 0)
    if not all(isinstance(n, int) for w in windows for axis in w for n in axis) or any(
        axis.stride != 1 or (k != rows and axis.size != axis.base) for w in windows for k, axis in enumerate(w)
    ):
        return []
    found, end = [], 0
    for start, stop in [*sorted((w[rows].offset, end_axis(w[rows])) for w in windows), (base[rows], base[rows])]:
        if start > end:
            found.append(tuple(Axis(end, start - end, 1, n) if k == rows else Axis(0, n, 1, n) for k, n in enumerate(base)))
        end = max(end, stop)
    return found


def interval(w: Window) -> tuple[int, int]:
    """Return the position of a window's first element, and of its last element plus one, in row-major order of the base."""
    first = last = 0
    for axis in w:
        first = first * axis.base + axis.offset
        last = last * axis.base + end_axis(axis) - 1
    return first, last + 1
