"""Laws of the exponential function and the logarithm, from their definition: a homomorphism of sums to products, and its inverse."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.law import Claim, law


def exponential(z: Any) -> Any:
    """Return the exponential function as an uninterpreted function of z3."""
    return z.Function("exp", z.RealSort(), z.RealSort())


def sums_of(e: Any, *pairs: tuple[Any, Any]) -> list[Any]:
    """Return facts for z3 about each pair (a, b): exp(a + b) is exp(a) exp(b), and both factors are positive."""
    return [fact for a, b in pairs for fact in (e(a + b) == e(a) * e(b), e(a) > 0, e(b) > 0)]


@law
def add_exponents(z: Any) -> Claim:
    """The product exp(x) exp(y) is exp(x + y). In a quotient of sums of exponentials, a shift of all exponents cancels."""
    e, (x, y, m) = exponential(z), z.Reals("x y m")
    given = sums_of(e, (x, y), (x, -m), (y, -m))
    shifted = e(x + -m) / (e(x + -m) + e(y + -m)) == e(x) / (e(x) + e(y))
    return Claim([e(x) * e(y) == e(x + y), shifted], e(x) + e(y) == e(x + y), given)


@law
def exponential_to_base_2(z: Any) -> Claim:
    """A power of two, 2^x, is exp(x ln 2), so that 2^(x log2(e)) is exp(x)."""
    e, (x, ln2, log2e) = exponential(z), z.Reals("x ln2 log2e")
    given = [ln2 > 0, ln2 * log2e == 1]
    return Claim([e((x * log2e) * ln2) == e(x)], e((x * ln2) * ln2) == e(x), given)


@law
def exponential_of_logarithm(z: Any) -> Claim:
    """The exponential of k log(u) is the power u^k, for a positive u."""
    e, log, u = exponential(z), z.Function("log", z.RealSort(), z.RealSort()), z.Real("u")
    inverse = z.Implies(u > 0, e(log(u)) == u)
    given = [inverse, *sums_of(e, (log(u), log(u)), (log(u), -log(u))), e(z.RealVal(0)) == 1]
    true = [z.Implies(u > 0, e(log(u) + log(u)) == u * u), z.Implies(u > 0, e(-log(u)) == 1 / u)]
    return Claim(true, e(log(u)) == u, given)


@law
def logarithm_of_product(z: Any) -> Claim:
    """The logarithm of a product of positive numbers is the sum of their logarithms."""
    e, log = exponential(z), z.Function("log", z.RealSort(), z.RealSort())
    u, v = z.Reals("u v")
    inverse = [z.Implies(w > 0, e(log(w)) == w) for w in (u, v, u * v)]
    back = [log(e(w)) == w for w in (log(u) + log(v), log(u * v))]
    given = [*inverse, *back, *sums_of(e, (log(u), log(v)))]
    positive = z.And(u > 0, v > 0)
    return Claim([z.Implies(positive, log(u * v) == log(u) + log(v))], log(u * v) == log(u) + log(v), given)


@law
def tangent_by_exponentials(z: Any) -> Claim:
    """The hyperbolic tangent of x is 1 - 2 / (exp(2 x) + 1)."""
    e, x = exponential(z), z.Real("x")
    a, b = z.Reals("a b")  # exp(x) and exp(-x)
    given = [a > 0, b > 0, a * b == 1, e(x + x) == a * a]
    return Claim([(a - b) / (a + b) == 1 - 2 / (e(x + x) + 1)], (a - b) / (a + b) == 1 - 2 / (a + 1), given)


@law
def hyperbolic_by_exponentials(z: Any) -> Claim:
    """The hyperbolic cosine and sine of x are the even and the odd part of exp(x): (exp(x) + exp(-x)) / 2, (exp(x) - exp(-x)) / 2."""
    a, b = z.Reals("a b")  # exp(x) and exp(-x)
    cosine, sine = (a + b) / 2, (a - b) / 2
    given = [a > 0, b > 0, a * b == 1]
    return Claim(
        [cosine + sine == a, cosine - sine == b, cosine * cosine - sine * sine == 1], cosine * cosine + sine * sine == 1, given
    )


@law
def comparison_by_logarithm(z: Any) -> Claim:
    """For positive a and b, a exp(x) > b exp(y) if and only if x + log(a) > y + log(b)."""
    e, log = exponential(z), z.Function("log", z.RealSort(), z.RealSort())
    x, y, a, b = z.Reals("x y a b")
    d = x - y + log(a / b)
    given = [a > 0, b > 0, e(log(a / b)) == a / b, *sums_of(e, (x - y, log(a / b)), (x - y, y)), (e(d) > 1) == (d > 0)]
    same = (a * e(x) - b * e(y) > 0) == (d > 0)
    return Claim([same], (a * e(x) - b * e(y) > 0) == (x - y > 0), given)


@law
def constant_by_name(z: Any) -> Claim:
    """A float constant equal to a rounded named number (such as ln 2) is read as that number: it errs by half a ulp at most."""
    c, number, unit = z.Reals("c number unit")
    near = z.And(c - number <= unit / 2, number - c <= unit / 2, unit > 0)
    return Claim([z.Implies(near, z.And(c - number < unit, number - c < unit))], z.Implies(near, c == number))
