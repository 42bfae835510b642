"""Integer polynomials in normal form: one coefficient per product of variables. A variable is an opaque scalar, or the iteration number of
a loop. Expressions that are equal by the ring laws have the same normal form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from math import gcd

Monomial = tuple[int, ...]
"""Product of variables: their numbers in ascending order, repeated by multiplicity."""


@dataclass(frozen=True, slots=True)
class Poly:
    """Polynomial with nonzero integer coefficients: pairs of monomial and coefficient, in order of the monomials."""

    terms: tuple[tuple[Monomial, int], ...] = ()

    @staticmethod
    def of(terms: Iterable[tuple[Monomial, int]]) -> Poly:
        table: dict[Monomial, int] = {}
        for monomial, coefficient in terms:
            table[monomial] = table.get(monomial, 0) + coefficient
        return Poly(tuple(sorted((m, c) for m, c in table.items() if c)))

    @staticmethod
    def number(n: int) -> Poly:
        return Poly((((), n),) if n else ())

    @staticmethod
    def atom(number: int) -> Poly:
        return Poly((((number,), 1),))

    def __add__(self, other: Poly) -> Poly:
        return Poly.of(chain(self.terms, other.terms))

    def __neg__(self) -> Poly:
        return Poly(tuple((m, -c) for m, c in self.terms))

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        return Poly.of((tuple(sorted((*m, *n))), c * d) for m, c in self.terms for n, d in other.terms)

    @property
    def constant(self) -> int | None:
        """Return the value of a constant polynomial, else None."""
        return 0 if not self.terms else self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @property
    def atoms(self) -> frozenset[int]:
        return frozenset(chain.from_iterable(m for m, _ in self.terms))

    @property
    def content(self) -> int:
        """Return the greatest common divisor of all coefficients, or 0 for the zero polynomial."""
        return gcd(*(c for _, c in self.terms))

    def split(self, divisor: Poly) -> tuple[Poly, Poly]:
        """Divide by a polynomial with a single term; return quotient and remainder, such that `self` = quotient * divisor + remainder."""
        ((by, factor),) = divisor.terms
        quotient, rest = [], []
        for monomial, coefficient in self.terms:
            left = list(monomial)
            if coefficient % factor == 0 and all(_take(left, a) for a in by):
                quotient.append((tuple(left), coefficient // factor))
            else:
                rest.append((monomial, coefficient))
        return Poly.of(quotient), Poly.of(rest)

    def replace(self, values: Mapping[int, Poly]) -> Poly:
        found = Poly()
        for monomial, coefficient in self.terms:
            product = Poly.number(coefficient)
            for a in monomial:
                product *= values.get(a, Poly.atom(a))
            found += product
        return found

    def text(self, name: Callable[[int], str], most: int | None = None) -> str:
        """Format the polynomial, such as `128*%pid + %n - 1`, with at most `most` products."""
        parts = []
        for monomial, c in self.terms[:most]:
            factors = [name(a) for a in monomial]
            number = [] if abs(c) == 1 and factors else [str(abs(c))]
            parts.append(("- " if c < 0 else "+ ") + "*".join(number + factors))
        if len(parts) < len(self.terms):
            parts.append(f"+ {len(self.terms) - len(parts)} more products")
        return " ".join(parts).removeprefix("+ ") or "0"


def _take(left: list[int], a: int) -> bool:
    if a in left:
        left.remove(a)
        return True
    return False
