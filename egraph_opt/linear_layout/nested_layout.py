"""IREE's `#iree_vector_ext.nested_layout`, which distributes each dimension over threads by the digits of a mixed-radix index.

In dimension d an index has the digits (subgroup, batch, outer, thread, element), outermost first; the five tiles are the radices. Lane l of
subgroup s holds the elements with subgroup digit `(s / subgroup_stride) % subgroup_tile` and thread digit `(l / thread_stride) %
thread_tile`. The batch, outer and element digits number a thread's registers. Tiles need not be powers of two, so in general the layout is
no map over F2. Source: Codegen/Dialect/VectorExt/IR/VectorExtAttrs.td and VectorExtAttrs.cpp of IREE 3.13.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import NamedTuple

from egraph_opt.linear_layout.linear_map import InvalidLayout

PREFIX = "#iree_vector_ext.nested_layout<"
_FIELDS = ("subgroup_tile", "batch_tile", "outer_tile", "thread_tile", "element_tile", "subgroup_strides", "thread_strides")
_FIELD = re.compile(r"(\w+)\s*=\s*\[([\d\s,]*)\]")


class NestedDimension(NamedTuple):
    """Dimension of a nested layout: tiles, outermost first, then the strides of subgroups and threads."""

    subgroup: int
    batch: int
    outer: int
    thread: int
    element: int
    subgroup_stride: int
    thread_stride: int

    @property
    def extent(self) -> int:
        return prod(self[:5])

    def canonical_ownership(self) -> NestedDimension:
        """Return a canonical form, equal for two dimensions if and only if every thread holds the same elements of both.

        Adjacent batch and outer digits merge and, with a single thread, the element digit too. Register order is ignored.
        """
        subgroup_stride = self.subgroup_stride if self.subgroup > 1 else 0
        if self.thread == 1:
            return NestedDimension(self.subgroup, 1, 1, 1, self.batch * self.outer * self.element, subgroup_stride, 0)
        return NestedDimension(
            self.subgroup, 1, self.batch * self.outer, self.thread, self.element, subgroup_stride, self.thread_stride
        )


UNIT = NestedDimension(1, 1, 1, 1, 1, 0, 0)
"""Dimension of size 1, whose element every thread holds."""

Nested = tuple[NestedDimension, ...]


def is_nested(encoding: str | None) -> bool:
    return bool(encoding) and str(encoding).startswith(PREFIX)


@lru_cache(maxsize=1 << 16)
def parse(encoding: str) -> Nested:
    """Return the dimensions of a nested layout's text.

    Raises:
        InvalidLayout: the text is malformed, or a distributed tile has stride zero.
    """
    found = dict(_FIELD.findall(encoding[len(PREFIX) :]))
    if not is_nested(encoding) or set(found) != set(_FIELDS):
        raise InvalidLayout(f"{encoding} is not {PREFIX}...> with the fields {', '.join(_FIELDS)}")
    columns = [[int(n) for n in found[name].split(",") if n.strip()] for name in _FIELDS]
    if len({len(column) for column in columns}) != 1:
        raise InvalidLayout(f"the fields of {encoding} have different lengths")
    dimensions = tuple(NestedDimension(*row) for row in zip(*columns, strict=True))
    for d in dimensions:
        if min(d[:5]) < 1 or (d.thread > 1 and not d.thread_stride) or (d.subgroup > 1 and not d.subgroup_stride):
            raise InvalidLayout(f"{encoding} has a tile of no element, or a stride of zero where a tile is shared out")
    return dimensions


def text(dimensions: Iterable[NestedDimension]) -> str:
    """Return the attribute text of a nested layout, as IREE prints it."""
    columns = list(zip(*dimensions, strict=True)) or [()] * len(_FIELDS)
    return (
        PREFIX
        + ", ".join(f"{name} = [{', '.join(map(str, column))}]" for name, column in zip(_FIELDS, columns, strict=True))
        + ">"
    )


def canonical_ownership(encoding: str) -> str:
    """Return a text that is equal for two nested layouts if and only if every thread holds the same elements."""
    return text(d.canonical_ownership() for d in parse(encoding))


def fits(encoding: str, shape: tuple[int, ...]) -> bool:
    """Return whether a nested layout has shape `shape`, and every element belongs to some thread."""
    return tuple(d.extent for d in parse(encoding)) == shape and covers(encoding)


@lru_cache(maxsize=1 << 12)
def covers(encoding: str) -> bool:
    """Return whether every element belongs to some thread: all combinations of subgroup digits and of thread digits occur."""
    dimensions = parse(encoding)
    for shared in ([(d.thread, d.thread_stride) for d in dimensions], [(d.subgroup, d.subgroup_stride) for d in dimensions]):
        digits = [(tile, stride) for tile, stride in shared if tile > 1]
        last = max((tile * stride for tile, stride in digits), default=1)
        wanted = prod(tile for tile, _ in digits)
        if wanted > last or len({tuple(n // stride % tile for tile, stride in digits) for n in range(last)}) != wanted:
            return False
    return True


def drop_axes(encoding: str, axes: Iterable[int]) -> str:
    dropped = set(axes)
    return text(d for axis, d in enumerate(parse(encoding)) if axis not in dropped)


def gather_axes(encoding: str, dims: Iterable[int]) -> str:
    """Return the layout whose dimension d is dimension `dims[d]` of `encoding`, or has size 1 if `dims[d]` is negative."""
    dimensions = parse(encoding)
    return text(dimensions[d] if d >= 0 else UNIT for d in dims)


def elements_held(encoding: str) -> int:
    return prod(d.batch * d.outer * d.element for d in parse(encoding))


def through_shared_memory(source: str, target: str) -> bool:
    """Return whether IREE converts between two layouts through shared memory.

    Source: `needsSharedMemoryForConversion`, VectorExtAttrs.cpp:618.
    """
    pairs = zip(parse(source), parse(target), strict=True)
    return any((a.subgroup, *a[3:]) != (b.subgroup, *b[3:]) for a, b in pairs)
