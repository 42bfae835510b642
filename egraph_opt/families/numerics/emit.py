"""Emission of matrix products under a guard: `scf.if guard { matrix products } else { the original loop }`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.errors import Unsupported
from egraph_opt.families.numerics import error_bounds
from egraph_opt.families.numerics.alias_guard import Corners, apart
from egraph_opt.families.numerics.encode import EncodedLoop
from egraph_opt.families.numerics.error_bounds import PRECISIONS, FactorRange
from egraph_opt.families.numerics.loop_vectorizer import COLUMN, ITERATION, ROW, Lifter, Tile, unary, union
from egraph_opt.families.numerics.pareto_extraction import BoundedTerm
from egraph_opt.families.numerics.range_guard import Test, guard, guarded_terms
from egraph_opt.ir.control_flow import choose_version
from egraph_opt.ir.create import operation
from egraph_opt.ir.module import Op, Operand, TypeOf, Value
from egraph_opt.ir.rewriting.rewrite import clone

MARK = "egraph_opt.bounded"
"""Attribute of a conditional whose branches are equal over the real numbers, and in floats differ by at most an error bound."""
LOG2E = 1.4426950408889634


@dataclass
class LoopEmitter:
    """Emitter of a loop's replacement, from the extracted term for each sum and store."""

    program: EncodedLoop
    sums: Sequence[Sequence[BoundedTerm]]
    stores: Sequence[BoundedTerm]

    @property
    def lifter(self) -> Lifter:
        return self.program.lifter

    def replacement_ops(self) -> list[Op]:
        """Return the operations that replace the loop.

        Raises:
            Unsupported: a value in the replacement cannot be emitted.
        """
        lifter, loop = self.lifter, self.program.loop
        lifter.ops.clear()
        lifter.made.clear()  # operations written only to learn how values vary
        every = [term for terms in self.sums for term in terms] + list(self.stores)
        corners = Corners(lifter, self.program.known, self.program.extents)
        condition = guard(lifter, (self.test(term, within) for term, within in guarded_terms(every)), apart(corners))
        before, lifter.ops = lifter.ops, []
        results = [self.add_terms(number, terms) for number, terms in enumerate(self.sums)]
        for store, term in zip(loop.stores, self.stores, strict=True):
            self.store(store, term)
        inside = lifter.ops
        used = [(loop.op.results[total.result], made) for total, made in zip(loop.sums, results, strict=True)]
        names: dict[Value, Value] = {}
        kept = clone([loop.op], names)
        versions = ((inside, [made for _, made in used]), (kept, [names[v] for v, _ in used]))
        choice = choose_version(condition, [v for v, _ in used], versions, MARK)
        return [*before, replace(choice, line=loop.op.line)]

    def test(self, term: BoundedTerm, within: FactorRange) -> Test:
        if term.symbol != "power":
            return Test(self.emit(term), 2.0**within.most, None if within.least is None else 2.0**within.least)
        return Test(
            self.exponent(term), float(error_bounds.RANGE if term.numbers[0] == 0 else int(error_bounds.RANGE / LOG2E)), None
        )

    def exponent(self, term: BoundedTerm) -> Tile:
        left, right = (self.program.tile(self.program.leaves[n]) for n in term.numbers[1:])
        return self.lifter.binary("arith.subf", left, right)

    def emit(self, term: BoundedTerm) -> Tile:
        if term.symbol == "leaf":
            return self.program.tile(self.program.leaves[term.numbers[0]])
        if term.symbol == "power":
            tile = self.exponent(term)
            return Tile(self.lifter.put(unary("math.exp" if term.numbers[0] else "math.exp2", tile.value)), tile.axes)
        parts = [self.emit(part) for part in term.parts]
        if term.symbol == "multiply":
            return self.lifter.binary("arith.mulf", *parts)
        if term.symbol == "mask":
            return self.lifter.select_masked(self.program.mask_tile(term.numbers[0]), parts[0])
        if term.symbol == "dot":
            return self.multiply_tiles(term, *parts)
        raise Unsupported(f"a {term.symbol} is not written anew")

    def multiply_tiles(self, term: BoundedTerm, left: Tile, right: Tile) -> Tile:
        axis = term.numbers[1]
        column = ITERATION if axis == COLUMN else COLUMN
        lifter = self.lifter
        a, b = lifter.spread(left, (ROW, axis)), lifter.spread(right, union((axis, column)))
        if axis > column:
            shape = f"tensor<{self.program.extents[axis]}x{self.program.extents[column]}xf32>"
            b = self.lifter.snippet(f"tt.trans %a {{order = array<i32: 1, 0>}} : {b.type} -> {shape}", b)
        type = lifter.tile_type((ROW, column), "f32")
        zero = lifter.spread(Tile(lifter.real("0.000000e+00"), ()), (ROW, column))
        name = PRECISIONS[term.numbers[0]].name
        how = "" if name == "ieee" else f", inputPrecision = {name}"
        return Tile(self.lifter.snippet(f"tt.dot %a, %b, %c{how} : {a.type} * {b.type} -> {type}", a, b, zero), (ROW, column))

    def add_terms(self, number: int, terms: Sequence[BoundedTerm]) -> Value:
        """Emit the result of the loop-carried sum with index `number`: its initial value plus the extracted `terms`."""
        total = self.program.loop.sums[number]
        axes = (ROW, COLUMN)[: total.start.type.count("x")]
        found = Tile(total.start, axes)
        for term in terms:
            found = self.lifter.binary("arith.addf", found, self.emit(term))
        return found.value

    def store(self, store: Op, term: BoundedTerm) -> None:
        lifter = self.lifter
        dims = (ROW, COLUMN)[: store.operands[1].type.count("x")]
        where, data, mask = lifter.lift(store.operands[0], dims), self.emit(term), lifter.running({})
        if len(store.operands) > 2:
            mask = lifter.binary("arith.andi", lifter.lift(store.operands[2], dims), mask)
        axes = where.axes
        if ITERATION not in axes or not set(axes) >= {*data.axes, *mask.axes}:
            raise Unsupported(f"a store (line {store.line}) has one address for several iterations")
        operands = lifter.spread(where, axes), lifter.spread(data, axes), lifter.spread(mask, axes)
        pieces = ("tt.store ", Operand(0), ", ", Operand(1), ", ", Operand(2), " : ", TypeOf("operand", 0))
        lifter.ops.append(replace(operation("tt.store", operands, "", pieces), attributes=store.attributes, line=store.line))
