"""Real numbers that float constants of kernels mean: `1.44269502 : f32` is log2(e), `0.100000001 : f32` is 0.1.

Constants in kernels are rounded to their type. Over the reals, `exp2(x * log2(e))` is `exp(x)` only with the number that the author
meant. A constant means the number in `KNOWN`, times a power of two, that rounds to it. Otherwise it means a simple fraction such as 1/6,
or the shortest decimal that rounds to it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import copysign, e, frexp, isfinite, ldexp, log, log2, log10, pi, sqrt

import numpy as np

from egraph_opt.interpret.element_types import fit

KNOWN = {
    "log2(e)": log2(e),
    "log(2)": log(2.0),
    "log2(10)": log2(10.0),
    "log(10)": log(10.0),
    "log10(e)": log10(e),
    "log10(2)": log10(2.0),
    "pi": pi,
    "1/pi": 1 / pi,
    "sqrt(2)": sqrt(2.0),
    "sqrt(pi)": sqrt(pi),
    "sqrt(2*pi)": sqrt(2 * pi),
    "sqrt(2/pi)": sqrt(2 / pi),
    "1/sqrt(pi)": 1 / sqrt(pi),
    "e": e,
}
"""Irrational numbers that constants in kernels often mean, by name."""
SIMPLE = 1 << 14
"""Largest product of numerator and denominator of a fraction that a rounded constant may mean."""
SHORT = 4096
"""A constant is taken as exact if it is a whole number of at most this size times a power of two."""


def is_short(value: float) -> bool:
    """Return whether a constant has so few significant bits that it is taken as exact; also for infinities and NaN."""
    if not isfinite(value):
        return True
    mantissa = abs(frexp(value)[0])
    return mantissa * SHORT == int(mantissa * SHORT)


@lru_cache(maxsize=1 << 12)
def known_name(value: float, element: str) -> str:
    """Return the name of the number in `KNOWN` that rounds to a constant, up to sign and a power of two; or empty."""
    mantissa = abs(frexp(value)[0])
    for name, number in KNOWN.items():
        if float(fit(np.asarray(frexp(number)[0]), element)) == mantissa:
            return name
    return ""


@lru_cache(maxsize=1 << 12)
def real_number(value: float, element: str) -> float:
    """Return the real number that a float constant means, rounded to float64."""
    if element == "f64" or is_short(value):
        return value
    if name := known_name(value, element):
        return copysign(ldexp(frexp(KNOWN[name])[0], frexp(value)[1]), value)
    if element == "f32":
        return float(read_rational(value, 24))
    decimal = float(str(np.float16(value) if element == "f16" else np.float32(value)))
    return decimal if float(fit(np.asarray(decimal), element)) == value else value


@lru_cache(maxsize=1 << 12)
def read_rational(value: float, bits: int) -> int | Fraction:
    """Return the simple fraction or short decimal that rounds to a constant of `bits` significant bits, else its exact value."""
    exact = Fraction(value)
    error = abs(exact) / (1 << bits)
    near = exact.limit_denominator(SIMPLE)
    if near and abs(near - exact) <= error and abs(near.numerator) * near.denominator <= SIMPLE:
        return near.numerator if near.denominator == 1 else near
    decimal = Fraction(repr(value) if bits > 24 else str(np.float32(value)))
    found = decimal if abs(decimal - exact) <= error else exact
    return found.numerator if found.denominator == 1 else found
