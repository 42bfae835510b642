"""Case analysis: simplification of a polynomial where another one (the condition) is positive, negative, or zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from egraph_opt.verifier.proof.reals.extremum_forms import maximum
from egraph_opt.verifier.proof.reals.function_forms import UNARY, comparison_by_logarithm, exponential, power_of
from egraph_opt.verifier.proof.reals.indicator_polynomials import is_positive
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ONE, UNIT, ZERO, Rational
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

Ranges = Mapping[str, range]
"""Declared range of the elements of each integer array, by the array's name."""
MOST_VALUES = 64
"""Largest number of values of an integer element that are tried one by one."""
MOST_CONDITIONS, MOST_TERMS, MOST_ARGUMENTS = 8, 500, 4
"""Largest number of conditions of a polynomial, of terms of the polynomial, and of arguments of a maximum that gives conditions."""


def conditions_of(ring: Ring, p: int) -> list[int]:
    """Return the conditions of a polynomial: those whose signs decide its indicators and maxima; none if it is too large."""
    if len(ring.parts[p]) > MOST_TERMS:
        return []
    found: dict[int, None] = {}
    for m, _ in ring.parts[p]:
        found.update(
            dict.fromkeys(condition for atom in sorted(atoms_within(ring, m)) for condition in own_conditions(ring, atom))
        )
        if len(found) > MOST_CONDITIONS:
            return []
    return list(found)


def own_conditions(ring: Ring, number: int) -> list[int]:
    """Return the polynomials whose signs decide one atom, if it is an indicator or a maximum."""
    atom = ring.atoms[number]
    if atom.kind == "indicator" and atom.key[0] == "positive":
        return [plain_condition(ring, atom.key[1])]
    if atom.kind == "max" and len(atom.key) <= MOST_ARGUMENTS:
        return [plain_condition(ring, ring.difference(a, b)) for a, b in combinations(atom.key, 2)]
    return []


def plain_condition(ring: Ring, p: int) -> int:
    """Return one representative for all rational multiples of a polynomial, so that their cases are split once."""
    p = comparison_by_logarithm(ring, p)
    return min(ring.primitive(each, positive=True)[3] for each in (p, ring.scale(p, -1))) if ring.parts[p] else p


def in_case(ring: Ring, p: int, condition: int, sign: int) -> int:
    """Simplify a polynomial under the assumption that a condition is positive (1), negative (-1) or zero (0)."""
    strict = sign != 0
    facts = [(ring.scale(condition, s), strict) for s in ((sign,) if strict else (1, -1))]
    ring.laws.add("maximum_in_case")
    found = ring.bare(Case(ring, facts, {} if strict else solution_of(ring, condition)).polynomial(p))
    return found if strict or found < FINITE else without_multiple(ring, found, condition)


def without_multiple(ring: Ring, p: int, zero: int) -> int:
    """Subtract a multiple of the polynomial `zero`, which is assumed to be zero, from another one if that shortens it."""
    mine = dict(ring.terms(p))
    shared = [(m, c) for m, c in ring.terms(zero) if m in mine]
    if not shared:
        return p
    rest = ring.difference(p, ring.scale(zero, Fraction(mine[shared[0][0]]) / Fraction(shared[0][1])))
    return rest if len(ring.parts[rest]) < len(ring.parts[p]) else p


@dataclass(slots=True)
class Component:
    """Terms of a polynomial that depend on the same cases.

    `cases`: numbers of their indicator, maximum and integer atoms, and negated numbers of the polynomials whose signs decide these.
    """

    cases: set[int]
    atoms: set[int]
    terms: dict[int, Rational]

    def merge(self, other: Component) -> None:
        """Add the terms, cases and atoms of another component."""
        self.cases |= other.cases
        self.atoms |= other.atoms
        self.terms.update(other.terms)


