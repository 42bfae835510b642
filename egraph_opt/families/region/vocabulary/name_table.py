"""Numbers that stand for sets of windows (disjoint rectangular tensor parts), shapes, permutations and scalars in terms."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.families.region.vocabulary.symbolic_extent import Shape, Sizes
from egraph_opt.families.region.vocabulary.window import Axis, Window, base_shape, inner_shape, interval
from egraph_opt.ir.module import Value

WindowSet = tuple[Window, ...]
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
    """Windows (rectangular tensor parts) of the input that are contiguous, although IREE cannot prove it."""
    contiguous: set[int] = field(default_factory=set)
    """Windows (rectangular tensor parts) that IREE accesses as one byte range, although `dense` cannot prove them contiguous."""
    window_sets: dict[WindowSet, int] = field(default_factory=dict)
    chains: list[list[Window]] = field(default_factory=list)
    """Windows (tensor parts) that each chain of insertions into one tensor writes."""
    returned: dict[int, None] = field(default_factory=dict)
    """Windows of a tensor that are read, changed, and written back to the same position."""
    outer: dict[int, None] = field(default_factory=dict)
    """Windows of slices of which a part is read, changed, and written back to the same position."""
    changed: dict[int, None] = field(default_factory=dict)
    """Windows (tensor parts) of slices that the program modifies before it inserts the slices back at the same position."""
    groupings: list[Shape] = field(default_factory=list)
    """Result shapes of all reshapes that are terms. Rules may refer to a window of a tensor after a reshape to one of these."""
    parts: list[list[Window]] = field(default_factory=list)
    """For each tensor that is assembled from slices of another tensor, the windows (tensor parts) written, in order."""
    shapes: dict[Shape, int] = field(default_factory=dict)
    maps: dict[IndexMap, int] = field(default_factory=dict)
    spread: dict[tuple[IndexMap, Shape, Shape], None] = field(default_factory=dict)
    """Index maps with the shapes of operand and result."""
    permutations: dict[Permutation, int] = field(default_factory=dict)
    scalars: dict[tuple[str, str], int] = field(default_factory=dict)
    """Numbers of scalars, by (type, value) for constants and (type, name) for other scalars."""
    scalar_values: list[Value] = field(default_factory=list)

    def linear_range(self, w: Window) -> tuple[int, int]:
        """Return the row-major positions in a tensor of the first element of a window (tensor part), and of its last element plus one.

        A dynamic extent has the value that cost models assume, so the positions must not decide whether a rule applies.
        """
        return interval(tuple(Axis(*self.sizes.numbers(axis)) for axis in w))

    def window(self, w: Window) -> int:
        self.shape(inner_shape(w))
        self.shape(base_shape(w))
        return self.window_sets.setdefault((w,), len(self.window_sets))

    def windows(self) -> list[Window]:
        return [window_set[0] for window_set in self.window_sets if len(window_set) == 1]

    def number_as(self, other: WordNumbers) -> None:
        """Copy the numbering of another program, which differs only in the names of values."""
        self.window_sets, self.shapes = dict(other.window_sets), dict(other.shapes)
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
