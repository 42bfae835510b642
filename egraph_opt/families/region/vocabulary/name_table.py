"""Numbers by which terms name windows, areas, shapes, permutations and scalars."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.families.region.vocabulary.size import Shape, Sizes
from egraph_opt.families.region.vocabulary.window import Axis, Window, base_shape, inner_shape, interval
from egraph_opt.ir.module import Value

Area = tuple[Window, ...]
Permutation = tuple[int, ...]
IndexMap = tuple[int | None, ...]
"""For each axis of an operand, the axis of the result that it is read along; None if all of it is read for each element."""
Facts = dict[str, list[tuple[int, ...]]]
"""Rows of numbers by relation."""


@dataclass
class WordNumbers:
    """Numbers in order of first use. A window is an area of one window."""

    sizes: Sizes = field(default_factory=Sizes)
    refused: set[int] = field(default_factory=set)
    """Contiguous windows that the input has in a form in which IREE does not recognise that."""
    contiguous: set[int] = field(default_factory=set)
    """Windows that IREE accesses as one range of bytes, whether that is known here or not."""
    areas: dict[Area, int] = field(default_factory=dict)
    chains: list[list[Window]] = field(default_factory=list)
    """Windows that chains of insertions write, chain by chain."""
    returned: dict[int, None] = field(default_factory=dict)
    """Windows of a tensor that are read, and written back to their places."""
    changed: dict[int, None] = field(default_factory=dict)
    """Windows that are written in between."""
    groupings: list[Shape] = field(default_factory=list)
    """Shapes that parts are given in between."""
    parts: list[list[Window]] = field(default_factory=list)
    """For each tensor that is put together from parts of which some are written back, the windows of the parts, first to last."""
    shapes: dict[Shape, int] = field(default_factory=dict)
    maps: dict[IndexMap, int] = field(default_factory=dict)
    spread: dict[tuple[IndexMap, Shape, Shape], None] = field(default_factory=dict)
    """Maps, each with the shapes of the operands and of the results that it connects."""
    permutations: dict[Permutation, int] = field(default_factory=dict)
    scalars: dict[tuple[str, str], int] = field(default_factory=dict)
    """Scalars by type and value (constants) or by type and name (others)."""
    scalar_values: list[Value] = field(default_factory=list)

    def place(self, w: Window) -> tuple[int, int]:
        """Return `interval` in numbers, with sizes as in cost models. It may guide the search, but must not decide anything else."""
        return interval(tuple(Axis(*self.sizes.numbers(axis)) for axis in w))

    def window(self, w: Window) -> int:
        self.shape(inner_shape(w))
        self.shape(base_shape(w))
        return self.areas.setdefault((w,), len(self.areas))

    def windows(self) -> list[Window]:
        """Return the windows that have names."""
        return [area[0] for area in self.areas if len(area) == 1]

    def number_as(self, other: WordNumbers) -> None:
        """Take the numbers of a program that differs in names only, and that nodes refer to."""
        self.areas, self.shapes = dict(other.areas), dict(other.shapes)
        self.maps, self.permutations = dict(other.maps), dict(other.permutations)

    def shape(self, shape: Shape) -> int:
        return self.shapes.setdefault(shape, len(self.shapes))

    def map(self, m: IndexMap, operand: Shape, result: Shape) -> tuple[int, int, int]:
        """Return the numbers of a map, of the operand's shape, and of the result's shape."""
        self.spread[m, operand, result] = None
        return self.map_number(m), self.shape(operand), self.shape(result)

    def map_number(self, m: IndexMap) -> int:
        return self.maps.setdefault(m, len(self.maps))

    def permutation(self, p: Permutation) -> int:
        return self.permutations.setdefault(p, len(self.permutations))

    def scalar(self, key: tuple[str, str], value: Value) -> int:
        if key not in self.scalars:
            self.scalars[key] = len(self.scalars)
            self.scalar_values.append(value)
        return self.scalars[key]


def inverse(p: Permutation) -> Permutation:
    """Return the permutation that undoes another."""
    return tuple(p.index(i) for i in range(len(p)))
