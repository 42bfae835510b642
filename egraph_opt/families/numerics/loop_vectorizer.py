"""Vectorisation of a loop: iterations become a tensor axis, and each value a tensor over the axes along which the value varies.

Axes are numbers: `ROW`, `ITERATION`, `COLUMN`; tensor dimensions follow this order. An axis may also be fixed at a scalar index:
the first or last index, for addresses at a tile's corners, or the middle iteration.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from egraph_opt.errors import Unsupported
from egraph_opt.families.numerics.vectorizable_loops import MOVEMENT_OPS, CountedLoop
from egraph_opt.ir.create import binary, cast, constant, operation
from egraph_opt.ir.declaration_lookup import Layouts, declaration
from egraph_opt.ir.module import Op, Operand, Piece, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import clone
from egraph_opt.ir.semantics.integers import DIVISIONS
from egraph_opt.ir.types import element_of, tensor_type

ROW, ITERATION, COLUMN = 0, 1, 2
Axes = tuple[int, ...]
Dims = tuple[int | None, ...]
"""Axis of each dimension of a value; None for a unit dimension."""
Held = Mapping[int, Value]
"""Scalar index at which each fixed axis is held: an i32, or for iterations a value of the loop counter's type."""
_SPLAT = re.compile(r"dense<([^\[\]\"<>]+)> : ")


@dataclass(frozen=True)
class Tile:
    """Emitted value, with the axes of its dimensions in ascending order."""

    value: Value
    axes: Axes


