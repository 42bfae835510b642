"""Laws of folds. A fold over a range is proved by induction: the claim is the step from a range to the range with one more element."""

from __future__ import annotations

from typing import Any

from egraph_opt.verifier.laws.exponential_laws import exponential, sums_of
from egraph_opt.verifier.laws.extremum_laws import maximum
from egraph_opt.verifier.laws.law import Claim, law


@law
def sum_in_any_order(z: Any) -> Claim:
    """A sum does not depend on order and grouping, so blocks may be summed apart; zeros for masked elements change nothing."""
    x, y, w = z.Reals("x y w")
    return Claim([(x + y) + w == x + (y + w), x + y == y + x, x + 0 == x], (x - y) - w == x - (y - w))


@law
def max_in_any_order(z: Any) -> Claim:
    """A maximum does not depend on order and grouping; a masked element that is below all others changes nothing."""
    x, y, w, low = z.Reals("x y w low")
    grouped = maximum(z, maximum(z, x, y), w) == maximum(z, x, maximum(z, y, w))
    masked = z.Implies(low < x, maximum(z, x, low) == x)
    return Claim([grouped, maximum(z, x, y) == maximum(z, y, x), masked], maximum(z, x, low) == x)


@law
def min_in_any_order(z: Any) -> Claim:
    """A minimum does not depend on order and grouping, as the maximum of the negatives."""
    x, y = z.Reals("x y")
    smaller = z.If(x < y, x, y)
    return Claim([smaller == -maximum(z, -x, -y)], smaller == -maximum(z, x, y))


@law
def dot_is_sum_of_products(z: Any) -> Claim:
    """An element of `tt.dot` is the accumulator plus the sum of products along the inner axis, in any grouping."""
    c, x, y, u, v = z.Reals("c x y u v")
    return Claim([(c + x * y) + u * v == c + (u * v + x * y)], (c + x * y) + u * v == c + (x + u) * (y + v))


@law
def online_softmax(z: Any) -> Claim:
    """A sum of exp(x - m), rescaled when m changes and extended by an element, is the sum over all elements with the new m. So online
    softmax equals two passes, also for an accumulator that is a sum of exp(x - m) v."""
    e, (s, m, n, x, total) = exponential(z), z.Reals("s m n x total")
    given = [s == total * e(-m), *sums_of(e, (-m, m - n), (x, -n)), e(-m + (m - n)) == e(-n)]
    step = s * e(m - n) + e(x + -n) == (total + e(x)) * e(-n)
    return Claim([step], s * e(n - m) + e(x + -n) == (total + e(x)) * e(-n), given)


@law
def welford(z: Any) -> Claim:
    """Mean and sum of squared deviations of two groups, merged, are those of all elements."""
    n, k, s, t, p, q = z.Reals("n k s t p q")  # sizes, sums and sums of squares of two groups
    delta = t / k - s / n
    mean = s / n + delta * k / (n + k)
    squares = (p - s * s / n) + (q - t * t / k) + delta * delta * n * k / (n + k)
    sizes = z.And(n > 0, k > 0)
    both = z.And(mean == (s + t) / (n + k), squares == p + q - (s + t) * (s + t) / (n + k))
    wrong = (p - s * s / n) + (q - t * t / k) + delta * delta * n * k == p + q - (s + t) * (s + t) / (n + k)
    return Claim([z.Implies(sizes, both)], z.Implies(sizes, wrong))
