"""Tables of atoms, monomials and polynomials, each of which is kept once, so that equality is equality of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

Rational = int | Fraction
Need = tuple[Any, ...]
"""Condition under which a value is defined: `nonzero`, `positive` or `nonnegative` and the number of a polynomial, then conditions of
selections within which it must hold."""
NOTHING: frozenset[Need] = frozenset()
UNDEFINED, NAN, PLUS, MINUS, ZERO, ONE = range(6)
"""Numbers of values that are no polynomials (undefined or unknown; not a number; the infinities), and of the constants 0 and 1."""
FINITE = ZERO
"""First number of a polynomial."""
UNIT = 0
"""Number of the monomial 1, and of the product without factors."""


class WorkLimit(Exception):
    """Error raised when a polynomial has more terms, or all of them together, than the caller allowed."""


def whole(x: Rational) -> Rational:
    """Return an integer as `int`, which is faster than a fraction."""
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


@dataclass(frozen=True, slots=True)
class Atom:
    """Factor that the ring does not look into: its kind, and what determines it."""

    kind: str
    key: tuple[Any, ...]


@dataclass(slots=True)
class Tables:
    """All atoms, monomials and polynomials of a question.

    Attributes:
        expand: largest product of numbers of terms for which a product of two sums is multiplied out.
        work: number of terms that may still be computed.
        name_sums: least number of terms of a sum along an axis that is kept as an atom; 0 for none.
        laws: names of the laws that were used.
    """

    expand: int = 64
    work: int = 20_000_000
    name_sums: int = 0
    laws: set[str] = field(default_factory=set)
    atoms: list[Atom] = field(default_factory=list)
    atom_numbers: dict[Atom, int] = field(default_factory=dict)
    sums: set[int] = field(default_factory=set)
    """Numbers of the atoms that are polynomials."""
    special: set[int] = field(default_factory=set)
    """Numbers of the atoms whose products may have other laws than those of powers."""
    singles: dict[int, int] = field(default_factory=dict)
    """Maxima, logarithms and functions, by the monomial that is nothing else."""
    partial: set[int] = field(default_factory=set)
    """Monomials that are not defined everywhere: roots and reciprocals of what is not known to be positive."""
    with_sums: set[int] = field(default_factory=set)
    """Monomials with positive powers of sums."""
    resolutions: dict[int, int] = field(default_factory=dict)
    powers: list[tuple[tuple[int, Rational], ...]] = field(default_factory=lambda: [()])
    power_numbers: dict[tuple[tuple[int, Rational], ...], int] = field(default_factory=lambda: {(): UNIT})
    monomials: list[tuple[int, int]] = field(default_factory=list)
    monomial_numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    parts: list[tuple[tuple[int, int], ...]] = field(default_factory=lambda: [()] * FINITE)
    """Numerators of the terms of each polynomial, by monomial."""
    denominators: list[int] = field(default_factory=lambda: [1] * FINITE)
    needs: list[frozenset[Need]] = field(default_factory=lambda: [NOTHING] * FINITE)
    numbers: dict[tuple[tuple[tuple[int, int], ...], int, frozenset[Need]], int] = field(default_factory=dict)
    arrays: list[tuple[int, ...]] = field(default_factory=list)
    """Contents of arrays that are read at unknown places."""
    array_numbers: dict[tuple[int, ...], int] = field(default_factory=dict)
    opposites: dict[int, int] = field(default_factory=dict)
    """Indicators that are never one together."""
    exponent_sums: dict[tuple[int, int], int] = field(default_factory=dict)
    products: dict[tuple[int, int], tuple[int, Rational, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    primitives: dict[tuple[int, str], tuple[Rational, int, int, int]] = field(default_factory=dict)
    signs: dict[int, int] = field(default_factory=dict)
    """Signs of polynomials, as `sign` gives them, for example of squares."""

    def __post_init__(self) -> None:
        assert self.polynomial({}) == ZERO
        self.monomial(UNIT, ZERO)
        assert self.polynomial({UNIT: 1}) == ONE

    # --- tables
    def atom(self, kind: str, *key: Any) -> int:
        """Return the number of an atom."""
        found = Atom(kind, key)
        number = self.atom_numbers.get(found)
        if number is None:
            number = self.atom_numbers[found] = len(self.atoms)
            self.atoms.append(found)
            if kind == "sum":
                self.sums.add(number)
            if kind in ("sum", "indicator", "prime"):
                self.special.add(number)
        return number

    def table(self, contents: tuple[int, ...]) -> int:
        """Return the number of the contents of an array."""
        number = self.array_numbers.setdefault(contents, len(self.arrays))
        if number == len(self.arrays):
            self.arrays.append(contents)
        return number

    def power(self, factors: tuple[tuple[int, Rational], ...]) -> int:
        """Return the number of a product of powers of atoms, which are sorted."""
        number = self.power_numbers.get(factors)
        if number is None:
            number = self.power_numbers[factors] = len(self.powers)
            self.powers.append(factors)
        return number

    def monomial(self, power: int, exponent: int) -> int:
        """Return the number of a product of powers times the exponential function of a polynomial."""
        key = (power, exponent)
        number = self.monomial_numbers.get(key)
        if number is None:
            number = self.monomial_numbers[key] = len(self.monomials)
            self.monomials.append(key)
            self.classify(number, self.powers[power], exponent == ZERO)
        return number

    def classify(self, monomial: int, factors: tuple[tuple[int, Rational], ...], plain: bool) -> None:
        """Enter a monomial that is one atom of which there are further laws, or that has sums to multiply out."""
        if (
            plain
            and len(factors) == 1
            and factors[0][1] == 1
            and self.atoms[factors[0][0]].kind in ("max", "log_prime", "function")
        ):
            self.singles[monomial] = factors[0][0]
        if any(atom in self.sums and isinstance(k, int) and k > 0 for atom, k in factors):
            self.with_sums.add(monomial)

    def polynomial(self, terms: Mapping[int, Rational], needs: frozenset[Need] = NOTHING) -> int:
        """Return the number of a polynomial; no coefficient may be zero."""
        common = 1
        for c in terms.values():
            if c.denominator != 1:
                common = lcm(common, c.denominator)
        return self.over_denominator({m: c.numerator * (common // c.denominator) for m, c in terms.items()}, common, needs)

    def over_denominator(self, numerators: Mapping[int, int], denominator: int, needs: frozenset[Need]) -> int:
        """Return the number of a polynomial with a common denominator; terms with the numerator zero are left out."""
        parts = [part for part in numerators.items() if part[1]]
        parts.sort()
        if denominator != 1:
            shared = gcd(denominator, *(c for _, c in parts))
            if shared != 1:
                parts, denominator = [(m, c // shared) for m, c in parts], denominator // shared
        key = (tuple(parts), denominator, needs)
        number = self.numbers.get(key)
        if number is None:
            self.spend(len(parts))
            number = self.numbers[key] = len(self.parts)
            self.parts.append(key[0])
            self.denominators.append(denominator)
            self.needs.append(needs)
        return number

    def terms(self, p: int) -> tuple[tuple[int, Rational], ...]:
        """Return the monomials of a polynomial with their coefficients."""
        d = self.denominators[p]
        return self.parts[p] if d == 1 else tuple((m, whole(Fraction(c, d))) for m, c in self.parts[p])

    def spend(self, count: int) -> None:
        """Count terms. Raises WorkLimit."""
        self.work -= count
        if self.work < 0:
            raise WorkLimit

    def variable(self, kind: str, *key: Any, needs: frozenset[Need] = NOTHING) -> int:
        """Return the polynomial that is one atom."""
        return self.polynomial({self.monomial(self.power(((self.atom(kind, *key), 1),)), ZERO): 1}, needs)

    def constant(self, value: Rational) -> int:
        """Return the polynomial of a rational number."""
        return self.polynomial({UNIT: whole(value)} if value else {})

    def rational(self, p: int) -> Rational | None:
        """Return the number that a polynomial is, or None if it is no constant."""
        terms = self.parts[p]
        if p < FINITE or len(terms) > 1 or (terms and terms[0][0] != UNIT):
            return None
        return whole(Fraction(terms[0][1], self.denominators[p])) if terms else 0

    def bare(self, p: int) -> int:
        """Return a polynomial without the conditions under which it is defined."""
        return self.over_denominator(dict(self.parts[p]), self.denominators[p], NOTHING) if self.needs[p] else p

    def with_needs(self, p: int, needs: frozenset[Need]) -> int:
        """Return a polynomial that is defined under further conditions."""
        if p < FINITE or needs <= self.needs[p]:
            return p
        return self.over_denominator(dict(self.parts[p]), self.denominators[p], self.needs[p] | needs)
