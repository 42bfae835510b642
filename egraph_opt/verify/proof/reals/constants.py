"""Reading of float constants: the simplest real number that rounds to the constant."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import log

from egraph_opt.verify.proof.reals.tables import Rational, whole

DIGITS = {"f64": 53, "f32": 24, "f16": 24, "bf16": 24}
"""Bits to which a constant was rounded. Constants of narrow types often come from a wider one, so that they are read as exact."""
SIMPLE = 1 << 14
"""Largest product of numerator and denominator of a rational number that is read for its rounding."""
LOG2E = 1 / log(2)
LN2 = log(2)


def is_dyadic(x: Fraction, bits: int) -> bool:
    """Return whether a number has at most some significant bits."""
    numerator = abs(x.numerator)
    return x.denominator & (x.denominator - 1) == 0 and (numerator // (numerator & -numerator or 1)).bit_length() <= bits


@lru_cache(maxsize=1 << 12)
def read_constant(value: float, element: str) -> tuple[Rational, int]:
    """Return a factor and a power of ln 2 whose product is the real number for which a float constant stands.

    A constant with few bits is itself. One within a rounding of a simple rational number, or of a simple multiple of log2(e) or
    ln(2), is that. Any other is its exact value.
    """
    exact = Fraction(value)
    bits = DIGITS.get(element, 24)
    if not exact or is_dyadic(exact, 12):
        return whole(exact), 0
    for scale, power in ((1.0, 0), (LOG2E, -1), (LN2, 1)):
        wanted = exact / Fraction(scale)
        near = simplest(wanted, bits)
        if near is not None and (power == 0 or is_dyadic(Fraction(near), 8)):
            return whole(near), power
    return whole(exact), 0


def simplest(x: Fraction, bits: int) -> Rational | None:
    """Return a simple rational or decimal number that rounds to x, or None."""
    near = x.limit_denominator(SIMPLE)
    error = abs(x) / (1 << bits)
    if near and abs(near - x) <= error and abs(near.numerator) * near.denominator <= SIMPLE:
        return near
    decimal = Fraction(f"{float(x):.7g}" if bits <= 24 else f"{float(x):.15g}")
    return decimal if decimal and abs(decimal - x) <= error and has_few_digits(decimal) else None


def has_few_digits(x: Fraction) -> bool:
    """Return whether a number is written with at most four significant decimal digits."""
    return float(f"{float(x):.3e}") == float(x)
