"""Numbers that stand for windows, areas (sets of disjoint windows), shapes, permutations and scalars in terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.families.region.vocabulary.symbolic_extent import Shape, Sizes
from egraph_opt.families.region.vocabulary.window import Axis, Window, base_shape, inner_shape, interval
from egraph_opt.ir.module import Value

Area = tuple[Window, ...]
Permutation = tuple[int, ...]
IndexMap = tuple[int | None, ...]
"""Result axis along which each operand axis is read, or None if every result element reads the whole operand axis."""
Facts = dict[str, list[tuple[int, ...]]]
"""Facts: rows of numbers by name of the relation."""


@dataclass
class WordNumbers:
    """Interning table that numbers windows, shapes, maps and scalars, in order of first use, for use as arguments of terms."""

    sizes: Sizes = field(default_factory=Sizes)
    refused: set[int] = field(default_factory=set)
    """Contiguous windows of the input that IREE cannot prove contiguous."""
    contiguous: set[int] = field(default_factory=set)
    """Windows that IREE accesses as one byte range, although `dense` cannot prove them contiguous."""
    areas: dict[Area, int] = field(default_factory=dict)
    chains: list[list[Window]] = field(default_factory=list)
    """Windows that each chain of insertions writes."""
    returned: dict[int, None] = field(default_factory=dict)
    """Windows of a tensor that are read, changed, and written back to the same position."""
    outer: dict[int, None] = field(default_factory=dict)
    """Windows of slices of which a part is read, changed, and written back to the same position."""
    changed: dict[int, None] = field(default_factory=dict)
    """Windows of a slice that the program changes before it writes the slice back to the same position."""
    groupings: list[Shape] = field(default_factory=list)
    """Result shapes of all reshapes that are terms. Rules may need a window after its tensor is reshaped to one of these."""
    parts: list[list[Window]] = field(default_factory=list)
    """Windows of the parts of each tensor that is assembled from slices of another tensor, in order of writing."""
    shapes: dict[Shape, int] = field(default_factory=dict)
    maps: dict[IndexMap, int] = field(default_factory=dict)
    spread: dict[tuple[IndexMap, Shape, Shape], None] = field(default_factory=dict)
    """Index maps with the shapes of operand and result."""
    permutations: dict[Permutation, int] = field(default_factory=dict)
    scalars: dict[tuple[str, str], int] = field(default_factory=dict)
    """Numbers of scalars, by (type, value) for constants and (type, name) for other scalars."""
    scalar_values: list[Value] = field(default_factory=list)

    def place(self, w: Window) -> tuple[int, int]:
        """Return the row-major positions of a window's first element, and of its last element plus one, in the base.

        A dynamic extent has the value that cost models assume, so the positions must not decide whether a rule applies.
        """
        return interval(tuple(Axis(*self.sizes.numbers(axis)) for axis in w))

    def window(self, w: Window) -> int:
        self.shape(inner_shape(w))
        self.shape(base_shape(w))
        return self.areas.setdefault((w,), len(self.areas))

    def windows(self) -> list[Window]:
        return [area[0] for area in self.areas if len(area) == 1]

    def number_as(self, other: WordNumbers) -> None:
        """Copy the numbering of another program, which differs only in the names of values."""
        self.areas, self.shapes = dict(other.areas), dict(other.shapes)
        self.maps, self.permutations = dict(other.maps), dict(other.permutations)

    def shape(self, shape: Shape) -> int:
        return self.shapes.setdefault(shape, len(self.shapes))

    def map(self, m: IndexMap, operand: Shape, result: Shape) -> tuple[int, int, int]:
        """Return the numbers of an index map, of the operand's shape, and of the result's shape."""
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
    return tuple(p.index(i) for i in range(len(p)))
