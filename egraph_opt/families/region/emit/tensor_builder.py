"""Emitter of tensor operations: extents, slices, insertions, paddings and reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from math import prod

from egraph_opt.families.region.choice.classes.class_shapes import elements_of, shapes_of
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.encode.generic_op_builder import array, generic, index_constant, segments
from egraph_opt.families.region.encode.window_reader import format_tensor_type
from egraph_opt.families.region.vocabulary.name_table import WordNumbers
from egraph_opt.families.region.vocabulary.symbolic_extent import DYNAMIC, Extent, Shape, Size
from egraph_opt.families.region.vocabulary.window import Axis, Window, dense
from egraph_opt.families.region.vocabulary.window_reshaping import partners
from egraph_opt.ir.module import Block, Op, Region, Value
from egraph_opt.ir.types import element_of


class TensorEmitter:
    def __init__(self, selected: SelectedNodes) -> None:
        self.s = selected
        self.shapes, self.elements = shapes_of(selected), elements_of(selected)
        self.constants: dict[int, Op] = {}
        self.outside: list[Op] = []
        """Operations of the function body outside dispatch regions."""
        self.ops = self.outside
        """Operations of the region under construction: the function body or a dispatch region."""
        self.made: dict[object, Value] = {}

    def add(self, op: Op) -> Value:
        self.ops.append(op)
        return op.results[0]

    def type(self, c: int, element: str = "") -> str:
        return format_tensor_type(self.shapes[c], element or self.elements.get(c, "f32"))

    def index(self, number: int) -> Value:
        if number not in self.constants:
            self.constants[number] = index_constant(number)
        return self.constants[number].results[0]

    def size(self, extent: Extent) -> Value:
        """Return a symbolic extent as an SSA value."""
        if not isinstance(extent, Size):
            return self.index(extent)
        if extent not in self.made:
            total: Value | None = None
            for factors, number in self.s.program.sizes.values(extent):
                product = [*factors, *([self.index(number)] if number != 1 or not factors else [])]
                value = product[0]
                for factor in product[1:]:
                    value = self._sum("arith.muli", value, factor)
                total = value if total is None else self._sum("arith.addi", total, value)
            assert total is not None
            self.made[extent] = total
        return self.made[extent]

    def _sum(self, name: str, a: Value, b: Value) -> Value:
        self.outside.append(generic(name, [a, b], ["index"], "overflowFlags = #arith.overflow<none>", label="%s"))
        return self.outside[-1].results[0]

    def dynamic_extents(self, shape: Sequence[Extent]) -> list[Value]:
        """Return the dynamic extents of a shape as SSA values."""
        return [self.size(n) for n in shape if isinstance(n, Size)]

    @property
    def names(self) -> WordNumbers:
        return self.s.program.names

    def window(self, w: Sequence[Axis]) -> tuple[list[Value], tuple[int, int, int], str]:
        """Return offsets, sizes and strides of a window (rectangular part of a tensor) as MLIR expresses them.

        The result is the dynamic operands, how many of these are offsets, sizes and strides, and the static attributes.
        """
        columns = list(zip(*(axis[:3] for axis in w), strict=True))
        given = [self.dynamic_extents(column) for column in columns]
        attributes = [
            f"static_{name} = {array(static_extents(column))}"
            for name, column in zip(("offsets", "sizes", "strides"), columns, strict=True)
        ]
        return list(chain(*given)), (len(given[0]), len(given[1]), len(given[2])), ", ".join(attributes)

    def extract_slice(self, source: Value, at: Window, type: str) -> Value:
        operands, lengths, attributes = self.window(at)
        properties = f"{segments(1, *lengths)}, {attributes}"
        return self.add(generic("tensor.extract_slice", [source, *operands], [type], properties))

    def insert(self, c: int, y: Value, d: Value) -> Value:
        """Emit the insertion of `y` into tensor `d`: `flow.tensor.update` if the part written is contiguous, else `tensor.insert_slice`."""
        w, type = self.s.window(c), self.type(c)
        if dense(w) or self.s.is_dense(c):
            extents, lengths = self.dynamic_extents(self.shapes[c]), self.dynamic_extents([axis.size for axis in w])
            operands = [d, *extents, *(self.size(axis.offset) for axis in w), y, *lengths]
            return self.add(generic("flow.tensor.update", operands, [type], segments(1, len(extents), len(w), 1, len(lengths))))
        return self.insert_slice(y, d, w)

    def insert_slice(self, y: Value, d: Value, w: Sequence[Axis]) -> Value:
        operands, kinds, attributes = self.window(w)
        return self.add(generic("tensor.insert_slice", [y, d, *operands], [d.type], f"{segments(1, 1, *kinds)}, {attributes}"))

    def regroup_dims(self, x: Value, old: Shape, new: Shape) -> Value:
        """Emit a reshape with static extents: collapse dimensions, then expand them."""
        before, after = partners(old, new)
        merged = tuple(prod(old[k] for k in group) for group in before)
        element = element_of(x.type)
        if merged != old:
            x = self.add(
                generic("tensor.collapse_shape", [x], [format_tensor_type(merged, element)], f"reassociation = {before}")
            )
        if merged != new:
            properties = f"reassociation = {after}, static_output_shape = {array(static_extents(new))}"
            x = self.add(generic("tensor.expand_shape", [x], [format_tensor_type(new, element)], properties))
        return x

    def drop_unit_dims(self, x: Value, shape: Shape, kept: Sequence[int]) -> Value:
        """Emit a reshape to the dimensions `kept`; all other dimensions have extent 1."""
        if len(kept) == len(shape):
            return x
        type = format_tensor_type(tuple(shape[k] for k in kept), element_of(x.type))
        return self.add(generic("tensor.collapse_shape", [x], [type], f"reassociation = {around(kept, len(shape))}"))

    def restore_unit_dims(self, x: Value, shape: Shape, kept: Sequence[int]) -> Value:
        """Emit a reshape that adds the unit dimensions that are not in `kept`."""
        if len(kept) == len(shape):
            return x
        properties = f"reassociation = {around(kept, len(shape))}, static_output_shape = {array(static_extents(shape))}"
        return self.add(
            generic(
                "tensor.expand_shape",
                [x, *self.dynamic_extents(shape)],
                [format_tensor_type(shape, element_of(x.type))],
                properties,
            )
        )

    def pad_tensor(self, c: int, x: Value, scalar: int) -> Value:
        """Emit a padding with the scalar of number `scalar`."""
        w = self.s.window(c)
        low, high = [a.offset for a in w], [a.base - a.offset - a.size for a in w]
        arguments = tuple(Value("index", f"%i{i}") for i in range(len(w)))
        body = Region((Block(arguments, (generic("tensor.yield", [self.names.scalar_values[scalar]], []),), "^bb0"),))
        given = self.dynamic_extents(low), self.dynamic_extents(high)
        ends = f"static_high = {array(static_extents(high))}, static_low = {array(static_extents(low))}"
        properties = f"{segments(1, *map(len, given))}, {ends}"
        return self.add(generic("tensor.pad", [x, *chain(*given)], [self.type(c)], properties, [body]))


def static_extents(column: Sequence[Extent]) -> list[int]:
    return [DYNAMIC if isinstance(n, Size) else n for n in column]


def wide(shape: Shape) -> list[int]:
    """Return the dimensions whose extent is not known to be 1, or all dimensions if every extent is 1."""
    return [k for k, n in enumerate(shape) if n != 1] or list(range(len(shape)))


def around(kept: Sequence[int], rank: int) -> list[list[int]]:
    """Group the dimensions 0 to `rank` - 1 into runs of neighbours, each with exactly one dimension of `kept`."""
    starts = [0, *kept[1:], rank]
    return [list(range(a, b)) for a, b in pairwise(starts)]
