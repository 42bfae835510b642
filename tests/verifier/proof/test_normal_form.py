"""Random expressions: the normal form has their values, and expressions with one normal form are defined at the same points."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from egraph_opt.verifier.proof.reals.evaluation import Evaluation
from egraph_opt.verifier.proof.reals.extremum_forms import absolute, maximum, minimum
from egraph_opt.verifier.proof.reals.function_forms import exponential, hyperbolic_tangent, logarithm, power_of
from egraph_opt.verifier.proof.reals.indicator_polynomials import compare, select
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import quotient

POINTS = (-2.0, -1.0, 0.0, 0.5, 1.0, 3.0)
NAMES = ("x", "y")
Value = Callable[[Mapping[str, float]], float]


def root(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


BINARY: list[tuple[Callable[[Ring, int, int], int], Callable[[float, float], float]]] = [
    (lambda r, p, q: r.total((p, q)), lambda a, b: a + b),
    (lambda r, p, q: r.difference(p, q), lambda a, b: a - b),
    (lambda r, p, q: r.product(p, q), lambda a, b: a * b),
    (lambda r, p, q: r.product(p, q), lambda a, b: a * b),
    (quotient, lambda a, b: a / b if b else math.nan),
    (lambda r, p, q: maximum(r, (p, q)), max),
    (lambda r, p, q: minimum(r, (p, q)), min),
]
UNARY: list[tuple[Callable[[Ring, int], int], Callable[[float], float]]] = [
    (exponential, math.exp),
    (logarithm, lambda a: math.log(a) if a > 0 else math.nan),
    (absolute, abs),
    (hyperbolic_tangent, math.tanh),
    (lambda r, p: power_of(r, p, Fraction(1, 2)), root),
    (lambda r, p: power_of(r, p, Fraction(-1, 2)), lambda a: 1 / root(a) if a > 0 else math.nan),
    (lambda r, p: power_of(r, p, 2), lambda a: a * a),
    (lambda r, p: r.scale(p, Fraction(-3, 2)), lambda a: -1.5 * a),
]


def expression(ring: Ring, chance: random.Random, depth: int) -> tuple[int, Value]:
    """Return a random expression in normal form, and its value at a point."""
    if depth == 0 or chance.random() < 0.1:
        if chance.random() < 0.25:
            number = chance.choice((-1, 1, 2))
            return ring.constant(number), lambda at: float(number)
        name = chance.choice(NAMES)
        return ring.variable("element", name, 0), lambda at: at[name]
    kind = chance.randrange(10)
    p, value = expression(ring, chance, depth - 1)
    if kind < 4:
        build, compute = chance.choice(UNARY)
        return build(ring, p), lambda at: apply(compute, value(at))
    q, other = expression(ring, chance, depth - 1)
    if kind < 9:
        make, combine = chance.choice(BINARY)
        return make(ring, p, q), lambda at: apply(combine, value(at), other(at))
    test, tested = expression(ring, chance, 1)
    c = compare(ring, 2, test, ZERO)
    return select(ring, c, p, q), lambda at: choose(tested(at), value(at), other(at))


def apply(function: Callable[..., float], *values: float) -> float:
    """Return the value of a function; NaN if it is not defined, or an operand is not."""
    if any(map(math.isnan, values)):
        return math.nan
    try:
        return function(*values)
    except OverflowError:
        return math.inf


def choose(test: float, a: float, b: float) -> float:
    return math.nan if math.isnan(test) else a if test > 0 else b


def values_of(value: Value) -> list[float]:
    return [value(dict(zip(NAMES, at, strict=True))) for at in product(POINTS, POINTS)]


def is_same(a: float, b: float) -> bool:
    """Return whether two values are equal up to rounding; large ones have lost too many digits to tell."""
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a) > 1e6 or abs(b) > 1e6 or abs(a - b) <= 1e-6 * (1 + abs(a) + abs(b))


@pytest.mark.parametrize(("expand", "name_sums"), [(64, 0), (2, 2)])
def test_random_expressions(expand: int, name_sums: int) -> None:
    chance = random.Random(5)
    ring = Ring(expand=expand, name_sums=name_sums)
    seen: dict[int, list[float]] = {}
    shared = 0
    for _ in range(3000):
        p, value = expression(ring, chance, chance.randrange(1, 5))
        if p < FINITE:
            continue
        values = values_of(value)
        for at, expected in zip(product(POINTS, POINTS), values, strict=True):
            contents = {name: np.asarray([v]) for name, v in zip(NAMES, at, strict=True)}
            if not math.isnan(expected) and abs(expected) < 1e6:
                found = Evaluation(ring, contents).polynomial(p)
                assert math.isnan(found) or is_same(found, expected), (p, at, found, expected)
        if p in seen:
            shared += 1
            assert all(map(is_same, seen[p], values)), (p, ring.needs[p], ring.terms(p))
        seen[p] = values
    assert shared > 300
