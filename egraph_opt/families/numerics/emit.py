"""Chosen terms as operations, under a guard: `scf.if guard { products of matrices } else { the loop unchanged }`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from egraph_opt.errors import Unsupported
from egraph_opt.families.layout.emit.control import yielding
from egraph_opt.families.numerics import bounds
from egraph_opt.families.numerics.apart import Corners, apart
from egraph_opt.families.numerics.bounds import PRECISIONS, Range
from egraph_opt.families.numerics.choice import Way
from egraph_opt.families.numerics.encode import Program
from egraph_opt.families.numerics.lift import COLUMN, ITERATION, ROW, Lifter, Tile, union
from egraph_opt.families.pointer.emit.version import clone
from egraph_opt.ir.create import binary, operation
from egraph_opt.ir.module import Block, Body, Op, Operand, Piece, Region, TypeOf, Value

MARK = "egraph_opt.bounded"
"""Attribute of a conditional whose first branch is equal over the real numbers, and in floats up to a bound."""
LOG2E = 1.4426950408889634


@dataclass
class Emitter:
    """Writer of one loop's replacement, from ways for its roots."""

    program: Program
    sums: Sequence[Sequence[Way]]
    stores: Sequence[Way]

    @property
    def lifter(self) -> Lifter:
        return self.program.lifter

    def written(self) -> list[Op]:
        """Return the operations that replace the loop.

        Raises:
            Unsupported: a part of it cannot be written.
        """
        lifter, loop = self.lifter, self.program.loop
        lifter.ops.clear()
        lifter.made.clear()  # operations written only to learn how values vary
        every = [way for ways in self.sums for way in ways] + list(self.stores)
        condition = self.guard(every)
        before, lifter.ops = lifter.ops, []
        results = [self.added(number, ways) for number, ways in enumerate(self.sums)]
        for store, way in zip(loop.stores, self.stores, strict=True):
            self.store(store, way)
        inside = lifter.ops
        used = [(loop.op.results[total.result], made) for total, made in zip(loop.sums, results, strict=True)]
        names: dict[Value, Value] = {}
        kept = clone([loop.op], names)
        branches = []
        for ops, given in ((inside, [made for _, made in used]), (kept, [names[v] for v, _ in used])):
            end = [yielding(Op("scf.yield"), tuple(given))] if used else []
            branches.append(Region((Block(ops=(*ops, *end)),)))
        types: list[Piece] = [piece for i in range(len(used)) for piece in (", " if i else " -> (", TypeOf("result", i))]
        pieces = ("scf.if ", Operand(0), *types, ") " if used else " ", Body(0), " else ", Body(1), f" {{{MARK}}}")
        choice = Op("scf.if", (condition,), tuple(v for v, _ in used), {MARK: "unit"}, tuple(branches), pieces=pieces)
        return [*before, replace(choice, line=loop.op.line)]

    def guard(self, ways: Iterable[Way]) -> Value:
        """Return one truth value for the program: ranges hold, and stores do not overlap loads."""
        tests: dict[tuple[int, ...], Tile] = {}
        for tile in self.tests(ways):
            known = tests.get(tile.axes)
            tests[tile.axes] = tile if known is None else self.lifter.binary("arith.andi", known, tile)
        found = [self.all(tile) for tile in tests.values()]
        found += apart(Corners(self.program.lifter, self.program.known, self.program.extents))
        condition = found[0]
        for other in found[1:]:
            condition = self.lifter.put(binary("arith.andi", condition, other))
        return condition

    def tests(self, ways: Iterable[Way]) -> Iterator[Tile]:
        """Yield the conditions that must hold at each place, once each."""
        seen: set[Way] = set()
        for way in ways:
            for place, inside in places(way):
                if place in seen:
                    continue
                seen.add(place)
                if place.symbol == "power":
                    yield self.narrow(place)
                else:
                    yield self.within(self.emit(place), inside)

    def narrow(self, way: Way) -> Tile:
        """Return the test that an exponent is in range."""
        most = bounds.RANGE if way.numbers[0] == 0 else int(bounds.RANGE / LOG2E)
        size = self.absolute(self.exponent(way))
        return self.lifter.compare("ole", size, Tile(self.lifter.real(decimal(most)), ()))

    def within(self, tile: Tile, limits: Range) -> Tile:
        """Return the test that a factor is zero or in range."""
        lifter, size = self.lifter, self.absolute(tile)
        least, most = (Tile(lifter.real(decimal(2.0**n)), ()) for n in limits)
        zero = lifter.compare("oeq", size, Tile(lifter.real(decimal(0.0)), ()))
        either = lifter.binary("arith.ori", zero, lifter.compare("oge", size, least))
        return lifter.binary("arith.andi", lifter.compare("ole", size, most), either)

    def absolute(self, tile: Tile) -> Tile:
        return Tile(self.lifter.put(unary("math.absf", tile.value)), tile.axes)

    def all(self, tile: Tile) -> Value:
        """Return whether a truth value holds at all places."""
        if not tile.axes:
            return tile.value
        lifter, size = self.lifter, 1
        for a in tile.axes:
            size *= self.program.extents[a]
        numbers = lifter.put(replace(unary("arith.extui", tile.value, lifter.typed(tile.axes, "i32"), " to ")))
        if len(tile.axes) > 1:
            numbers = self.snippet(f"tt.reshape %a allow_reorder : {numbers.type} -> tensor<{size}xi32>", numbers)
        every = self.snippet(REDUCE.replace("TENSOR", numbers.type), numbers)
        return lifter.compare("eq", Tile(every, ()), Tile(lifter.number(1, "i32"), ())).value

    def snippet(self, text: str, *operands: Value) -> Value:
        """Return the result of an operation that is given as text, with operands %a, %b, %c."""
        op = parsed(text, tuple(v.type for v in operands))
        names = dict(zip("abc", operands, strict=False))
        copies = clone([op], {})
        new = replace(copies[0], operands=tuple(names[v.name[1:]] for v in op.operands))
        return self.lifter.put(new)

    def exponent(self, way: Way) -> Tile:
        """Return the difference that is the exponent of a power."""
        left, right = (self.program.tile(self.program.leaves[n]) for n in way.numbers[1:])
        return self.lifter.binary("arith.subf", left, right)

    def emit(self, way: Way) -> Tile:
        """Return the tile of a way."""
        if way.symbol == "leaf":
            return self.program.tile(self.program.leaves[way.numbers[0]])
        if way.symbol == "power":
            tile = self.exponent(way)
            return Tile(self.lifter.put(unary("math.exp" if way.numbers[0] else "math.exp2", tile.value)), tile.axes)
        parts = [self.emit(part) for part in way.parts]
        if way.symbol == "multiply":
            return self.lifter.binary("arith.mulf", *parts)
        if way.symbol == "mask":
            return self.lifter.chosen(self.program.masked(way.numbers[0]), parts[0])
        if way.symbol == "dot":
            return self.multiplied(way, *parts)
        raise Unsupported(f"a {way.symbol} is not written anew")

    def multiplied(self, way: Way, left: Tile, right: Tile) -> Tile:
        """Return the tile of a matrix product."""
        axis = way.numbers[1]
        column = ITERATION if axis == COLUMN else COLUMN
        lifter = self.lifter
        a, b = lifter.spread(left, (ROW, axis)), lifter.spread(right, union((axis, column)))
        if axis > column:
            shape = f"tensor<{self.program.extents[axis]}x{self.program.extents[column]}xf32>"
            b = self.snippet(f"tt.trans %a {{order = array<i32: 1, 0>}} : {b.type} -> {shape}", b)
        type = lifter.typed((ROW, column), "f32")
        zero = lifter.spread(Tile(lifter.real(decimal(0.0)), ()), (ROW, column))
        name = PRECISIONS[way.numbers[0]].name
        how = "" if name == "ieee" else f", inputPrecision = {name}"
        return Tile(self.snippet(f"tt.dot %a, %b, %c{how} : {a.type} * {b.type} -> {type}", a, b, zero), (ROW, column))

    def added(self, number: int, ways: Sequence[Way]) -> Value:
        """Return a sum: its first value plus each of its terms."""
        total = self.program.loop.sums[number]
        axes = (ROW, COLUMN)[: total.start.type.count("x")]
        found = Tile(total.start, axes)
        for way in ways:
            found = self.lifter.binary("arith.addf", found, self.emit(way))
        return found.value

    def store(self, store: Op, way: Way) -> None:
        """Write a store of all iterations at once."""
        lifter = self.lifter
        dims = (ROW, COLUMN)[: store.operands[1].type.count("x")]
        where, data, mask = lifter.lift(store.operands[0], dims), self.emit(way), lifter.running({})
        if len(store.operands) > 2:
            mask = lifter.binary("arith.andi", lifter.lift(store.operands[2], dims), mask)
        axes = where.axes
        if ITERATION not in axes or not set(axes) >= {*data.axes, *mask.axes}:
            raise Unsupported(f"a store (line {store.line}) has one address for several iterations")
        operands = lifter.spread(where, axes), lifter.spread(data, axes), lifter.spread(mask, axes)
        pieces = ("tt.store ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 0))
        lifter.ops.append(replace(operation("tt.store", operands, "", pieces), attributes=store.attributes, line=store.line))


def places(way: Way, operand: Way | None = None) -> Iterator[tuple[Way, Range]]:
    """Yield what a guard tests below a way: powers, and factors (masked ones under their masks) with their range."""
    if way.symbol == "power":
        yield way, bounds.OUTSIDE
    elif way.symbol == "leaf" or (way.symbol == "mask" and is_masked_leaf(way)):
        yield way, bounds.OUTSIDE if operand is None else bounds.factors(operand.factors, operand.powers)
    else:
        for part in way.parts:
            yield from places(part, part if way.symbol == "dot" else operand)


def is_masked_leaf(way: Way) -> bool:
    """Return whether a way is a leaf under masks."""
    while way.symbol == "mask":
        way = way.parts[0]
    return way.symbol == "leaf"


def decimal(x: float) -> str:
    """Return a number as MLIR writes it: a decimal number that is exact enough, with a point."""
    return f"{x:.8e}"


def unary(name: str, value: Value, type: str = "", middle: str = "") -> Op:
    """Return an operation on each element of a value; `type` is the result type of a cast."""
    last: tuple[Piece, ...] = (middle, TypeOf("result", 0)) if middle else ()
    return operation(name, (value,), type or value.type, (f"{name} ", Operand(0), " : ", TypeOf("operand", 0), *last))


REDUCE = """"tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%x: i32, %y: i32):
      %z = arith.andi %x, %y : i32
      tt.reduce.return %z : i32
    }) : (TENSOR) -> i32"""


@cache
def parsed(text: str, types: tuple[str, ...]) -> Op:
    """Read one operation with one result, whose operands are called %a, %b and %c."""
    from egraph_opt.text import read

    arguments = ", ".join(f"%{name}: {type}" for name, type in zip("abc", types, strict=False))
    module = read(f"module {{\n  tt.func @f({arguments}) {{\n    %r = {text}\n    tt.return\n  }}\n}}\n")
    return module.functions()[0].regions[0].blocks[0].ops[0]
