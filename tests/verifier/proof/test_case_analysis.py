"""Equalities by cases: functions that are written by other cases are equal, and those that differ in one case are not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from egraph_opt.verifier.proof.reals.element_comparison import why_unequal
from egraph_opt.verifier.proof.reals.extremum_forms import absolute, maximum, minimum
from egraph_opt.verifier.proof.reals.function_forms import exponential, hyperbolic_tangent
from egraph_opt.verifier.proof.reals.indicator_polynomials import compare, select
from egraph_opt.verifier.proof.reals.integer_forms import Integers
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ONE, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import quotient
from tests.verifier.proof.test_normal_form import expression, is_same, values_of

EQUAL, UNEQUAL, GREATER, AT_LEAST, LESS, AT_MOST = 1, 6, 2, 3, 4, 5
"""Numbers of predicates."""
Function = Callable[[Ring, int], int]


def where(ring: Ring, predicate: int, x: int, bound: int, a: int, b: int) -> int:
    return select(ring, compare(ring, predicate, x, bound), a, b)


def tangent_of_size(ring: Ring, x: int) -> int:
    """Return tanh by an exponential that does not overflow, with the sign turned back."""
    e = exponential(ring, ring.scale(absolute(ring, x), -2))
    t = quotient(ring, ring.difference(ONE, e), ring.total((ONE, e)))
    return where(ring, LESS, x, ZERO, ring.scale(t, -1), t)


def clamp_by_cases(ring: Ring, x: int) -> int:
    return where(ring, GREATER, x, ONE, ONE, where(ring, LESS, x, ring.constant(-1), ring.constant(-1), x))


def hard_swish_by_cases(ring: Ring, x: int) -> int:
    inner = ring.product(x, ring.total((x, ring.constant(3))))
    return where(ring, AT_MOST, x, ring.constant(-3), ZERO, where(ring, AT_LEAST, x, ring.constant(3), ring.scale(x, 6), inner))


def bounded_square(ring: Ring, x: int) -> int:
    """Return the square of a size bounded by one, and twice what exceeds it."""
    size = absolute(ring, x)
    q = minimum(ring, (size, ONE))
    return ring.total((ring.product(q, q), ring.scale(ring.difference(size, q), 2)))


SAME: dict[str, tuple[Function, Function]] = {
    "tanh": (tangent_of_size, hyperbolic_tangent),
    "clamp": (clamp_by_cases, lambda r, x: minimum(r, (maximum(r, (x, r.constant(-1))), ONE))),
    "sign": (
        lambda r, x: r.product(x, where(r, GREATER, x, ZERO, ONE, where(r, LESS, x, ZERO, r.constant(-1), ZERO))),
        absolute,
    ),
    "square": (lambda r, x: r.product(absolute(r, x), absolute(r, x)), lambda r, x: r.product(x, x)),
    "hard swish": (
        hard_swish_by_cases,
        lambda r, x: r.product(x, minimum(r, (maximum(r, (r.total((x, r.constant(3))), ZERO)), r.constant(6)))),
    ),
    "elu": (
        lambda r, x: r.total((maximum(r, (x, ZERO)), minimum(r, (r.difference(exponential(r, x), ONE), ZERO)))),
        lambda r, x: where(r, GREATER, x, ZERO, x, r.difference(exponential(r, x), ONE)),
    ),
    "zero": (lambda r, x: where(r, EQUAL, x, ZERO, x, r.scale(x, 2)), lambda r, x: r.scale(x, 2)),
}
OTHER: dict[str, tuple[Function, Function]] = {
    "at zero": (lambda r, x: where(r, GREATER, x, ZERO, ONE, ZERO), lambda r, x: where(r, AT_LEAST, x, ZERO, ONE, ZERO)),
    "at one point": (lambda r, x: where(r, EQUAL, x, ONE, ZERO, x), lambda r, x: x),
    "for negative numbers": (absolute, lambda r, x: x),
    "for large numbers": (clamp_by_cases, lambda r, x: maximum(r, (x, r.constant(-1)))),
    "at the bound": (
        lambda r, x: where(r, GREATER, x, ONE, r.constant(2), x),
        lambda r, x: where(r, AT_LEAST, x, ONE, r.constant(2), x),
    ),
    "elu with another bound": (
        lambda r, x: r.total((maximum(r, (x, ZERO)), minimum(r, (r.difference(exponential(r, x), r.constant(2)), ZERO)))),
        lambda r, x: where(r, GREATER, x, ZERO, x, r.difference(exponential(r, x), r.constant(2))),
    ),
    "sign of zero": (
        lambda r, x: where(r, GREATER, x, ZERO, ONE, where(r, LESS, x, ZERO, r.constant(-1), ZERO)),
        lambda r, x: where(r, GREATER, x, ZERO, ONE, r.constant(-1)),
    ),
    "threshold": (
        lambda r, x: where(r, LESS, absolute(r, x), ONE, r.product(x, x), absolute(r, x)),
        lambda r, x: where(r, LESS, absolute(r, x), r.constant(2), r.product(x, x), absolute(r, x)),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_cases_of_equal_functions(name: str) -> None:
    ring = Ring(expand=20_000)
    x = ring.variable("element", "x", 0)
    assert not why_unequal(ring, *(function(ring, x) for function in SAME[name]))


def test_sum_of_equal_functions_of_many_elements() -> None:
    ring = Ring(expand=20_000)
    xs = [ring.variable("element", "x", i) for i in range(40)]
    old, new = (ring.total([function(ring, x) for x in xs]) for function in SAME["square"])
    assert not why_unequal(ring, old, new)
    huber = [(where(ring, LESS, absolute(ring, x), ONE, ring.product(x, x), ring.difference(ring.scale(absolute(ring, x), 2), ONE)),
              bounded_square(ring, x)) for x in xs]  # fmt: skip
    assert not why_unequal(ring, *map(ring.total, zip(*huber, strict=True)))
    assert why_unequal(ring, ring.total(a for a, _ in huber), ring.total((*(b for _, b in huber), ONE)))
    assert why_unequal(ring, old, ring.total((new, ring.difference(absolute(ring, xs[7]), xs[7]))))


def test_values_of_an_integer() -> None:
    ring = Ring(expand=20_000)
    integers = Integers(ring)
    i, x = integers.variable("i64", "element", "i", 0, bounds=(0, 4)), ring.variable("element", "x", 0)
    equal = [integers.compare(0, "i64", i, ring.constant(k)) for k in range(5)]
    whole, part = (ring.total(ring.product(x, each) for each in some) for some in (equal, equal[1:]))
    assert not why_unequal(ring, whole, x, {"i": range(5)})
    assert (
        why_unequal(ring, whole, x)
        and why_unequal(ring, whole, x, {"i": range(6)})
        and why_unequal(ring, whole, x, {"x": range(5)})
    )
    assert why_unequal(ring, part, x, {"i": range(5)}) and not why_unequal(ring, part, x, {"i": range(1, 5)})


@pytest.mark.parametrize("name", OTHER)
def test_functions_that_differ_in_one_case(name: str) -> None:
    ring = Ring(expand=20_000)
    x = ring.variable("element", "x", 0)
    assert why_unequal(ring, *(function(ring, x) for function in OTHER[name]))


@pytest.mark.long
def test_random_expressions_that_differ_somewhere() -> None:
    chance = random.Random(11)
    ring = Ring(expand=400)
    pool = []
    while len(pool) < 160:
        p, value = expression(ring, chance, chance.randrange(1, 4))
        if p >= FINITE and len(ring.parts[p]) < 12:
            pool.append((p, values_of(value)))
    proved = asked = 0
    for i, (p, mine) in enumerate(pool):
        for q, theirs in pool[:i]:
            known = [(a, b) for a, b in zip(mine, theirs, strict=True) if not math.isnan(a) and not math.isnan(b)]
            equal = sum(map(is_same, *zip(*known, strict=True))) if known else 0
            if p != q and 2 * equal > len(known):
                asked += 1
                if not why_unequal(ring, p, q):
                    proved += 1
                    assert all(map(is_same, mine, theirs)), (p, q)
    assert asked > 100 and proved > 5
