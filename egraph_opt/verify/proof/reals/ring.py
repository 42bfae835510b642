"""Real numbers as polynomials in normal form: equal sums of products have one number.

A polynomial is a sum of rational multiples of monomials. A monomial is a product of powers of atoms with rational exponents, and of the
exponential function of one polynomial. An atom is an input element, the logarithm of a prime, a prime under a root, a polynomial of
several terms under a power, or a function that no law resolves. All are kept once, so that equality is equality of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Any

Rational = int | Fraction
Terms = dict[int, Rational]
"""Coefficients by number of a monomial."""
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
class Ring:
    """Table of all atoms, monomials and polynomials of a question.

    Attributes:
        expand: largest product of numbers of terms for which a product of two sums is multiplied out.
        work: number of terms that may still be computed.
        laws: names of the laws that were used.
    """

    expand: int = 64
    work: int = 20_000_000
    laws: set[str] = field(default_factory=set)
    atoms: list[Atom] = field(default_factory=list)
    atom_numbers: dict[Atom, int] = field(default_factory=dict)
    powers: list[tuple[tuple[int, Rational], ...]] = field(default_factory=lambda: [()])
    power_numbers: dict[tuple[tuple[int, Rational], ...], int] = field(default_factory=lambda: {(): UNIT})
    monomials: list[tuple[int, int]] = field(default_factory=list)
    monomial_numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    terms: list[tuple[tuple[int, Rational], ...]] = field(default_factory=lambda: [()] * FINITE)
    needs: list[frozenset[Need]] = field(default_factory=lambda: [NOTHING] * FINITE)
    numbers: dict[tuple[tuple[tuple[int, Rational], ...], frozenset[Need]], int] = field(default_factory=dict)
    products: dict[tuple[int, int], tuple[int, Rational, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    primitives: dict[tuple[int, str], tuple[Rational, int, int, int]] = field(default_factory=dict)
    nonnegative: set[int] = field(default_factory=set)
    """Numbers of polynomials that are known not to be negative, for example squares."""

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
        return number

    def polynomial(self, terms: Mapping[int, Rational], needs: frozenset[Need] = NOTHING) -> int:
        """Return the number of a polynomial; no coefficient may be zero."""
        key = (tuple(sorted(terms.items())), needs)
        number = self.numbers.get(key)
        if number is None:
            self.spend(len(terms))
            number = self.numbers[key] = len(self.terms)
            self.terms.append(key[0])
            self.needs.append(needs)
        return number

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
        terms = self.terms[p]
        if p < FINITE or len(terms) > 1 or (terms and terms[0][0] != UNIT):
            return None
        return terms[0][1] if terms else 0

    def bare(self, p: int) -> int:
        """Return a polynomial without the conditions under which it is defined."""
        return self.polynomial(dict(self.terms[p])) if self.needs[p] else p

    def with_needs(self, p: int, needs: frozenset[Need]) -> int:
        """Return a polynomial that is defined under further conditions."""
        if p < FINITE or needs <= self.needs[p]:
            return p
        return self.polynomial(dict(self.terms[p]), self.needs[p] | needs)

    # --- sums
    def total(self, summands: Iterable[int]) -> int:
        """Return the sum of some values."""
        merged: Terms = {}
        needs = NOTHING
        special = -1
        known = True
        count = 0
        for p in summands:
            if p < FINITE:
                special = p if special < 0 else infinite_sum(special, p)
                continue
            if self.needs[p]:
                needs |= self.needs[p]
            known = known and p in self.nonnegative
            for monomial, coefficient in self.terms[p]:
                merged[monomial] = merged.get(monomial, 0) + coefficient
            count += len(self.terms[p])
        self.spend(count)
        if special >= 0:
            return special
        found = self.polynomial({m: whole(c) for m, c in merged.items() if c}, needs)
        if known:
            self.nonnegative.add(found)
        return found

    def scaled(self, p: int, factor: Rational) -> int:
        """Return a rational multiple of a value."""
        if p < FINITE:
            return scaled_special(p, factor)
        if factor == 1:
            return p
        found = self.polynomial({m: whole(c * factor) for m, c in self.terms[p]} if factor else {}, self.needs[p])
        if factor > 0 and p in self.nonnegative:
            self.nonnegative.add(found)
        return found

    def difference(self, p: int, q: int) -> int:
        """Return p - q."""
        return self.total((p, self.scaled(q, -1)))

    # --- products
    def product(self, p: int, q: int) -> int:
        """Return the product of two values."""
        if p < FINITE or q < FINITE:
            return self.special_product(p, q)
        square = p == q
        if len(self.terms[p]) > len(self.terms[q]):
            p, q = q, p
        short, long = self.terms[p], self.terms[q]
        needs = self.needs[p] | self.needs[q]
        nonnegative = square or (p in self.nonnegative and q in self.nonnegative)
        if self.is_large(p, q) and len(self.terms[q := self.grouped(q)]) == 1:
            found = self.product(self.grouped(p), q)
        else:
            if len(short) > 1 or len(long) > 1:
                self.laws.add("distribute")
            found = self.expanded(short, long, needs)
        if nonnegative:
            self.nonnegative.add(found)
        return found

    def is_large(self, p: int, q: int) -> bool:
        """Return whether a product is too large to multiply out; q has at least as many terms as p."""
        short, long = len(self.terms[p]), len(self.terms[q])
        if short == 1 and long > 1:
            factors = self.powers[self.monomials[self.terms[p][0][0]][0]]
            for atom, k in factors:
                if k > 0 and self.atoms[atom].kind == "sum":
                    short *= len(self.terms[self.atoms[atom].key[0]])
        return short > 1 and long > 1 and short * long > self.expand

    def expanded(self, short: Iterable[tuple[int, Rational]], long: tuple[tuple[int, Rational], ...], needs: frozenset[Need]) -> int:
        """Return the sum of all products of two terms."""
        merged: Terms = {}
        later: list[int] = []
        for m, c in short:
            for n, d in long:
                monomial, coefficient, pending = self.monomial_product(m, n)
                if pending:
                    rest = self.polynomial({monomial: c * d * coefficient}, needs)
                    for atom, times in pending:
                        for _ in range(times):
                            rest = self.product(rest, self.atoms[atom].key[0])
                    later.append(rest)
                else:
                    merged[monomial] = merged.get(monomial, 0) + c * d * coefficient
            self.spend(len(long))
        found = self.polynomial({m: whole(c) for m, c in merged.items() if c}, needs)
        return self.total((found, *later)) if later else found

    def special_product(self, p: int, q: int) -> int:
        """Return a product with an infinity, NaN, or an undefined value."""
        if UNDEFINED in (p, q):
            return UNDEFINED
        if NAN in (p, q):
            return NAN
        if p < FINITE and q < FINITE:
            return PLUS if p == q else MINUS
        infinite, finite = (p, q) if p < FINITE else (q, p)
        if finite == ZERO:
            return NAN
        sign = 1 if self.sign(finite) == 2 else -1 if self.sign(self.scaled(finite, -1)) == 2 else 0
        return scaled_special(infinite, sign) if sign and not self.needs[finite] else UNDEFINED

    def monomial_product(self, m: int, n: int) -> tuple[int, Rational, tuple[tuple[int, int], ...]]:
        """Return the product of two monomials as a monomial, a rational factor, and sums to multiply out with their exponents."""
        if m == UNIT:
            return n, 1, ()
        if n == UNIT:
            return m, 1, ()
        key = (m, n) if m < n else (n, m)
        found = self.products.get(key)
        if found is None:
            found = self.products[key] = self.compute_product(*key)
        return found

    def compute_product(self, m: int, n: int) -> tuple[int, Rational, tuple[tuple[int, int], ...]]:
        (power, exponent), (other, addend) = self.monomials[m], self.monomials[n]
        if exponent == ZERO or addend == ZERO:
            exponent = exponent + addend - ZERO
        else:
            self.laws.add("add_exponents")
            exponent = self.total((exponent, addend))
        if power == UNIT or other == UNIT:
            return self.monomial(power + other - UNIT, exponent), 1, ()
        merged: dict[int, Rational] = dict(self.powers[power])
        changed = []
        for atom, k in self.powers[other]:
            if atom in merged:
                changed.append(atom)
            merged[atom] = merged.get(atom, 0) + k
        factor: Rational = 1
        for atom in changed:
            factor *= self.reduce_power(merged, atom)
        pending = self.sums_to_expand(merged)
        for atom, _ in pending:
            del merged[atom]
        return self.monomial(self.power(tuple(sorted(merged.items()))), exponent), whole(factor), pending

    def reduce_power(self, merged: dict[int, Rational], atom: int) -> Rational:
        """Simplify the power of an atom whose exponents were added, and return the rational factor that this gives."""
        k = merged[atom] = whole(merged[atom])
        kind = self.atoms[atom].kind
        if k == 0:
            self.laws.add("cancel_power")
            del merged[atom]
        elif kind == "indicator":
            self.laws.add("indicator_idempotent")
            merged[atom] = 1
        elif kind == "prime":
            integral = k.numerator // k.denominator
            if k == integral:
                del merged[atom]
            else:
                merged[atom] = k - integral
            return Fraction(self.atoms[atom].key[0]) ** integral
        return 1

    def sums_to_expand(self, merged: Mapping[int, Rational]) -> tuple[tuple[int, int], ...]:
        """Return the sums in a monomial, with their exponents, that are to be multiplied out: the only one, or all that are short."""
        sums = [(a, k) for a, k in merged.items() if self.atoms[a].kind == "sum" and isinstance(k, int) and k > 0]
        if len(sums) == 1 and sums[0][1] == 1:
            return tuple((a, int(k)) for a, k in sums)
        count = 1
        for a, k in sums:
            count *= len(self.terms[self.atoms[a].key[0]]) ** int(k)
        return tuple((a, int(k)) for a, k in sums) if count <= self.expand else ()

    # --- content
    def primitive(self, p: int, positive: bool = False) -> tuple[Rational, int, int, int]:
        """Split a polynomial into rational content, powers, an exponent, and a polynomial that is the same for all its multiples.

        Args:
            p: a polynomial that is not zero.
            positive: whether only positive factors may be split off: the content keeps the polynomial's sign.

        Returns:
            the content, a number of powers, the number of an exponent, and the rest.
        """
        key = (p, "positive" if positive else "")
        found = self.primitives.get(key)
        if found is None:
            found = self.primitives[key] = self.split(p, positive)
        return found

    def split(self, p: int, positive: bool) -> tuple[Rational, int, int, int]:
        terms = self.terms[p]
        exponents = {self.monomials[m][1] for m, _ in terms}
        pivot = ZERO if len(exponents) == 1 and ZERO in exponents else min(exponents, key=self.rank)
        factors = [dict(self.powers[self.monomials[m][0]]) for m, _ in terms]
        shared = {a: min(f.get(a, 0) for f in factors) for a in {a for f in factors for a in f}}
        common = tuple(sorted((a, whole(k)) for a, k in shared.items() if k and (not positive or self.atom_sign(a) == 2)))
        inverse = self.monomial(self.power(tuple((a, -k) for a, k in common)), self.scaled(pivot, -1))
        moved: list[tuple[int, Rational]] = []
        for m, c in terms:
            monomial, factor, pending = self.monomial_product(m, inverse)
            if pending:  # a sum became a plain factor: leave all as it is
                return 1, UNIT, ZERO, self.bare(p)
            moved.append((monomial, c * factor))
        content = rational_content([c for _, c in moved])
        if not positive and min(moved)[1] < 0:
            content = -content
        rest = self.polynomial({m: whole(Fraction(c) / content) for m, c in moved})
        if positive and p in self.nonnegative:
            self.nonnegative.add(rest)
        return whole(content), self.power(common), pivot, rest

    def rank(self, p: int) -> tuple[Any, ...]:
        """Return a key by which polynomials are ordered so that the order is kept when the same is added to both sides."""
        ends = [(m, c) for m, c in self.terms[p]]
        return _Vector(ends)  # type: ignore[return-value]

    def grouped(self, p: int) -> int:
        """Return a polynomial of several terms as a multiple of one monomial, in which the primitive rest is an atom."""
        if p < FINITE or len(self.terms[p]) < 2:
            return p
        content, powers, exponent, rest = self.primitive(p)
        factors = dict(self.powers[powers])
        if len(self.terms[rest]) < 2:
            return p
        atom = self.atom("sum", rest)
        factors[atom] = factors.get(atom, 0) + 1
        return self.polynomial({self.monomial(self.power(tuple(sorted(factors.items()))), exponent): content}, self.needs[p])

    # --- signs
    def sign(self, p: int) -> int:
        """Return 2 if a value is known to be positive, 1 if it is known not to be negative, else 0."""
        if p < FINITE:
            return 0
        terms = self.terms[p]
        signs = [self.monomial_sign(m) if c > 0 else 0 for m, c in terms]
        if terms and all(signs):
            return max(signs)
        return int(p in self.nonnegative or self.bare(p) in self.nonnegative or p == ZERO)

    def monomial_sign(self, m: int) -> int:
        """Return the sign of a monomial as `sign` does."""
        found = 2
        for atom, k in self.powers[self.monomials[m][0]]:
            known = self.atom_sign(atom)
            if not known and isinstance(k, int) and k % 2:
                return 0
            found = min(found, 2 if k < 0 else max(known, 1))
        return found

    def atom_sign(self, atom: int) -> int:
        """Return the sign of an atom as `sign` does."""
        kind, key = self.atoms[atom].kind, self.atoms[atom].key
        if kind in ("prime", "log_prime"):
            return 2
        if kind in ("indicator", "nonnegative"):
            return 1
        if kind == "sum":
            return self.sign(key[0])
        if kind == "max":
            best = max(map(self.sign, key))
            return best or int(any(self.scaled(p, -1) in key for p in key))
        return 0


class _Vector:
    """Polynomial as a vector of coefficients, compared in the order of monomials."""

    __slots__ = ("terms",)

    def __init__(self, terms: list[tuple[int, Rational]]) -> None:
        self.terms = terms

    def __lt__(self, other: _Vector) -> bool:
        mine, theirs = dict(self.terms), dict(other.terms)
        for m in sorted(mine.keys() | theirs.keys()):
            a, b = mine.get(m, 0), theirs.get(m, 0)
            if a != b:
                return a < b
        return False


def rational_content(coefficients: list[Rational]) -> Fraction:
    """Return the greatest common divisor of rational numbers, which is positive."""
    numerator, denominator = 0, 1
    for c in coefficients:
        numerator = gcd(numerator, c.numerator)
        denominator = denominator * c.denominator // gcd(denominator, c.denominator)
    return Fraction(numerator, denominator)


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
