"""Laws of sums, products, powers and selections, and of machine integers."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.law import Claim, law


@law
def distribute(z: Any) -> Claim:
    """A product with a sum is the sum of the products."""
    x, y, w = z.Reals("x y w")
    return Claim([x * (y + w) == x * y + x * w], x * (y + w) == x * y + w)


@law
def cancel_power(z: Any) -> Claim:
    """A number times its reciprocal is one, if the number is not zero."""
    x, r = z.Reals("x r")
    reciprocal = z.Implies(x != 0, r * x == 1)
    return Claim([z.Implies(x != 0, x * r == 1), z.Implies(x != 0, x * x * r == x)], x * r == 1, [reciprocal])


@law
def power_of_product(z: Any) -> Claim:
    """A root or reciprocal of a product is the product of the factors' roots or reciprocals. For a root, factors must be nonnegative."""
    x, y, a, b, c = z.Reals("x y a b c")
    roots = [a >= 0, b >= 0, c >= 0, a * a == x, b * b == y, c * c == x * y]
    inverse = z.Implies(z.And(x != 0, y != 0), (1 / x) * (1 / y) == 1 / (x * y))
    return Claim([z.Implies(z.And(*roots), c == a * b), inverse], z.Implies(z.And(*roots[3:]), c == a * b))


@law
def multiply_powers(z: Any) -> Claim:
    """Powers of one number are multiplied by adding their exponents; if a root is among them, the number must be nonnegative."""
    x, r, i = z.Reals("x r i")
    root = z.And(r >= 0, r * r == x)
    both = z.Implies(z.And(root, i * r == 1), z.And(i * i * x == 1, i * x == r))
    return Claim([z.Implies(root, r * r == x), both], z.Implies(r * r * r == x, r * r == x))


@law
def indicator_idempotent(z: Any) -> Claim:
    """An indicator (1 if its condition is true, else 0) is its own square."""
    c = z.Real("c")
    return Claim([z.Implies(z.Or(c == 0, c == 1), c * c == c)], c * c == c)


@law
def indicator_logic(z: Any) -> Claim:
    """Conditions are polynomials in indicators c, d: `not` is 1 - c, `and` is c d, `or` is c + d - c d, `xor` is c + d - 2 c d."""
    p, q = z.Bools("p q")
    c, d = (z.If(b, z.RealVal(1), z.RealVal(0)) for b in (p, q))

    def indicator(b: Any) -> Any:
        return z.If(b, z.RealVal(1), z.RealVal(0))

    return Claim(
        [
            indicator(z.Not(p)) == 1 - c,
            indicator(z.And(p, q)) == c * d,
            indicator(z.Or(p, q)) == c + d - c * d,
            indicator(z.Xor(p, q)) == c + d - 2 * c * d,
        ],
        indicator(z.Or(p, q)) == c + d,
    )


@law
def select_by_indicator(z: Any) -> Claim:
    """A selection of a if a condition is true, else b, is b + c (a - b), for the condition's indicator c."""
    p, (a, b) = z.Bool("p"), z.Reals("a b")
    c = z.If(p, z.RealVal(1), z.RealVal(0))
    return Claim([z.If(p, a, b) == b + c * (a - b)], z.If(p, a, b) == a + c * (a - b))


@law
def comparison_by_sign(z: Any) -> Claim:
    """A comparison of two numbers depends only on the sign of their difference, which a positive factor does not change."""
    a, b, f = z.Reals("a b f")
    same = z.Implies(f > 0, (f * (a - b) > 0) == (a > b))
    return Claim(
        [same, (a >= b) == z.Not(b - a > 0), (a == b) == z.Not(z.Or(a - b > 0, b - a > 0))], (f * (a - b) > 0) == (a > b)
    )


@law
def opposite_conditions(z: Any) -> Claim:
    """A number and its negative are not both positive: the product of the indicators of x > 0 and -x > 0 is zero."""
    x = z.Real("x")
    above, below = (z.If(b, z.RealVal(1), z.RealVal(0)) for b in (x > 0, -x > 0))
    return Claim([above * below == 0], z.If(x >= 0, z.RealVal(1), z.RealVal(0)) * z.If(-x >= 0, z.RealVal(1), z.RealVal(0)) == 0)


@law
def clear_denominators(z: Any) -> Claim:
    """Two quotients a / s and b / t with nonzero denominators are equal if a t = b s."""
    a, b, s, t = z.Reals("a b s t")
    equal = z.Implies(a * t == b * s, a / s == b / t)
    return Claim([z.Implies(z.And(s != 0, t != 0), equal)], equal)


