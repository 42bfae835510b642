"""Symbolic semantics of operations that only move elements of tensors: the symbols for the indices along axes are renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from egraph_opt.interpret.element_types import shape_of
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.verifier.parametric.execution.symbolic_program import Datum, Pointer, SymbolicProgram, meaning
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.sizes.index_condition import equal
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Value, choose
from egraph_opt.verifier.parametric.sizes.size_facts import Facts


def rename(program: SymbolicProgram, values: Mapping[str, Polynomial], datum: Datum) -> Datum:
    """Substitute index polynomials for symbols in a value or in a pointer's offset."""
    changed = Substitution(program.ring, values, divide=program.facts.divide)
    if isinstance(datum, Pointer):
        return Pointer(datum.array, changed.value(datum.offset))
    return changed.value(datum)


def axis(facts: Facts, shape: Sequence[int], position: int) -> Polynomial:
    """Return the index along an axis, which is 0 if there is one element."""
    return facts.tile_axis(position, shape[position])


def move_axes(program: SymbolicProgram, op: Op, datum: Datum, places: Sequence[int]) -> Datum:
    """Permute or add axes: axis `places[i]` of the result is axis i of the operand."""
    source, target = shape_of(op.operands[0].type), shape_of(op.results[0].type)
    values = {}
    for position, place in enumerate(places):
        if source[position] > 1:
            values[axis(program.facts, source, position).text] = axis(program.facts, target, place)
    return rename(program, values, datum)


@meaning("tt.splat tt.broadcast ttg.convert_layout tt.unsplat")
def _same(program: SymbolicProgram, op: Op, datum: Datum) -> Datum:
    return datum


@meaning("tt.expand_dims")
def _expand(program: SymbolicProgram, op: Op, datum: Datum) -> Datum:
    added = integer(op.attributes["axis"])
    return move_axes(program, op, datum, [i + (i >= added) for i in range(len(shape_of(op.operands[0].type)))])


@meaning("tt.trans")
def _transpose(program: SymbolicProgram, op: Op, datum: Datum) -> Datum:
    order = integers(op.attributes["order"])
    return move_axes(program, op, datum, [order.index(i) for i in range(len(order))])


@meaning("tt.reshape")
def _reshape(program: SymbolicProgram, op: Op, datum: Datum) -> Datum:
    source, target = shape_of(op.operands[0].type), shape_of(op.results[0].type)
    facts = program.facts
    place = whole(0)
    for position, extent in enumerate(target):
        place = place * extent + axis(facts, target, position)
    values = {}
    for position in reversed(range(len(source))):
        rest = facts.divide(place, whole(source[position]))
        if source[position] > 1:
            values[axis(facts, source, position).text] = place - rest * source[position]
        place = rest
    return rename(program, values, datum)


@meaning("tt.join")
def _join(program: SymbolicProgram, op: Op, a: Value, b: Value) -> Value:
    shape = shape_of(op.results[0].type)
    return choose(equal(axis(program.facts, shape, len(shape) - 1)), a, b)


@meaning("tt.split")
def _split(program: SymbolicProgram, op: Op, value: Value) -> list[Datum]:
    shape = shape_of(op.operands[0].type)
    last = axis(program.facts, shape, len(shape) - 1).text
    return [rename(program, {last: whole(number)}, value) for number in (0, 1)]
