"""Argmax and argmin of a row, with the first index of equal elements, as opaque integer functions of the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from egraph_opt.interpret.element_types import element_of
from egraph_opt.ir.module import Op
from egraph_opt.verifier.lift.expression_domain import Combine, Numbers
from egraph_opt.verifier.proof.reals import indicator_polynomials
from egraph_opt.verifier.proof.reals.extremum_forms import maximum, minimum
from egraph_opt.verifier.proof.reals.integer_forms import Integers
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, PLUS, UNDEFINED, UNIT

FOLDS: dict[str, tuple[Callable[..., int], int, int]] = {"argmax": (maximum, 2, MINUS), "argmin": (minimum, 4, PLUS)}
"""For argmax and argmin: fold of the values, `arith.cmpf` predicate by which a value replaces another, and neutral value."""


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
    """Return each row's extremum and index for a reduction that is an argmax or argmin; None for other reductions."""
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


def merge_indices(integers: Integers, c: int, a: int, b: int, element: str) -> int | None:
    """Return one argmax or argmin for `select(c, a, b)`, where a and b are those of two consecutive parts of a row.

    None unless c compares the extrema of both parts, so that ties keep the index from the first part.
    """
    ring = integers.ring
    first, second = (pairs_of(integers, p) for p in (b, a))
    if first is None or second is None or first[0] != second[0] or first[1][-1][0] >= second[1][0][0]:
        return None
    name, pairs = first[0], [*first[1], *second[1]]
    fold, predicate, neutral = FOLDS[name]
    old, new = (fold(ring, [p for _, p in each]) for each in (first[1], second[1]))
    if indicator_polynomials.compare(ring, predicate, new, old) != c:
        return None
    values = dict(pairs)
    return index_of_extremum(integers, name, [values.get(i, neutral) for i in range(pairs[-1][0] + 1)], element)


def pairs_of(integers: Integers, p: int) -> tuple[str, list[tuple[int, int]]] | None:
    """Decode a polynomial that is an argmax or argmin plus a constant: its name, and pairs of index and value; None for others."""
    ring = integers.ring
    if p < FINITE or ring.needs[p]:
        return None
    terms = dict(ring.terms(p))
    shift = terms.pop(UNIT, 0)
    if len(terms) != 1 or not isinstance(shift, int):
        return None
    ((monomial, factor),) = terms.items()
    atom = ring.singles.get(monomial)
    if factor != 1 or atom is None or ring.atoms[atom].kind != "function" or ring.atoms[atom].key[0] not in FOLDS:
        return None
    name, *pairs = ring.atoms[atom].key
    return name, [(i + shift, value) for i, value in zip(pairs[::2], pairs[1::2], strict=True)]


def is_combination(integers: Integers, name: str, element: str, combine: Combine) -> bool:
    """Return whether a combiner of (value, index) pairs is that of an argmax or argmin in which the smaller index wins a tie."""
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