@law
def element_by_index(z: Any) -> Claim:
    """An element x[i] with i in range is the sum over all k of x[k] times the indicator of i == k. A summand that all elements share
    may be taken out of the sum."""
    i, array = z.Int("i"), z.Array("x", z.IntSort(), z.RealSort())
    chosen = z.Sum([z.If(i == k, array[k], z.RealVal(0)) for k in range(4)])
    c = z.Real("c")
    beside = c + z.Sum([z.If(i == k, array[k] - c, z.RealVal(0)) for k in range(4)])
    inside = z.And(i >= 0, i < 4)
    return Claim([z.Implies(inside, array[i] == chosen), z.Implies(inside, array[i] == beside)], array[i] == beside)


@law
def equality_by_cases(z: Any) -> Claim:
    """A number is zero if it is zero in each of three situations: another number is positive, negative, or zero."""
    s, x = z.Reals("s x")
    cases = [z.Implies(case, x == 0) for case in (s > 0, s < 0, s == 0)]
    return Claim([z.Implies(z.And(*cases), x == 0)], z.Implies(z.And(*cases[:2]), x == 0))


@law
def comparison_of_indicators(z: Any) -> Claim:
    """The indicator that a polynomial in indicators is positive is a sum of products: one for each assignment that makes it positive."""
    (p, q), (a, b, c, d) = z.Bools("p q"), z.Reals("a b c d")
    one, zero = z.RealVal(1), z.RealVal(0)

    def indicator(condition: Any) -> Any:
        return z.If(condition, one, zero)

    x, y = indicator(p), indicator(q)
    cases = [((1 - x) * (1 - y), a), (x * (1 - y), a + b), ((1 - x) * y, a + c), (x * y, a + b + c + d)]
    chosen = z.Sum([indicator(value > 0) * product for product, value in cases])
    wrong = z.Sum([indicator(value > 0) * product for product, value in cases[:3]])
    positive = indicator(a + b * x + c * y + d * x * y > 0)
    return Claim([positive == chosen], positive == wrong)


@law
def equality_by_values(z: Any) -> Claim:
    """An expression in a bounded integer is zero if it is zero for each value of the integer."""
    f, i = z.Function("f", z.IntSort(), z.RealSort()), z.Int("i")
    inside = z.And(i >= 0, i < 4)
    some, each = (z.And(*(f(k) == 0 for k in range(n))) for n in (3, 4))
    return Claim([z.Implies(z.And(inside, each), f(i) == 0)], z.Implies(z.And(inside, some), f(i) == 0))


@law
def floor_and_ceiling(z: Any) -> Claim:
    """A whole number may be taken out of a floor, and the ceiling of x is -floor(-x)."""
    x, n = z.Real("x"), z.Int("n")
    ceiling = -z.ToInt(-x)
    out = z.ToInt(x + z.ToReal(n)) == z.ToInt(x) + n
    least = z.And(z.ToReal(ceiling) >= x, z.ToReal(ceiling) - 1 < x)
    return Claim([out, least], ceiling == z.ToInt(x) + 1)


@law
def odd_and_even(z: Any) -> Claim:
    """An odd function f, one of the form g(x) - g(-x), has f(-x) = -f(x). An even one, g(x) + g(-x), has f(-x) = f(x)."""
    g, x = z.Function("g", z.RealSort(), z.RealSort()), z.Real("x")

    def odd(a: Any) -> Any:
        return g(a) - g(-a)

    def even(a: Any) -> Any:
        return g(a) + g(-a)

    return Claim([odd(-x) == -odd(x), even(-x) == even(x)], odd(-x) == odd(x), [g(0 - (-x)) == g(x)])


@law
def exact_integers(z: Any) -> Claim:
    """A sum, difference or product of fixed-width integers equals the mathematical result, if the type can represent that."""
    # a width of five bits stands for all: both sides are the same functions of the bits, cut off at the width
    a, b = z.BitVecs("a b", 5)
    x, y = z.BV2Int(a, is_signed=True), z.BV2Int(b, is_signed=True)

    def exact(machine: Any, number: Any) -> tuple[Any, Any]:
        return z.And(number >= -16, number <= 15), z.BV2Int(machine, is_signed=True) == number

    pairs = [exact(a + b, x + y), exact(a - b, x - y)]
    wide = z.SignExt(5, a) * z.SignExt(5, b)
    fits = z.And(wide >= -16, wide <= 15)
    product = z.Implies(fits, z.SignExt(5, a * b) == wide)
    return Claim([*(z.Implies(inside, equal) for inside, equal in pairs), product], pairs[0][1])
