"""Reductions, scans and matrix products of tiles, as folds."""

from __future__ import annotations

from egraph_opt.interpret.element_types import element_of, shape_of
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.verifier.parametric.execution.group_folds import reduce_moments
from egraph_opt.verifier.parametric.execution.shape_operations import axis, rename
from egraph_opt.verifier.parametric.execution.symbolic_program import SymbolicProgram, meaning
from egraph_opt.verifier.parametric.folds.fold_forms import fold
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, symbol
from egraph_opt.verifier.parametric.sizes.piecewise import Value, combine
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.real_domain import FLOATS, fold_of


def new_binder(program: SymbolicProgram, extent: int) -> tuple[Polynomial, tuple[Condition, ...]]:
    """Return a fresh bound variable for the index along an axis, with the conditions for its range."""
    found = symbol(program.facts.new_symbol("j"))
    return found, (at_least(found), less(found, extent))


def fold_kind(op: Op) -> str:
    """Return `sum`, `max` or `min` for a reduction or scan of floats. Raises NotDecided for other ones."""
    kind = fold_of(op)
    if kind is None or len(op.operands) != 1:
        raise NotDecided("a reduction by other than one addition, maximum or minimum")
    if element_of(op.results[0].type) not in FLOATS:
        raise NotDecided("a reduction of integers")
    return kind


@meaning("tt.reduce")
def _reduce(program: SymbolicProgram, op: Op, *values: Value) -> Value | list[Value]:
    shape, position = shape_of(op.operands[0].type), integer(op.attributes["axis"])
    binder, conditions = new_binder(program, shape[position])
    values_by_axis = {axis(program.facts, shape, position).text: binder} if shape[position] > 1 else {}
    rest = shape[:position] + shape[position + 1 :]
    for later in range(position + 1, len(shape)):
        if shape[later] > 1:
            values_by_axis[axis(program.facts, shape, later).text] = axis(program.facts, rest, later - 1)
    bodies = [rename(program, values_by_axis, value) for value in values]
    if len(bodies) > 1:
        return reduce_moments(program, op, binder.text, conditions, bodies)
    return fold(program.ring, fold_kind(op), (binder.text,), conditions, bodies[0])


@meaning("tt.scan")
def _scan(program: SymbolicProgram, op: Op, *values: Value) -> Value:
    kind = fold_kind(op)
    shape, position = shape_of(op.operands[0].type), integer(op.attributes["axis"])
    here = axis(program.facts, shape, position)
    binder, conditions = new_binder(program, shape[position])
    until = at_least(binder, here) if integer(op.attributes["reverse"]) else at_least(here, binder)
    return fold(
        program.ring, kind, (binder.text,), (*conditions, until), rename(program, {here.text: binder}, values[0])
    )  # fmt: skip


@meaning("tt.dot")
def _dot(program: SymbolicProgram, op: Op, a: Value, b: Value, c: Value) -> Value:
    if element_of(op.results[0].type) not in FLOATS:
        raise NotDecided("a product of matrices of integers")
    ring, facts = program.ring, program.facts
    left, right = (shape_of(op.operands[number].type) for number in (0, 1))
    last = len(left) - 1
    binder, conditions = new_binder(program, left[last])
    x = rename(program, {axis(facts, left, last).text: binder}, a)
    y = rename(program, {axis(facts, right, last - 1).text: binder}, b)
    ring.laws.add("dot_is_sum_of_products")
    products = fold(ring, "sum", (binder.text,), conditions, combine(ring.product, x, y))
    return combine(lambda p, q: ring.total((p, q)), c, products)
