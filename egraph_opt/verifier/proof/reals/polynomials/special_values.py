"""Values that are no polynomials: infinities, NaN, and undefined values."""

from __future__ import annotations

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import MINUS, NAN, PLUS, UNDEFINED, Rational


def infinite_sum(p: int, q: int) -> int:
    """Return the sum of two values that are no polynomials."""
    if UNDEFINED in (p, q):
        return UNDEFINED
    return p if p == q else NAN


def scaled_special(p: int, factor: Rational) -> int:
    """Return a rational multiple of a value that is no polynomial."""
    if p in (UNDEFINED, NAN):
        return p
    if factor == 0:
        return NAN
    return p if factor > 0 else PLUS + MINUS - p
