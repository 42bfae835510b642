"""Real numbers as polynomials in normal form, each hash-consed under a number.

A polynomial is a sum of rational multiples of monomials. A monomial is a product of powers of atoms with rational exponents, and of the
exponential function of one polynomial. An atom is an input element, the logarithm of a prime, a prime under a root, a polynomial of
several terms under a power, or an uninterpreted function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import (
    FINITE,
    MINUS,
    NAN,
    NOTHING,
    PLUS,
    UNDEFINED,
    UNIT,
    ZERO,
    Atom,
    Rational,
    whole,
)
from egraph_opt.verifier.proof.reals.polynomials.polynomial_content import Vector, least_powers, rational_content
from egraph_opt.verifier.proof.reals.polynomials.signs import Signs
from egraph_opt.verifier.proof.reals.polynomials.special_values import infinite_sum, scaled_special


@dataclass(slots=True)
class Ring(Signs):
    """Addition, multiplication and splitting of common factors on hash-consed polynomials.

    Operands and results are numbers: of polynomials, or of special values such as infinities.
    """

    # --- sums
    def total(self, summands: Iterable[int]) -> int:
        """Return the sum of some values."""
        merged: dict[int, int] = {}
        denominator, needs, special, count = 1, NOTHING, -1, 0
        least, most = 2, 0
        for p in summands:
            if p < FINITE:
                special = p if special < 0 else infinite_sum(special, p)
                continue
            if self.needs[p]:
                needs |= self.needs[p]
            if least:
                known = 0 if self.is_partial(p) else self.sign_at_hand(p)
                least, most = min(least, known), max(most, known)
            d = self.denominators[p]
            if denominator % d:
                more = d // gcd(d, denominator)
                denominator *= more
                for m in merged:
                    merged[m] *= more
            factor = denominator // d
            for m, c in self.parts[p]:
                merged[m] = merged.get(m, 0) + c * factor
            count += len(self.parts[p])
        self.spend(count)
        if special >= 0:
            return special
        found = self.over_denominator(merged, denominator, needs)
        if least and most:
            self.learn_sign(found, most)
        return found

    def inner_product(self, left: list[int], right: list[int], start: int) -> int:
        """Return `start` plus the inner product of two vectors of values."""
        merged: dict[int, int] = {}
        summands = [start]
        for p, q in zip(left, right, strict=True):
            a, b = self.parts[p], self.parts[q]
            simple = len(a) == 1 and len(b) == 1 and self.denominators[p] == self.denominators[q] == 1
            if simple and not self.needs[p] and not self.needs[q]:
                monomial, factor, pending = self.monomial_product(a[0][0], b[0][0])
                if factor == 1 and not pending:
                    merged[monomial] = merged.get(monomial, 0) + a[0][1] * b[0][1]
                    continue
            summands.append(self.product(p, q))
        self.spend(len(merged))
        summands.append(self.over_denominator(merged, 1, NOTHING))
        return self.total(summands)

    def difference(self, p: int, q: int) -> int:
        """Return p - q."""
        return self.total((p, self.scale(q, -1)))

    # --- products
    def product(self, p: int, q: int) -> int:
        """Return the product of two values."""
        if p < FINITE or q < FINITE:
            return self.special_product(p, q)
        sign = 1 if p == q else min(self.sign_at_hand(p), self.sign_at_hand(q))
        if sign and (self.is_partial(p) or self.is_partial(q)):
            sign = 0
        if len(self.parts[p]) > len(self.parts[q]):
            p, q = q, p
        if self.is_large(p, q) and len(self.parts[q := self.group_terms(q)]) == 1:
            found = self.product(self.group_terms(p), q)
        elif self.cancels(p, q):
            found = self.multiply_terms(self.group_terms(p), q)
        elif self.cancels(q, p):
            found = self.multiply_terms(p, self.group_terms(q))
        else:
            if len(self.parts[q]) > 1:
                self.laws.add("distribute")
            found = self.multiply_terms(p, q)
        if sign:
            self.learn_sign(found, sign)
        return found

    def cancels(self, p: int, q: int) -> bool:
        """Return whether each term of q is divided by the sum of which p is a multiple."""
        terms = [dict(self.powers[self.monomials[m][0]]) for m, _ in self.parts[q][:1]]
        if len(self.parts[p]) < 2 or not any(a in self.sums and k < 0 for term in terms for a, k in term.items()):
            return False
        atom = self.atom_numbers.get(Atom("sum", (self.primitive(p)[3],)))
        divided = (dict(self.powers[self.monomials[m][0]]) for m, _ in self.parts[q])
        return atom is not None and all(factors.get(atom, 0) < 0 for factors in divided)

    def is_large(self, p: int, q: int) -> bool:
        """Return whether a product is too large to multiply out; q has at least as many terms as p."""
        short, long = len(self.parts[p]), len(self.parts[q])
        if short == 1 and long > 1:
            factors = self.powers[self.monomials[self.terms(p)[0][0]][0]]
            for atom, k in factors:
                if isinstance(k, int) and k > 0 and atom in self.sums:
                    short *= len(self.parts[self.atoms[atom].key[0]])
        return short > 1 and long > 1 and short * long > self.expand

    def multiply_terms(self, p: int, q: int) -> int:
        """Return the sum of all products of two terms."""
        merged: dict[int, int] = {}
        later: list[int] = []
        denominator, needs = self.denominators[p] * self.denominators[q], self.needs[p] | self.needs[q]
        for m, c in self.parts[p]:
            for n, d in self.parts[q]:
                monomial, coefficient, pending = self.monomial_product(m, n)
                if pending:
                    rest = self.polynomial({monomial: coefficient * Fraction(c * d, denominator)}, needs)
                    for atom, times in pending:
                        for _ in range(times):
                            rest = self.product(rest, self.atoms[atom].key[0])
                    later.append(rest)
                elif coefficient == 1:
                    merged[monomial] = merged.get(monomial, 0) + c * d
                else:
                    later.append(self.polynomial({monomial: coefficient * Fraction(c * d, denominator)}, needs))
            self.spend(len(self.parts[q]))
        found = self.over_denominator(merged, denominator, needs)
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
        sign = 1 if self.sign(finite) == 2 else -1 if self.sign(self.scale(finite, -1)) == 2 else 0
        return scaled_special(infinite, sign) if sign and not self.needs[finite] else UNDEFINED

    def monomial_product(self, m: int, n: int) -> tuple[int, Rational, tuple[tuple[int, int], ...]]:
        """Return the product of two monomials: a monomial, a rational factor, and the `sum` atoms still to multiply out, with exponents."""
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
            pair = (exponent, addend) if exponent < addend else (addend, exponent)
            known = self.exponent_sums.get(pair)
            if known is None:
                known = self.exponent_sums[pair] = self.total(pair)
            exponent = known
        if power == UNIT or other == UNIT:
            return self.monomial(power + other - UNIT, exponent), 1, ()
        left, right = self.powers[power], self.powers[other]
        if len(left) == len(right) == 1 and left[0][0] != right[0][0] and not {left[0][0], right[0][0]} & self.special:
            return self.monomial(self.power((*left, *right) if left < right else (*right, *left)), exponent), 1, ()
        merged: dict[int, Rational] = dict(left)
        changed = []
        for atom, k in right:
            if atom in merged:
                changed.append(atom)
            merged[atom] = merged.get(atom, 0) + k
        factor: Rational = 1
        for atom in changed:
            factor *= self.reduce_power(merged, atom)
        if any(self.opposites.get(atom) in merged for atom, _ in right):
            self.laws.add("opposite_conditions")
            factor = 0
        pending = self.sums_to_expand(merged)
        for atom, _ in pending:
            del merged[atom]
        return self.monomial(self.power(tuple(sorted(merged.items()))), exponent), whole(factor), pending

    def reduce_power(self, merged: dict[int, Rational], atom: int) -> Rational:
        """Simplify in `merged` the power of an atom after its exponents were added; return the rational factor that results."""
        k = merged[atom] = whole(merged[atom])
        kind = self.atoms[atom].kind
        if k == 0:
            self.laws.add("cancel_power")
            del merged[atom]
        elif kind == "indicator":
            self.laws.add("indicator_idempotent")
            merged[atom] = 1
        elif kind == "sum":
            self.laws.add("multiply_powers")
        elif kind == "prime":
            integral = k.numerator // k.denominator
            if k == integral:
                del merged[atom]
            else:
                merged[atom] = k - integral
            return Fraction(self.atoms[atom].key[0]) ** integral
        return 1

    def sums_to_expand(self, merged: Mapping[int, Rational]) -> tuple[tuple[int, int], ...]:
        """Return the `sum` atoms of a monomial to multiply out, with exponents: a single one, or all if the result stays short."""
        sums = [(a, k) for a, k in merged.items() if a in self.sums and isinstance(k, int) and k > 0]
        if not sums:
            return ()
        if len(sums) == 1 and sums[0][1] == 1:
            return tuple((a, int(k)) for a, k in sums)
        count = 1
        for a, k in sums:
            count *= len(self.parts[self.atoms[a].key[0]]) ** int(k)
        return tuple((a, int(k)) for a, k in sums) if count <= self.expand else ()

    def name_sum(self, p: int) -> int:
        """Return a sum of at least `name_sums` terms as one atom, so that products with it stay short; other values as they are."""
        return self.group_terms(p) if p >= FINITE and 0 < self.name_sums <= len(self.parts[p]) else p

    def resolve_sums(self, p: int) -> int:
        """Return a polynomial in which all `sum` atoms with positive powers are multiplied out."""
        if p < FINITE or not self.name_sums:
            return p
        found = self.resolutions.get(p)
        if found is None:
            found = self.resolutions[p] = self.multiply_out(p)
        return found

    def multiply_out(self, p: int) -> int:
        """Multiply out the `sum` atoms of a polynomial, term groups with the same sums together."""
        if not any(m in self.with_sums for m, _ in self.parts[p]):
            return p
        groups: dict[tuple[tuple[int, int], ...], dict[int, Rational]] = {}
        for m, c in self.terms(p):
            power, exponent = self.monomials[m]
            factors = self.powers[power]
            sums = tuple((a, k) for a, k in factors if a in self.sums and isinstance(k, int) and k > 0)
            rest = m if not sums else self.monomial(self.power(tuple(f for f in factors if f not in sums)), exponent)
            groups.setdefault(sums, {})[rest] = c
        self.laws.add("distribute")
        parts = []
        for sums, terms in groups.items():
            product = self.polynomial(terms, self.needs[p])
            for atom, k in sums:
                inner = self.resolve_sums(self.atoms[atom].key[0])
                for _ in range(k):
                    product = self.multiply_terms(product, inner)
            parts.append(product)
        found = self.total(parts)
        if p in self.signs:
            self.learn_sign(found, self.signs[p])
        return self.resolve_sums(found)

    # --- content
    def primitive(self, p: int, positive: bool = False) -> tuple[Rational, int, int, int]:
        """Split p into content * powers * exp(exponent) * rest, where all multiples of p by such factors have the same rest.

        Args:
            p: a polynomial that is not zero.
            positive: whether only positive factors may be split off: the content keeps the polynomial's sign.

        Returns:
            the rational content, and the numbers of the product of powers, of the exponent (a polynomial), and of the rest.
        """
        key = (p, "positive" if positive else "")
        found = self.primitives.get(key)
        if found is None:
            found = self.primitives[key] = self.split(p, positive)
        return found

    def split(self, p: int, positive: bool) -> tuple[Rational, int, int, int]:
        terms = self.parts[p]
        exponents = {self.monomials[m][1] for m, _ in terms}
        pivot = ZERO
        if exponents != {ZERO}:
            pivot = min(exponents, key=lambda e: Vector(self.parts[e], self.denominators[e]))
        shared = least_powers([self.powers[self.monomials[m][0]] for m, _ in terms])
        common = tuple(sorted((a, whole(k)) for a, k in shared.items() if k and (not positive or self.atom_sign(a) == 2)))
        inverse = self.monomial(self.power(tuple((a, -k) for a, k in common)), self.scale(pivot, -1))
        moved: list[tuple[int, Rational]] = []
        for m, c in terms:
            monomial, factor, pending = self.monomial_product(m, inverse)
            if pending:  # a sum became a plain factor: leave all as it is
                return 1, UNIT, ZERO, self.bare(p)
            moved.append((monomial, c * factor))
        unit = whole(rational_content([c for _, c in moved]))
        if not positive and min(moved)[1] < 0:
            unit = -unit
        if isinstance(unit, int) and all(isinstance(c, int) for _, c in moved):
            rest = self.over_denominator({m: int(c) // unit for m, c in moved}, 1, NOTHING)
        else:
            rest = self.polynomial({m: whole(Fraction(c) / unit) for m, c in moved})
        content = Fraction(unit) / self.denominators[p]
        if (positive or not common) and content > 0 and p in self.signs and not self.needs[p]:
            self.learn_sign(rest, self.signs[p])
        return whole(content), self.power(common), pivot, rest

    def group_terms(self, p: int) -> int:
        """Return a polynomial of several terms as one monomial: its common factors times a `sum` atom for the rest."""
        if p < FINITE or len(self.parts[p]) < 2:
            return p
        content, powers, exponent, rest = self.primitive(p)
        factors = dict(self.powers[powers])
        if len(self.parts[rest]) < 2:
            return p
        atom = self.atom("sum", rest)
        factors[atom] = factors.get(atom, 0) + 1
        return self.polynomial({self.monomial(self.power(tuple(sorted(factors.items()))), exponent): content}, self.needs[p])
