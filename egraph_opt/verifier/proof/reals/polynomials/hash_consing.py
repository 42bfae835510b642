"""Hash-consing of atoms, monomials and polynomials: each is kept once under a number, so that equal ones have equal numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

Rational = int | Fraction
Need = tuple[Any, ...]
"""Condition under which a value is defined: `nonzero`, `positive` or `nonnegative`, and the polynomial that must be so.

Further entries are indicators: the condition is required only where all of them are 1.
"""
NOTHING: frozenset[Need] = frozenset()
UNDEFINED, NAN, PLUS, MINUS, ZERO, ONE = range(6)
"""Numbers of the special values (undefined or unknown; NaN; plus and minus infinity) and of the polynomials 0 and 1."""
FINITE = ZERO
"""Least number of a polynomial: smaller numbers are special values such as infinities."""
UNIT = 0
"""Number of the monomial 1, and of the empty product of powers."""


class WorkLimit(Exception):
    """Error raised when more polynomial terms are computed than the caller allowed."""


def whole(x: Rational) -> Rational:
    """Return an integer as `int`, which is faster than a fraction."""
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


@dataclass(frozen=True, slots=True)
class Atom:
    """Indivisible factor of a monomial, such as an array element or a maximum; `key`: its name, arguments or index."""

    kind: str
    key: tuple[Any, ...]


@dataclass(slots=True)
class Tables:
    """All atoms, monomials and polynomials of one proof. Each has a number, by which other tables refer to it.

    Attributes:
        expand: a product of two sums is multiplied out if it gives at most this number of terms.
        work: number of terms that may still be computed.
        name_sums: a sum along an axis is kept as an atom if it has at least this number of terms; 0 for never.
        laws: names of the algebraic laws that were used.
    """

    expand: int = 64
    work: int = 20_000_000
    name_sums: int = 0
    laws: set[str] = field(default_factory=set)
    atoms: list[Atom] = field(default_factory=list)
    atom_numbers: dict[Atom, int] = field(default_factory=dict)
    sums: set[int] = field(default_factory=set)
    """Numbers of the `sum` atoms, which are polynomials of several terms."""
    special: set[int] = field(default_factory=set)
    """Numbers of the atoms (sums, indicators, primes) whose powers are simplified further after a product has added exponents."""
    singles: dict[int, int] = field(default_factory=dict)
    """Atoms that are maxima, logarithms or functions, by the monomial that consists of this atom alone."""
    partial: set[int] = field(default_factory=set)
    """Monomials that are not defined everywhere: with roots or reciprocals of atoms that are not proved positive."""
    with_sums: set[int] = field(default_factory=set)
    """Monomials with positive powers of `sum` atoms."""
    resolutions: dict[int, int] = field(default_factory=dict)
    powers: list[tuple[tuple[int, Rational], ...]] = field(default_factory=lambda: [()])
    power_numbers: dict[tuple[tuple[int, Rational], ...], int] = field(default_factory=lambda: {(): UNIT})
    monomials: list[tuple[int, int]] = field(default_factory=list)
    monomial_numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    parts: list[tuple[tuple[int, int], ...]] = field(default_factory=lambda: [()] * FINITE)
    """Terms of each polynomial: pairs of a monomial and a numerator over the polynomial's common denominator."""
    denominators: list[int] = field(default_factory=lambda: [1] * FINITE)
    needs: list[frozenset[Need]] = field(default_factory=lambda: [NOTHING] * FINITE)
    numbers: dict[tuple[tuple[tuple[int, int], ...], int, frozenset[Need]], int] = field(default_factory=dict)
    arrays: list[tuple[int, ...]] = field(default_factory=list)
    """Contents of arrays that are read at symbolic indices."""
    array_numbers: dict[tuple[int, ...], int] = field(default_factory=dict)
    opposites: dict[int, int] = field(default_factory=dict)
    """For the indicator of p > 0, that of p < 0: their product is zero."""
    exponent_sums: dict[tuple[int, int], int] = field(default_factory=dict)
    products: dict[tuple[int, int], tuple[int, Rational, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    primitives: dict[tuple[int, str], tuple[Rational, int, int, int]] = field(default_factory=dict)
    signs: dict[int, int] = field(default_factory=dict)
    """Signs of polynomials that were found before, with the meaning of `sign`, for example of squares."""

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
        """Return the number of an array's contents in `arrays`, where they are entered if they are new."""
        number = self.array_numbers.setdefault(contents, len(self.arrays))
        if number == len(self.arrays):
            self.arrays.append(contents)
        return number

    def power(self, factors: tuple[tuple[int, Rational], ...]) -> int:
        """Return the number of a product of powers; `factors`: atoms with exponents, sorted."""
        number = self.power_numbers.get(factors)
        if number is None:
            number = self.power_numbers[factors] = len(self.powers)
            self.powers.append(factors)
        return number

    def monomial(self, power: int, exponent: int) -> int:
        """Return the number of the monomial `power * exp(exponent)`, for a product of powers and a polynomial."""
        key = (power, exponent)
        number = self.monomial_numbers.get(key)
        if number is None:
            number = self.monomial_numbers[key] = len(self.monomials)
            self.monomials.append(key)
            self.classify(number, self.powers[power], exponent == ZERO)
        return number

    def classify(self, monomial: int, factors: tuple[tuple[int, Rational], ...], plain: bool) -> None:
        """Enter a new monomial in `singles` and `with_sums` if it belongs there; `plain`: it has no exponential factor."""
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
        """Return the number of a polynomial, from numerators by monomial (zero ones are dropped) and their common denominator."""
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
        """Subtract computed terms from `work`. Raises WorkLimit if it is exhausted."""
        self.work -= count
        if self.work < 0:
            raise WorkLimit

    def variable(self, kind: str, *key: Any, needs: frozenset[Need] = NOTHING) -> int:
        """Return the polynomial that consists of one atom."""
        return self.polynomial({self.monomial(self.power(((self.atom(kind, *key), 1),)), ZERO): 1}, needs)

    def constant(self, value: Rational) -> int:
        """Return the constant polynomial of a rational number."""
        return self.polynomial({UNIT: whole(value)} if value else {})

    def rational(self, p: int) -> Rational | None:
        """Return the value of a constant polynomial; None for other polynomials and for special values."""
        terms = self.parts[p]
        if p < FINITE or len(terms) > 1 or (terms and terms[0][0] != UNIT):
            return None
        return whole(Fraction(terms[0][1], self.denominators[p])) if terms else 0

    def bare(self, p: int) -> int:
        """Return a polynomial without the conditions under which it is defined."""
        return self.over_denominator(dict(self.parts[p]), self.denominators[p], NOTHING) if self.needs[p] else p

    def with_needs(self, p: int, needs: frozenset[Need]) -> int:
        """Return a polynomial with further conditions under which it is defined."""
        if p < FINITE or needs <= self.needs[p]:
            return p
        return self.over_denominator(dict(self.parts[p]), self.denominators[p], self.needs[p] | needs)