@dataclass
class Lifter:
    """Emitter of a loop's vectorised values; appends operations to `ops`."""

    loop: CountedLoop
    known: Mapping[Value, Op]
    extents: dict[int, int]
    ops: list[Op] = field(default_factory=list)
    made: dict[tuple[object, ...], Tile] = field(default_factory=dict)

    def put(self, op: Op) -> Value:
        """Append an operation, unless `ops` contains an equal one, and return the result."""
        key = "op", op.name, op.operands, tuple(sorted(op.attributes.items())), op.results[0].type if op.results else op
        if key not in self.made:
            self.ops.append(replace(op, line=self.loop.op.line))
            self.made[key] = Tile(op.results[0] if op.results else self.loop.counter, ())
        return self.made[key].value

    def tile_type(self, axes: Axes, element: str) -> str:
        return f"tensor<{'x'.join(str(self.extents[a]) for a in axes)}x{element}>" if axes else element

    def number(self, number: int, type: str) -> Value:
        return self.put(constant(number, type))

    def real(self, text: str) -> Value:
        return self.put(operation("arith.constant", (), "f32", (f"arith.constant {text} : f32",), value=f"{text} : f32"))

    def spread(self, tile: Tile, axes: Axes) -> Value:
        if tile.axes == axes:
            return tile.value
        element, value, have = element_of(tile.value.type), tile.value, list(tile.axes)
        if not have:
            return self.move("tt.splat", value, self.tile_type(axes, element))
        for at, axis in enumerate(axes):
            if axis not in have:
                have.insert(at, axis)
                shape = [self.extents[a] if a in tile.axes else 1 for a in have]
                value = self.move("tt.expand_dims", value, f"tensor<{'x'.join(map(str, shape))}x{element}>", at)
        return self.move("tt.broadcast", value, self.tile_type(axes, element))

    def move(self, name: str, value: Value, type: str, axis: int | None = None) -> Value:
        middle = "" if axis is None else f"{{axis = {axis} : i32}} "
        pieces: tuple[Piece, ...] = (f"{name} ", Operand(0), f" {middle}: ", TypeOf("operand", 0), " -> ", TypeOf("result", 0))
        op = operation(name, (value,), type, pieces)
        return self.put(op if axis is None else replace(op, attributes={"axis": f"{axis} : i32"}))

    def snippet(self, text: str, *operands: Value) -> Value:
        """Append an operation given as text, with operands %a, %b, %c, and return the result."""
        op = parse_op(text, tuple(v.type for v in operands))
        names = dict(zip("abc", operands, strict=False))
        copies = clone([op], {})
        new = replace(copies[0], operands=tuple(names[v.name[1:]] for v in op.operands))
        return self.put(new)

    def binary(self, name: str, left: Tile, right: Tile) -> Tile:
        """Emit an elementwise binary operation on two tiles of one element type, and return its tile."""
        axes = union(left.axes, right.axes)
        return Tile(self.put(binary(name, self.spread(left, axes), self.spread(right, axes))), axes)

    def compare(self, predicate: str, left: Tile, right: Tile) -> Tile:
        axes = union(left.axes, right.axes)
        operands = self.spread(left, axes), self.spread(right, axes)
        pieces = (f"arith.cmpi {predicate}, ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0))
        test = operation("arith.cmpi", operands, self.tile_type(axes, "i1"), pieces, predicate=f"{CODES[predicate]} : i64")
        return Tile(self.put(test), axes)

    def select_masked(self, mask: Tile, tile: Tile) -> Tile:
        """Emit a select of `tile` (f32) where `mask` is true, and of 0 elsewhere; return its tile."""
        axes = union(mask.axes, tile.axes)
        operands = tuple(self.spread(t, axes) for t in (mask, tile, Tile(self.real("0.000000e+00"), ())))
        types: tuple[Piece, ...] = (TypeOf("operand", 0), ", ", TypeOf("result", 0)) if axes else (TypeOf("result", 0),)
        pieces = ("arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", *types)
        return Tile(self.put(operation("arith.select", operands, self.tile_type(axes, "f32"), pieces)), axes)

    def iterations(self, held: Held) -> Tile:
        """Return the loop counter as a tile over iterations, or as a scalar if `held` fixes the iteration."""
        if ITERATION in held:
            return Tile(held[ITERATION], ())
        return Tile(self.wide(self.range(0, ITERATION), self.loop.counter.type), (ITERATION,))

    def range(self, start: int, axis: int) -> Value:
        end = start + self.extents[axis]
        text = f"tt.make_range {{end = {end} : i32, start = {start} : i32}} : "
        op = operation("tt.make_range", (), self.tile_type((axis,), "i32"), (text, TypeOf("result", 0)))
        return self.put(replace(op, attributes={"end": f"{end} : i32", "start": f"{start} : i32"}))

    def wide(self, value: Value, element: str) -> Value:
        if element_of(value.type) == element:
            return value
        tensor = tensor_type(value.type)
        return self.put(cast("arith.extsi", value, value.type.replace(element_of(value.type), element) if tensor else element))

    def running(self, held: Held) -> Tile:
        """Return the mask of iterations that the loop executes."""
        return self.compare("slt", self.iterations(held), Tile(self.loop.trips, ()))

    def lift(self, v: Value, dims: Dims, held: Held | None = None) -> Tile:
        """Return a value of the loop as a tile over the axes along which the value varies.

        Raises:
            Unsupported: the value depends on an operation that cannot be vectorised.
        """
        held = held or {}
        key = v, dims, tuple(held.items())
        if key not in self.made:
            self.made[key] = self.lift_value(v, dims, held)
        return self.made[key]

    def lift_value(self, v: Value, dims: Dims, held: Held) -> Tile:
        op = self.known.get(v)
        if v is self.loop.counter:
            return self.iterations(held)
        if v in self.loop.pointers:
            return self.moving(v, dims, held)
        inside = op is not None and op in self.loop.body.ops
        if op is not None and op.name in MOVEMENT_OPS:
            return self.lift(op.operands[0], before(op, dims), held)
        if op is not None and op.name == "arith.constant" and dims:
            found = _SPLAT.match(op.attributes.get("value", ""))
            if found is None or found[1].startswith("0x"):
                raise Unsupported(f"a constant (line {op.line}) has elements that differ")
            element = element_of(v.type)
            said = f"{found[1]} : {element}"
            text = found[1] if element == "i1" else said
            return Tile(self.put(operation("arith.constant", (), element, (f"arith.constant {text}",), value=text)), ())
        axes = tuple(d for d in dims if d is not None)
        if not inside and not any(a in held for a in axes) and None not in dims and axes == tuple(sorted(axes)):
            return Tile(v, axes)
        if op is None:
            raise Unsupported(f"{v.name} is not known at one place")
        if op.name == "tt.make_range":
            start = int(op.attributes["start"].partition(" ")[0])
            if dims[0] is None:
                return Tile(self.number(start, "i32"), ())
            if dims[0] in held:
                return Tile(self.put(binary("arith.addi", held[dims[0]], self.number(start, "i32"))), ())
            return Tile(self.range(start, dims[0]), (dims[0],))
        if op.name == "tt.load":
            if not inside:
                raise Unsupported(f"a load (line {op.line}) would have to be reshaped")
            return self.lift_load(op, dims, held)
        return self.lift_elementwise(op, dims, held)

    def lift_elementwise(self, op: Op, dims: Dims, held: Held) -> Tile:
        shaped = {tensor_type(x.type).shape if tensor_type(x.type) else () for x in (*op.operands, *op.results)}  # type: ignore[union-attr]
        if (
            declaration(op).layouts is not Layouts.POINTWISE
            or len(op.results) != 1
            or len(shaped) != 1
            or op.regions
            or op.name.removeprefix("arith.") in DIVISIONS
        ):
            raise Unsupported(f"{op.name} (line {op.line}) is in it")
        tiles = [self.lift(x, dims, held) for x in op.operands]
        axes = union(*(t.axes for t in tiles))
        operands = tuple(self.spread(t, axes) for t in tiles)
        pieces = op.pieces
        if op.name == "arith.select":
            types: tuple[Piece, ...] = (TypeOf("operand", 0), ", ", TypeOf("result", 0)) if axes else (TypeOf("result", 0),)
            pieces = ("arith.select ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", *types)
        result = Value(self.tile_type(axes, element_of(op.results[0].type)), op.results[0].name)
        return Tile(self.put(replace(op, operands=operands, results=(result,), pieces=pieces)), axes)

    def moving(self, v: Value, dims: Dims, held: Held) -> Tile:
        """Return a loop-carried pointer in each iteration: start + iteration * increment."""
        start, step = (self.lift(x, dims, held) for x in self.loop.pointers[v])
        count = self.iterations(held)
        steps = Tile(self.wide(step.value, "i64"), step.axes)
        moved = self.binary("arith.muli", Tile(self.wide(count.value, "i64"), count.axes), steps)
        return self.offset(start, moved)

    def offset(self, pointer: Tile, by: Tile) -> Tile:
        axes = union(pointer.axes, by.axes)
        operands = self.spread(pointer, axes), self.spread(by, axes)
        pieces = ("tt.addptr ", Operand(0), ", ", Operand(1), " : ", TypeOf("operand", 0), ", ", TypeOf("operand", 1))
        return Tile(self.put(operation("tt.addptr", operands, operands[0].type, pieces)), axes)

    def lift_load(self, op: Op, dims: Dims, held: Held) -> Tile:
        """Return a load vectorised over all iterations, or in a fixed iteration; lanes of iterations that do not run are masked."""
        pointer, *more = op.operands
        if op.attributes.get("isVolatile", "false") != "false" or len(op.operands) > 3:
            raise Unsupported(f"a load (line {op.line}) is volatile")
        where = self.lift(pointer, dims, held)
        mask = self.running(held)
        if more:
            mask = self.binary("arith.andi", self.lift(more[0], dims, held), mask)
        axes = where.axes
        if not set(mask.axes) <= set(axes):
            raise Unsupported(f"a load (line {op.line}) does not vary as its mask does")
        element = element_of(op.results[0].type)
        other = self.lift(more[1], dims, held) if len(more) == 2 else Tile(self.zero(element), ())
        operands = self.spread(where, axes), self.spread(mask, axes), self.spread(other, axes)
        sizes = "array<i32: 1, 1, 1>"
        pieces = ("tt.load ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 0))
        new = operation("tt.load", operands, self.tile_type(axes, element), pieces)
        attributes = {**op.attributes, "operandSegmentSizes": sizes}
        return Tile(self.put(replace(new, attributes=attributes)), axes)

    def zero(self, element: str) -> Value:
        text = f"{'0' if element.startswith('i') else '0.000000e+00'} : {element}"
        return self.put(operation("arith.constant", (), element, (f"arith.constant {text}",), value=text))


CODES = {"slt": 2, "ule": 7}
"""Comparison predicates, with their numbers in MLIR's ArithOps."""


def union(*axes: Axes) -> Axes:
    return tuple(sorted(set().union(*axes)))


def before(op: Op, dims: Sequence[int | None]) -> Dims:
    """Return the axes of the operand of a splat, broadcast or `expand_dims`, given the axes `dims` of its result."""
    if op.name == "tt.splat":
        return ()
    if op.name == "tt.expand_dims":
        axis = int(op.attributes["axis"].partition(" ")[0])
        return tuple(d for i, d in enumerate(dims) if i != axis)
    tensor = tensor_type(op.operands[0].type)
    assert tensor is not None
    return tuple(None if n == 1 else d for n, d in zip(tensor.shape, dims, strict=True))


def unary(name: str, value: Value, type: str = "", middle: str = "") -> Op:
    last: tuple[Piece, ...] = (middle, TypeOf("result", 0)) if middle else ()
    return operation(name, (value,), type or value.type, (f"{name} ", Operand(0), " : ", TypeOf("operand", 0), *last))


@cache
def parse_op(text: str, types: tuple[str, ...]) -> Op:
    """Parse one operation with one result and operands %a, %b, %c of the given types."""
    from egraph_opt.text import read

    arguments = ", ".join(f"%{name}: {type}" for name, type in zip("abc", types, strict=False))
    module = read(f"module {{\n  tt.func @f({arguments}) {{\n    %r = {text}\n    tt.return\n  }}\n}}\n")
    return module.functions()[0].regions[0].blocks[0].ops[0]