def components(ring: Ring, p: int, ranges: Ranges) -> list[int]:
    """Split a polynomial into summands that have no indicator, maximum or ranged integer element in common.

    A term without any of these joins the summand that has all its atoms, if there is just one. Otherwise it joins an extra summand.
    """
    groups: list[Component] = []
    plain: list[Component] = []
    for m, c in ring.terms(p):
        atoms = atoms_within(ring, m)
        cases = {a for a in atoms if ring.atoms[a].kind in ("indicator", "max")}
        conditions = {-condition for a in cases for condition in own_conditions(ring, a)}
        integers = {a for a in atoms if ring.atoms[a].kind == "element" and ring.atoms[a].key[0] in ranges}
        found = Component(cases | conditions | integers, atoms, {m: c})
        if not found.cases:
            plain.append(found)
            continue
        for group in [each for each in groups if each.cases & found.cases]:
            groups.remove(group)
            found.merge(group)
        groups.append(found)
    rest = Component(set(), set(), {})
    for each in plain:
        owners = [group for group in groups if each.atoms and each.atoms <= group.atoms]
        (owners[0] if len(owners) == 1 else rest).merge(each)
    return [ring.polynomial(each.terms) for each in (rest, *groups) if each.terms]


def atoms_within(ring: Ring, monomial: int) -> set[int]:
    """Return the atoms of a monomial, and the atoms of the polynomials inside those."""
    found: set[int] = set()
    todo, seen = [monomial], {monomial}
    while todo:
        power, exponent = ring.monomials[todo.pop()]
        within = [exponent]
        for number, _ in ring.powers[power]:
            found.add(number)
            atom = ring.atoms[number]
            if atom.kind in ("sum", "function", "max", "indicator"):
                within += [each for each in atom.key if isinstance(each, int) and each < len(ring.parts)]
        new = {m for p in within if p >= FINITE for m, _ in ring.parts[p]} - seen
        seen |= new
        todo += sorted(new)
    return found


def values_of(ring: Ring, p: int, ranges: Ranges) -> tuple[int, range] | None:
    """Return the atom and the values of an integer element in a polynomial; None if none has at most `MOST_VALUES` values."""
    for atom in sorted({a for m, _ in ring.parts[p] for a in atoms_within(ring, m)}):
        found = ring.atoms[atom]
        values = ranges.get(found.key[0]) if found.kind == "element" else None
        if values is not None and len(values) <= MOST_VALUES:
            return atom, values
    return None


def at_value(ring: Ring, p: int, atom: int, value: int) -> int:
    """Substitute a number for an integer element in a polynomial."""
    return ring.bare(Case(ring, [], {atom: ring.constant(value)}).polynomial(p))


def solution_of(ring: Ring, p: int) -> dict[int, int]:
    """Solve p = 0 for one array element: map its atom to the value; empty if p is long or not linear in an element."""
    terms = ring.terms(p)
    for m, c in terms if len(terms) <= MOST_ARGUMENTS else ():
        power, exponent = ring.monomials[m]
        factors = ring.powers[power]
        if exponent == ZERO and len(factors) == 1 and factors[0][1] == 1 and ring.atoms[factors[0][0]].kind == "element":
            rest = ring.polynomial({n: d for n, d in terms if n != m})
            if factors[0][0] not in elements_of(ring, rest):
                return {factors[0][0]: ring.scale(rest, Fraction(-1) / Fraction(c))}
    return {}


def elements_of(ring: Ring, p: int) -> set[int]:
    """Return the atoms of the monomials of a polynomial."""
    return {atom for m, _ in ring.parts[p] for atom, _ in ring.powers[ring.monomials[m][0]]}


