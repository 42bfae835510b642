"""Errors of floats relative to the real numbers that a term means: the error of each word, and how errors compose.

Every term is a product, a sum of products, or a power of a difference. Its *magnitude* is the same term with the absolute value
of each leaf. An error is a part of the magnitude: the computed value differs from the real one by at most `error * magnitude`.
The magnitude of a product is the product of magnitudes, so errors of factors compose as in `both`; a sum has the largest error of
its summands, and one rounding for each addition (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, sections
3.1 and 4.2). Products of errors are kept: it is no first-order estimate.

All of it holds if the guard does (`RANGE`, `factors`): then nothing overflows unless the magnitude does, and underflow loses at
most `SMALLEST_NORMAL` for each product.

The behaviour of hardware is taken from documents, and not proved: IEEE 754 (`UNIT`); 2 ulp for `ex2.approx.ftz.f32` (`EXP2`, PTX
ISA); operands of products in pieces, as Triton's `F32DotTC` cuts them (`_split`): bf16 rounds to nearest, tf32 may truncate;
tensor cores that align and truncate their addends (`ALIGN`; Fasi, Higham, Mikaitis and Pranesh, Numerical behavior of NVIDIA
tensor cores, 2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

UNIT = Fraction(1, 1 << 24)
"""Relative error of one rounding to f32."""
EXP2 = Fraction(1, 1 << 22)
"""Relative error of `math.exp2` for a given argument."""
LOG2, LOG2E = Fraction(693147181, 10**9), Fraction(1442695041, 10**9)
"""Upper bounds of ln 2 and log2 e, just above them."""
RANGE = 60
"""Largest exponent of two, up or down, that a guard accepts: from -60 to 60."""
MAX_EXPONENT = 2 * RANGE
"""Largest exponent of a power that was split into two guarded ones."""
SMALLEST_NORMAL = Fraction(1, 1 << 126)
ALIGN = Fraction(1, 1 << 22)
"""Part of the sum of magnitudes that a tensor core loses with each addend."""


class ProductPrecision(NamedTuple):
    """Precision of a matrix product: into how many products Triton splits one, and the largest part of a product that is left out."""

    name: str
    products: int
    split: Fraction


def _split(pieces: int, bits: int) -> Fraction:
    """Return the part of a product that is lost if both operands are cut into pieces of `bits` bits, and products of low pieces
    are left out.
    """
    rest = Fraction(1, 1 << (bits * pieces))
    return 2 * rest + rest * rest if pieces == 1 else (2 + pieces - 1) * rest * (1 + Fraction(1, 1 << (bits - 3)))


PRECISIONS = (
    ProductPrecision("tf32", 1, _split(1, 10)),
    ProductPrecision("bf16x3", 3, _split(2, 8)),
    ProductPrecision("tf32x3", 3, _split(2, 10)),
    ProductPrecision("bf16x6", 6, _split(3, 8)),
    ProductPrecision("ieee", 0, Fraction(0)),
)
"""Precisions of matrix products; `ieee` multiplies and adds without tensor cores."""


def both(*errors: Fraction) -> Fraction:
    """Return the error of steps with these errors one after the other: (1 + e1) (1 + e2) ... - 1."""
    found = Fraction(1)
    for error in errors:
        found *= 1 + error
    return up(found - 1)


def up(error: Fraction) -> Fraction:
    """Round an error up to 53 bits, so that numbers stay small."""
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
    """Return the error of two (0) or e (1) to the power of a difference of two floats, for results from 2^-widest to 2^widest.

    The difference is rounded once; a power of e is one of two, whose exponent is rounded once more, as is log2 e.
    """
    roundings = both(UNIT) if base == 0 else both(UNIT, UNIT, UNIT)
    return both(bound_exp(roundings * widest * LOG2), EXP2)


def bound_sum(terms: int) -> Fraction:
    """Return the error that a sum adds, for any order of its terms."""
    return up(bound_exp(Fraction(terms - 1) * UNIT / (1 - UNIT)))


def dot(precision: ProductPrecision, terms: int) -> Fraction:
    """Return the error that a matrix product adds, whose elements sum `terms` products, or one more, which is added at the end."""
    if not precision.products:
        return both(UNIT, bound_sum(terms + 1))
    return both(precision.split, bound_exp(ALIGN * (precision.products * terms + 1)))


class FactorRange(NamedTuple):
    """In which range a factor must be, as exponents of two; without a least one, zero and all that is small are in it."""

    least: int | None
    most: int


SIZE = 10
"""Factors of the operands of a matrix product are at most 2^10 each."""
OUTER_RANGE = FactorRange(-100, 6)
"""In which range factors outside of a matrix product must be, unless they are zero."""


def factors(number: int, powers: int) -> FactorRange:
    """Return the range for each of `number` factors of an operand of a matrix product that has `powers` powers beside them.

    Either the operand lies in 2^-100 to 2^100 then: what is left of it when pieces are cut off is a float still, and no operand overflows.
    Or it is *open below*: one factor, or a power beside it. What underflows is counted for it (`bound_underflow`), so that the guard has
    less to do. Floats below 2^-126 are kept as they are (PTX ISA: `mul` without `.ftz`, as Triton writes it).
    """
    room = 100 - RANGE * powers
    if room < 20:
        raise ValueError("too many powers in one operand")
    most = min(SIZE, room // max(1, number))
    return FactorRange(None if is_open(number, powers) else -(room // max(1, number)), most)


def is_open(number: int, powers: int) -> bool:
    """Return whether the guard sets no lower bound for an operand of this many factors and powers: a single product makes it."""
    return number <= 1 and powers == 1


def bound_underflow(
    terms: int, precision: ProductPrecision, powers_outside: int, operands: Iterable[tuple[int, int]]
) -> Fraction:
    """Return what may be lost of a sum of products because it underflows.

    Args:
        terms: how many products.
        precision: how they are multiplied.
        powers_outside: how many powers are multiplied with the sum.
        operands: of both operands, how many factors and powers they have. An open one loses `SMALLEST_NORMAL` when it is made, and as
            much for each of three pieces (and the product of both losses, which is less than one more): times the size of the other one.
    """
    left, right = operands
    lost = Fraction(2 * max(1, precision.products))
    for (number, powers), (others, powers_beside) in ((left, right), (right, left)):
        if is_open(number, powers):
            lost += 5 * (1 << (SIZE * others + RANGE * powers_beside))
    return SMALLEST_NORMAL * terms * lost * (1 << (RANGE * powers_outside))
