"""Index of the largest or smallest element of a row, the first of several: an integer that is a function of the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from egraph_opt.interpret.element import element_of
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.expression_domain import Combine, Numbers
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_forms import maximum, minimum
from egraph_opt.verifier.proof.reals.integer_forms import Integers
from egraph_opt.verifier.proof.reals.tables import FINITE, MINUS, PLUS, UNDEFINED

FOLDS: dict[str, tuple[Callable[..., int], int, int]] = {"argmax": (maximum, 2, MINUS), "argmin": (minimum, 4, PLUS)}
"""Fold of the values, predicate by which one value is chosen before another, and neutral value."""


def index_of_extremum(integers: Integers, name: str, values: Sequence[int], element: str = "i64") -> int:
    """Return the first index of the largest or smallest of some values."""
    neutral = FOLDS[name][2]
    pairs = [(i, p) for i, p in enumerate(values) if p != neutral]
    if not pairs or min(p for _, p in pairs) < FINITE or any(integers.ring.needs[p] for _, p in pairs):
        return UNDEFINED
    integers.ring.laws.add("extremum_index_in_any_order")
    if len(pairs) == 1:
        return integers.ring.constant(pairs[0][0])
    bounds = (pairs[0][0], pairs[-1][0])
    return integers.variable(element, "function", name, *(each for pair in pairs for each in pair), bounds=bounds)


def reduce_to_index(
    integers: Integers, op: Op, tensors: Sequence[Numbers], combine: Combine
) -> tuple[Numbers, Numbers] | None:  # fmt: skip
    """Return the extremum of each row and its index; None if a reduction is another one."""
    if len(tensors) != 2:
        return None
    ring, width = integers.ring, tensors[0].shape[-1]
    rows = [x.reshape(-1, width) for x in tensors]
    if any(ring.rational(p) != i or ring.needs[p] for row in rows[1].tolist() for i, p in enumerate(row)):
        return None
    element = element_of(op.results[1].type)
    name = next((each for each in FOLDS if is_combination(integers, each, element, combine)), None)
    if name is None:
        return None
    fold = partial(FOLDS[name][0], ring)
    extrema = np.asarray([fold(row) for row in rows[0].tolist()], np.int64)
    indices = np.asarray([index_of_extremum(integers, name, row, element) for row in rows[0].tolist()], np.int64)
    shape = tensors[0].shape[:-1]
    return extrema.reshape(shape), indices.reshape(shape)


def is_combination(integers: Integers, name: str, element: str, combine: Combine) -> bool:
    """Return whether a function of two pairs gives the one with the larger or smaller value, of equal values with the smaller index."""
    ring = integers.ring
    values = [ring.variable("operand", "value", side) for side in (0, 1)]
    indices = [integers.variable(element, "operand", "index", side) for side in (0, 1)]
    found = combine(*((np.asarray([values[i]]), np.asarray([indices[i]])) for i in (0, 1)))
    first = indicator_polynomials.compare(ring, FOLDS[name][1], *values)
    tie = indicator_polynomials.compare(ring, 1, *values)
    tie = indicator_polynomials.conjunction(ring, tie, integers.compare(2, element, *indices))
    chosen = indicator_polynomials.disjunction(ring, first, tie)
    expected = [indicator_polynomials.select(ring, chosen, *pair) for pair in (values, indices)]
    return [int(x[0]) for x in found] == expected