@dataclass(slots=True)
class Case:
    """Simplification of polynomials under assumptions: each of `facts` is positive if its flag is true, else not negative."""

    ring: Ring
    facts: list[tuple[int, bool]]
    values: dict[int, int]
    """Polynomials to substitute for elements, by the atoms of the elements."""
    polynomials: dict[int, int] = field(default_factory=dict)

    def sign(self, p: int) -> int:
        """Return 2 if a polynomial is positive under the assumptions, 1 if it is not negative, 0 if unknown."""
        p = comparison_by_logarithm(self.ring, p)
        best = self.ring.sign(p)
        for fact, strict in self.facts:
            if best < 2:
                best = max(best, self.sign_by_fact(p, fact, strict))
        return best

    def sign_by_fact(self, p: int, fact: int, strict: bool) -> int:
        """Return the sign of p if p is `fact`, of assumed sign, times a positive number, plus a rest of known sign; else 0."""
        ring = self.ring
        mine = dict(ring.terms(p))
        shared = [(m, c) for m, c in ring.terms(fact) if m != UNIT and m in mine]
        if not shared:
            return 0
        factor = Fraction(mine[shared[0][0]]) / Fraction(shared[0][1])
        if factor <= 0:
            return 0
        rest = ring.difference(p, ring.scale(fact, factor))
        number = ring.rational(rest)
        known = ring.sign(rest) if number is None else 2 if number > 0 else int(number == 0)
        return 2 if known == 2 or (known and strict) else known

    def polynomial(self, p: int) -> int:
        """Simplify a polynomial under the assumptions."""
        if p < FINITE:
            return p
        found = self.polynomials.get(p)
        if found is None:
            terms = [self.ring.scale(self.monomial(m), c) for m, c in self.ring.terms(p)]
            found = self.polynomials[p] = self.ring.total(terms) if terms else p
        return found

    def monomial(self, m: int) -> int:
        ring = self.ring
        power, exponent = ring.monomials[m]
        found = ONE if exponent == ZERO else ring.bare(exponential(ring, self.polynomial(exponent)))
        kept: list[tuple[int, Rational]] = []
        for atom, k in ring.powers[power]:
            changed = self.atom(atom)
            if changed is None or not is_half(k):
                kept.append((atom, k))
            else:
                found = ring.product(found, ring.bare(power_of(ring, changed, k)))
        return ring.product(found, ring.polynomial({ring.monomial(ring.power(tuple(kept)), ZERO): 1}))

    def atom(self, number: int) -> int | None:
        """Return the polynomial that an atom becomes under the assumptions; None if it does not change."""
        ring, atom = self.ring, self.ring.atoms[number]
        if number in self.values:
            return self.values[number]
        if atom.kind == "indicator" and atom.key[0] == "positive":
            p = self.polynomial(atom.key[1])
            if p >= FINITE and self.sign(p) == 2:
                return ONE
            if p >= FINITE and self.sign(ring.scale(p, -1)):
                return ZERO
            return None if p == atom.key[1] else ring.bare(is_positive(ring, p))
        if atom.kind == "max":
            return self.maximum(atom.key)
        if atom.kind == "function" and atom.key[0] == "element":
            return self.element(*atom.key[1:])
        if atom.kind == "sum" or (atom.kind == "function" and atom.key[0] in UNARY):
            p = self.polynomial(atom.key[-1])
            if p == atom.key[-1]:
                return None
            return p if atom.kind == "sum" else ring.bare(UNARY[atom.key[0]](ring, p))
        return None

    def element(self, table: int, offset: int, size: int) -> int | None:
        """Return the element of an array at a byte offset, if the assumptions give it a number inside the array; else None."""
        contents, place = self.ring.arrays[table], self.ring.rational(self.polynomial(offset))
        if not isinstance(place, int) or place % size or not 0 <= place < size * len(contents):
            return None
        found = contents[place // size]
        return None if found < FINITE or self.ring.needs[found] else found

    def maximum(self, arguments: tuple[int, ...]) -> int | None:
        """Return a maximum without arguments that are never larger than another one; None if it does not change."""
        kept = [self.polynomial(p) for p in arguments]
        for p in list(kept):
            if len(kept) > 1 and any(q != p and self.sign(self.ring.difference(q, p)) for q in kept):
                kept.remove(p)
        return None if tuple(kept) == arguments else self.ring.bare(maximum(self.ring, kept))


def is_half(k: Rational) -> bool:
    """Return whether an exponent is an integer or half of one."""
    return Fraction(k).denominator <= 2
