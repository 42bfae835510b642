"""Alias guard: run-time tests that the tiles of a loop's stores and loads do not overlap.

The checker proves that a tile's addresses are monotone along each axis, so they lie between the addresses of the tile's first and last
element.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from egraph_opt.families.numerics.loop_vectorizer import COLUMN, ITERATION, ROW, Axes, Lifter, Tile
from egraph_opt.ir.create import binary, operation
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.types import bits_of, element_of, pointee_of, tensor_type


@dataclass(frozen=True)
class Corners:
    """Addresses of a loop's tiles at their corners, computed before the loop."""

    lifter: Lifter
    known: Mapping[Value, Op]
    extents: dict[int, int]

    def span(self, pointer: Value) -> tuple[Value, Value]:
        """Return the address of a tile's first byte and of the byte after its last, as integers."""
        tensor = tensor_type(pointer.type)
        dims: Axes = () if tensor is None else (ROW, COLUMN) if len(tensor.shape) == 2 else (self.axis(tensor.shape[0]),)
        ends = []
        for is_last in (False, True):
            held = {a: self.place(a, is_last) for a in (ROW, ITERATION, COLUMN) if a in self.extents}
            ends.append(self.address(self.lifter.lift(pointer, dims, held).value))
        size = bits_of(pointee_of(element_of(pointer.type)) or "i8") // 8
        return ends[0], self.lifter.put(binary("arith.addi", ends[1], self.lifter.number(size, "i64")))

    def axis(self, extent: int) -> int:
        """Return the axis of a one-dimensional tile of extent `extent`: rows if the row axis has this extent, else columns."""
        return ROW if self.extents.get(ROW) == extent else COLUMN

    def place(self, axis: int, is_last: bool) -> Value:
        type = self.lifter.loop.counter.type if axis == ITERATION else "i32"
        return self.lifter.number(self.extents[axis] - 1 if is_last else 0, type)

    def address(self, pointer: Value) -> Value:
        pieces = ("tt.ptr_to_int ", Operand(0), " : ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
        return self.lifter.put(operation("tt.ptr_to_int", (pointer,), "i64", pieces))


def apart(corners: Corners) -> Iterator[Value]:
    """Yield the conditions (i1 values) under which a loop's loads may be executed before its stores."""
    lifter, loop = corners.lifter, corners.lifter.loop
    loads = list(dict.fromkeys(op.operands[0] for op in loop.body.ops if op.name == "tt.load")) if loop.stores else []
    stores = list(dict.fromkeys(op.operands[0] for op in loop.stores))
    spans = {pointer: corners.span(pointer) for pointer in (*stores, *loads)}

    def below(low: Value, high: Value) -> Value:
        return lifter.compare("ule", Tile(low, ()), Tile(high, ())).value

    for first, end in spans.values():
        yield below(first, end)
    pairs = [(a, b) for i, a in enumerate(stores) for b in (*stores[i + 1 :], *loads)]
    for one, other in pairs:
        (first, end), (begin, last) = spans[one], spans[other]
        yield lifter.put(binary("arith.ori", below(end, begin), below(last, first)))
