"""Real numbers that float constants of a kernel mean.

A constant becomes the named number (such as log2(e)), simple fraction or short decimal that rounds to it, else its exact value.
"""

from __future__ import annotations

from fractions import Fraction
from math import frexp

from egraph_opt.verifier.named_constants import KNOWN, is_short, known_name, read_rational
from egraph_opt.verifier.proof.reals.function_forms import log_prime, logarithm, power_of
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

DIGITS = {"f64": 53}
"""Bits of precision with which constants of a type are read; 24 for other types, whose constants often come from float32."""


def constant_polynomial(ring: Ring, value: float, element: str) -> int:
    """Return the real number that a finite float constant means, as a polynomial."""
    if is_short(value):
        return ring.constant(Fraction(value))
    if name := known_name(value, element) or (element == "f64" and near_name(value)):
        ring.laws.add("constant_by_name")
        named = named_number(ring, name)
        return ring.scale(named, sign_and_power_of_two(value, KNOWN[name]))
    return ring.constant(read_rational(value, DIGITS.get(element, 24)))


def near_name(value: float) -> str:
    """Return the name of the number in `KNOWN` that equals a constant up to float32 rounding, sign and a power of two; or empty."""
    mantissa = abs(frexp(value)[0])
    return next((name for name, number in KNOWN.items() if abs(frexp(number)[0] - mantissa) < mantissa * 2.0**-24), "")


def sign_and_power_of_two(value: float, number: float) -> Fraction:
    """Return the signed power of two by which a named number is multiplied to give a constant."""
    factor = Fraction(2) ** (frexp(value)[1] - frexp(number)[1])
    return factor if value > 0 else -factor


def named_number(ring: Ring, name: str) -> int:
    """Return a named number as a polynomial: in logarithms of primes and roots if possible, else an atom."""
    ln_2 = log_prime(ring, 2)
    ln_10 = logarithm(ring, ring.constant(10))
    made = {
        "log2(e)": lambda: power_of(ring, ln_2, -1),
        "log(2)": lambda: ln_2,
        "log2(10)": lambda: ring.product(ln_10, power_of(ring, ln_2, -1)),
        "log(10)": lambda: ln_10,
        "log10(e)": lambda: power_of(ring, ln_10, -1),
        "log10(2)": lambda: ring.product(ln_2, power_of(ring, ln_10, -1)),
        "sqrt(2)": lambda: power_of(ring, ring.constant(2), Fraction(1, 2)),
    }
    return made[name]() if name in made else ring.variable("constant", name, KNOWN[name])
