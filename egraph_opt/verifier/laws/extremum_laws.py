"""Laws of maxima and absolute values. A minimum is min(x, y) = -max(-x, -y)."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.law import Claim, law


def maximum(z: Any, *values: Any) -> Any:
    """Return the largest of some values."""
    found = values[0]
    for value in values[1:]:
        found = z.If(value > found, value, found)
    return found


@law
def nested_maximum(z: Any) -> Claim:
    """A maximum of maxima is the maximum of all arguments, in any order and without repetitions."""
    x, y, w = z.Reals("x y w")
    flat = maximum(z, maximum(z, x, y), w) == maximum(z, x, maximum(z, w, y))
    return Claim([flat, maximum(z, x, x) == x], maximum(z, maximum(z, x, y), w) == maximum(z, x, y))


@law
def maximum_of_sums(z: Any) -> Claim:
    """A summand that all arguments share may be taken out of a maximum."""
    x, y, w = z.Reals("x y w")
    return Claim([maximum(z, x + w, y + w) == maximum(z, x, y) + w], maximum(z, x + w, y) == maximum(z, x, y) + w)


@law
def maximum_of_multiples(z: Any) -> Claim:
    """A positive factor that all arguments share may be taken out of a maximum."""
    x, y, f = z.Reals("x y f")
    moved = maximum(z, f * x, f * y) == f * maximum(z, x, y)
    return Claim([z.Implies(f > 0, moved)], moved)


@law
def absolute_value(z: Any) -> Claim:
    """An absolute value is the maximum of a number and its negative."""
    x = z.Real("x")
    return Claim([z.If(x >= 0, x, -x) == maximum(z, x, -x)], z.If(x >= 0, x, -x) == maximum(z, x, 0))


@law
def select_maximum(z: Any) -> Claim:
    """A selection that takes the larger of two numbers is their maximum; one that takes the smaller is their minimum."""
    a, b, f = z.Reals("a b f")
    smaller = z.If(a - b > 0, b, a) == -maximum(z, -a, -b)
    larger = z.If(a - b > 0, a, b) == maximum(z, a, b)
    scaled = z.Implies(f > 0, z.If(f * (a - b) > 0, a, b) == maximum(z, a, b))
    return Claim([larger, smaller, scaled], z.If(f * (a - b) > 0, a, b) == maximum(z, a, b))


@law
def select_at_equality(z: Any) -> Claim:
    """A selection by a = b takes the second value, if the first is the same where a = b."""
    a, b, x, f = z.Reals("a b x f")
    chosen = z.If(a - b == 0, x, x + f * (a - b)) == x + f * (a - b)
    return Claim([chosen], z.If(a - b == 0, x, x + f * (a - b) + 1) == x + f * (a - b) + 1)


@law
def maximum_in_case(z: Any) -> Claim:
    """If a >= b, then the maximum of a and b is a, and the indicator of b > a is zero."""
    a, b, f, r = z.Reals("a b f r")
    one, zero = z.RealVal(1), z.RealVal(0)
    chosen = z.Implies(a - b >= 0, z.And(maximum(z, a, b) == a, z.If(b - a > 0, one, zero) == zero))
    by_fact = z.Implies(z.And(f > 0, r >= 0, a - b == 2 * f + r), z.If(a - b > 0, one, zero) == one)
    return Claim([chosen, by_fact], z.Implies(a - b >= 0, z.If(a - b > 0, one, zero) == one))


@law
def extremum_index_in_any_order(z: Any) -> Claim:
    """A maximum with its index does not depend on order and grouping, if among equal numbers the smallest index is taken."""
    x, y, w = z.Reals("x y w")
    i, j, k = z.Ints("i j k")

    def larger(a: tuple[Any, Any], b: tuple[Any, Any], ties: bool = True) -> tuple[Any, Any]:
        first = z.Or(a[0] > b[0], z.And(a[0] == b[0], a[1] < b[1])) if ties else a[0] > b[0]
        return z.If(first, a[0], b[0]), z.If(first, a[1], b[1])

    def same(a: tuple[Any, Any], b: tuple[Any, Any]) -> Any:
        return z.And(a[0] == b[0], a[1] == b[1])

    p, q, r = (x, i), (y, j), (w, k)
    grouped = same(larger(larger(p, q), r), larger(p, larger(q, r)))
    return Claim([grouped, same(larger(p, q), larger(q, p))], same(larger(p, q, False), larger(q, p, False)))
