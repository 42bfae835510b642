"""Error bounds of floats relative to the real value of a term: the error of each operation, and the composition of errors.

Every term is a product, a sum of products, or a power of a difference. The *magnitude* of a term is the same term over absolute values of
leaves. A bound is relative: the computed value differs from the real one by at most `error * magnitude`. Magnitudes of products multiply,
so `both` composes the errors of factors. A sum has the largest error of its summands, plus a rounding per addition (Higham, Accuracy and
Stability of Numerical Algorithms, 2nd edition, sections 3.1 and 4.2). Products of errors are kept, so this is no first-order estimate.

Bounds hold under the guard (`RANGE`, `factors`). Under the guard, only a magnitude can overflow, and underflow loses at most
`SMALLEST_NORMAL` per product. Hardware behaviour is documented, not proved.
    Roundings follow IEEE 754 (`UNIT`).
    `ex2.approx.ftz.f32` has an error of 2 ulp (`EXP2`, PTX ISA).
    Operands are split as in Triton's `F32DotTC` (`_split`), where bf16 rounds to nearest and tf32 may truncate.
    Tensor cores align and truncate addends (`ALIGN`; Fasi, Higham, Mikaitis and Pranesh, Numerical behavior of NVIDIA tensor cores, 2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

UNIT = Fraction(1, 1 << 24)
"""Relative error of one rounding to f32."""
EXP2 = Fraction(1, 1 << 22)
"""Relative error of `math.exp2` for a given argument."""
LOG2 = Fraction(693147181, 10**9)
"""Tight upper bound of ln 2."""
RANGE = 60
"""Maximum absolute value that a guard accepts for an exponent x of 2^x (an exponent of e is converted)."""
MAX_EXPONENT = 2 * RANGE
"""Maximum exponent of a power that was split into two guarded powers."""
SMALLEST_NORMAL = Fraction(1, 1 << 126)
ALIGN = Fraction(1, 1 << 22)
"""Fraction of the sum of magnitudes that a tensor core loses per addend."""


class ProductPrecision(NamedTuple):
    """Precision of a matrix product: the number of tensor core products that compute it, and the relative error by omitted ones."""

    name: str
    products: int
    split: Fraction


def _split(pieces: int, bits: int) -> Fraction:
    """Return the relative error of a product of operands split into `pieces` pieces of `bits` bits, without products of low pieces."""
    rest = Fraction(1, 1 << (bits * pieces))
    return 2 * rest + rest * rest if pieces == 1 else (2 + pieces - 1) * rest * (1 + Fraction(1, 1 << (bits - 3)))


PRECISIONS = (
    ProductPrecision("tf32", 1, _split(1, 10)),
    ProductPrecision("bf16x3", 3, _split(2, 8)),
    ProductPrecision("tf32x3", 3, _split(2, 10)),
    ProductPrecision("bf16x6", 6, _split(3, 8)),
    ProductPrecision("ieee", 0, Fraction(0)),
)
"""Precisions of matrix products; `ieee` uses no tensor cores."""


def both(*errors: Fraction) -> Fraction:
    """Return the combined error of consecutive roundings: (1 + e1) (1 + e2) ... - 1."""
    found = Fraction(1)
    for error in errors:
        found *= 1 + error
    return up(found - 1)


def up(error: Fraction) -> Fraction:
    if error <= 0:
        return Fraction(0)
    scale = 1 << max(0, 53 + error.denominator.bit_length() - error.numerator.bit_length())
    return Fraction(-((-error.numerator * scale) // error.denominator), scale)


def bound_exp(x: Fraction) -> Fraction:
    """Return an upper bound of exp(x) - 1 and of 1 - exp(-x), for 0 <= x < 1: exp(x) <= (2 + x) / (2 - x)."""
    if not 0 <= x < 1:
        raise ValueError(f"no bound for exponents off by {float(x)}")
    return 2 * x / (2 - x)


def power(base: int, widest: int) -> Fraction:
    """Return the error of 2 (`base` 0) or e (`base` 1) to the power of a difference, for results in [2^-widest, 2^widest].

    The difference is rounded once. A power of e is computed as a power of two, with two more roundings: of the exponent and of log2 e.
    """
    roundings = both(UNIT) if base == 0 else both(UNIT, UNIT, UNIT)
    return both(bound_exp(roundings * widest * LOG2), EXP2)


def bound_sum(terms: int) -> Fraction:
    """Return the error of summing `terms` values in any order."""
    return up(bound_exp(Fraction(terms - 1) * UNIT / (1 - UNIT)))


def dot(precision: ProductPrecision, terms: int) -> Fraction:
    """Return the error of a matrix product whose elements sum `terms` products and an accumulator."""
    if not precision.products:
        return both(UNIT, bound_sum(terms + 1))
    return both(precision.split, bound_exp(ALIGN * (precision.products * terms + 1)))


class FactorRange(NamedTuple):
    """Allowed range of a factor's absolute value, as exponents of two. If `least` is None, zero and all small values are allowed."""

    least: int | None
    most: int


SIZE = 10
"""Maximum exponent of factors in operands of a matrix product, so that no factor exceeds 2^10."""
OUTER_RANGE = FactorRange(-100, 6)
"""Allowed range of nonzero factors outside of a matrix product, as exponents of two."""


def factors(number: int, powers: int) -> FactorRange:
    """Return the allowed range of each of `number` factors in an operand of a matrix product that also contains `powers` exponentials.

    Usually the operand is within [2^-100, 2^100], so split pieces remain floats and nothing overflows. An operand of one exponential and at
    most one factor is *open below*: the guard sets no lower bound, and `bound_underflow` bounds the loss by underflow. Floats below 2^-126
    are kept (PTX ISA: `mul` without `.ftz`, as Triton emits it).
    """
    room = 100 - RANGE * powers
    if room < 20:
        raise ValueError("too many powers in one operand")
    most = min(SIZE, room // max(1, number))
    return FactorRange(None if is_open(number, powers) else -(room // max(1, number)), most)


def is_open(number: int, powers: int) -> bool:
    """Return whether an operand with `number` factors and `powers` exponentials is open below (see `factors`)."""
    return number <= 1 and powers == 1


def bound_underflow(
    terms: int, precision: ProductPrecision, powers_outside: int, operands: Iterable[tuple[int, int]]
) -> Fraction:
    """Return the maximum loss of a sum of products due to underflow.

    Args:
        terms: number of products.
        precision: precision of the products.
        powers_outside: number of exponentials multiplied with the sum.
        operands: for each operand, its numbers of factors and of exponentials. An operand that `is_open` loses more, by a multiple of
            `SMALLEST_NORMAL` times the size of the other operand.
    """
    left, right = operands
    lost = Fraction(2 * max(1, precision.products))
    for (number, powers), (others, powers_beside) in ((left, right), (right, left)):
        if is_open(number, powers):
            lost += 5 * (1 << (SIZE * others + RANGE * powers_beside))
    return SMALLEST_NORMAL * terms * lost * (1 << (RANGE * powers_outside))
