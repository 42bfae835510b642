"""Common factors of polynomials: splitting them off leaves the same rest for all multiples of a polynomial."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import Rational


def rational_content(coefficients: list[Rational]) -> Fraction:
    """Return the positive greatest common divisor of rational numbers."""
    numerator, denominator = 0, 1
    for c in coefficients:
        numerator = gcd(numerator, c.numerator)
        denominator = denominator * c.denominator // gcd(denominator, c.denominator)
    return Fraction(numerator, denominator)


class Vector:
    """Polynomial as a vector of coefficients, with the lexicographic order by monomial numbers."""

    __slots__ = ("denominator", "terms")

    def __init__(self, terms: tuple[tuple[int, int], ...], denominator: int) -> None:
        self.terms, self.denominator = terms, denominator

    def __lt__(self, other: Vector) -> bool:
        mine, theirs = dict(self.terms), dict(other.terms)
        for m in sorted(mine.keys() | theirs.keys()):
            a, b = mine.get(m, 0) * other.denominator, theirs.get(m, 0) * self.denominator
            if a != b:
                return bool(a < b)
        return False


def least_powers(products: list[tuple[tuple[int, Rational], ...]]) -> dict[int, Rational]:
    """Return the least exponent of each atom in all products of a list; an atom that a product lacks has the exponent 0 there."""
    least: dict[int, Rational] = {}
    count: dict[int, int] = {}
    for factors in products:
        for atom, k in factors:
            least[atom] = min(least.get(atom, k), k)
            count[atom] = count.get(atom, 0) + 1
    return {atom: k if count[atom] == len(products) else min(k, 0) for atom, k in least.items()}
