"""Conditions on integers in a normal form: a polynomial is nonnegative, zero, or nonzero."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Literal

from egraph_opt.verifier.parametric.sizes.index_polynomial import (
    NormalForm,
    Polynomial,
    Quotient,
    quotient,
    substitute_symbols,
    whole,
)

Kind = Literal[">=", "==", "!="]


class Condition(NormalForm):
    """Comparison of a polynomial with zero; `kind` is the operator."""

    __slots__ = ("kind", "polynomial")

    def __init__(self, kind: Kind, polynomial: Polynomial) -> None:
        self.kind, self.polynomial = kind, normalise(kind, polynomial)
        self.text = f"{self.polynomial} {kind} 0"

    @property
    def symbols(self) -> frozenset[str]:
        """Names of the symbols in its polynomial, and of the arrays that it reads."""
        return self.polynomial.symbols

    @property
    def truth(self) -> bool | None:
        """Whether the condition is true or false; None if it depends on variables."""
        number = self.polynomial.constant
        if number is None:
            return None
        return number >= 0 if self.kind == ">=" else (number == 0) == (self.kind == "==")

    def opposite(self) -> Condition:
        """Return the opposite condition."""
        if self.kind == ">=":
            return Condition(">=", -self.polynomial - 1)
        return Condition("!=" if self.kind == "==" else "==", self.polynomial)

    def substitute(self, values: Mapping[str, Polynomial], divide: Quotient = quotient) -> Condition:
        """Return the condition with polynomials in place of some symbols."""
        if self.symbols.isdisjoint(values):
            return self
        return Condition(self.kind, substitute_symbols(self.polynomial, values, divide))


def normalise(kind: Kind, p: Polynomial) -> Polynomial:
    """Return a polynomial for an equivalent condition, without common factors and, where possible, without floor quotients."""
    shared = gcd(*(c for m, c in p.terms if m)) if any(m for m, _ in p.terms) else 1
    if shared > 1:
        if kind != ">=" and p.offset % shared:
            return whole(1)
        p = Polynomial({m: c // shared for m, c in p.terms})
    if kind != ">=":
        return -p if p.terms and p.terms[-1][1] < 0 else p
    for m, c in p.terms:
        if len(m) == 1 and m[0].kind == "quotient" and abs(c) == 1:
            a, b = m[0].operands
            rest = p - Polynomial({m: c})
            # a // b + r >= 0 is a + b r >= 0, and r - a // b >= 0 is b r + b - 1 - a >= 0, for a positive b
            return normalise(kind, a + b * rest if c > 0 else b * rest + b - 1 - a)
    return p


def at_least(p: Polynomial, q: Polynomial | int = 0) -> Condition:
    """Return the condition p >= q."""
    return Condition(">=", p - q)


def less(p: Polynomial, q: Polynomial | int) -> Condition:
    """Return the condition p < q."""
    return Condition(">=", whole(q) - p - 1)


def equal(p: Polynomial, q: Polynomial | int = 0) -> Condition:
    """Return the condition p == q."""
    return Condition("==", p - q)
