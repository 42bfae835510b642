"""Conditions as polynomials with the values 0 and 1, made of indicator atoms; comparisons, logic and selections on them."""

from __future__ import annotations

from itertools import product

from egraph_opt.verifier.proof.reals.extremum_forms import maximum, minimum
from egraph_opt.verifier.proof.reals.function_forms import comparison_by_logarithm
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import (
    FINITE,
    MINUS,
    NAN,
    NOTHING,
    ONE,
    PLUS,
    UNDEFINED,
    UNIT,
    ZERO,
    Need,
)
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

MOST_INDICATORS = 3
"""Largest number of indicators in a polynomial for which all their values are enumerated to decide its sign."""


def indicator(ring: Ring, kind: str, *key: object) -> int:
    """Return an indicator atom, as a polynomial, for a condition that is not decided."""
    return ring.variable("indicator", kind, *key)


def is_positive(ring: Ring, p: int) -> int:
    """Return the condition p > 0."""
    if p < FINITE:
        return {PLUS: ONE, MINUS: ZERO}.get(p, UNDEFINED)
    p = ring.resolve_sums(p)
    constant = ring.rational(p)
    if constant is not None:
        return ring.with_needs(ONE if constant > 0 else ZERO, ring.needs[p])
    if not ring.needs[p]:
        if ring.sign(p) == 2:
            return ONE
        if ring.sign(ring.scale(p, -1)):
            return ZERO
    if (decided := comparison_of_indicators(ring, ring.bare(p))) is not None:
        return ring.with_needs(decided, ring.needs[p])
    ring.laws.add("comparison_by_sign")
    p = ring.with_needs(comparison_by_logarithm(ring, clear_positive_denominators(ring, ring.bare(p))), ring.needs[p])
    if ring.rational(p) is not None:
        return is_positive(ring, p)
    content, _, _, rest = ring.primitive(p, positive=True)
    sides = ring.scale(rest, 1 if content > 0 else -1)
    opposite = ring.scale(sides, -1)
    atoms = [ring.atom("indicator", "positive", each) for each in (sides, opposite)]
    ring.opposites.update(zip(atoms, reversed(atoms), strict=True))
    return ring.with_needs(indicator(ring, "positive", sides), ring.needs[p])


def clear_positive_denominators(ring: Ring, p: int) -> int:
    """Multiply a polynomial by the sums in its denominators that are proved positive, which leaves its sign as it is."""
    least: dict[int, int] = {}
    for m, _ in ring.parts[p]:
        for atom, k in ring.powers[ring.monomials[m][0]]:
            if atom in ring.sums and isinstance(k, int) and k < 0 and ring.atom_sign(atom) == 2:
                least[atom] = min(least.get(atom, 0), k)
    factors = tuple(sorted((atom, -k) for atom, k in least.items()))
    if not factors:
        return p
    return ring.multiply_out(ring.product(p, ring.polynomial({ring.monomial(ring.power(factors), ZERO): 1})))


def comparison_of_indicators(ring: Ring, p: int) -> int | None:
    """Return the condition p > 0 for a polynomial in few indicators alone, by enumeration of their values; None for others."""
    atoms = sorted({atom for m, _ in ring.parts[p] for atom, _ in ring.powers[ring.monomials[m][0]]})
    if len(atoms) > MOST_INDICATORS or any(ring.atoms[a].kind != "indicator" for a in atoms):
        return None
    if any(ring.monomials[m][1] != ZERO for m, _ in ring.parts[p]):
        return None
    ring.laws.add("comparison_of_indicators")
    found = []
    for ones in product((False, True), repeat=len(atoms)):
        zeros = {a for a, one in zip(atoms, ones, strict=True) if not one}
        value = sum(c for m, c in ring.terms(p) if not any(a in zeros for a, _ in ring.powers[ring.monomials[m][0]]))
        if value > 0:
            case = ONE
            for a, one in zip(atoms, ones, strict=True):
                each = ring.polynomial({ring.monomial(ring.power(((a, 1),)), ZERO): 1})
                case = ring.product(case, each if one else negation(ring, each))
            found.append(case)
    return ring.total(found) if found else ZERO


def negation(ring: Ring, c: int) -> int:
    """Return the negation of a condition, 1 - c."""
    return ring.difference(ONE, c)


def conjunction(ring: Ring, c: int, d: int) -> int:
    """Return the conjunction of two conditions, c d."""
    ring.laws.add("indicator_logic")
    return ring.product(c, d)


def disjunction(ring: Ring, c: int, d: int) -> int:
    """Return the disjunction of two conditions, c + d - c d."""
    ring.laws.add("indicator_logic")
    return ring.difference(ring.total((c, d)), ring.product(c, d))


def exclusive(ring: Ring, c: int, d: int) -> int:
    """Return the exclusive disjunction of two conditions, c + d - 2 c d."""
    ring.laws.add("indicator_logic")
    return ring.difference(ring.total((c, d)), ring.scale(ring.product(c, d), 2))


def compare(ring: Ring, predicate: int, a: int, b: int) -> int:
    """Return a comparison of floats as a condition; `predicate`: its number in `arith.cmpf`. Operands are assumed not to be NaN."""
    if NAN in (a, b) or UNDEFINED in (a, b):
        return UNDEFINED
    kind = predicate if predicate < 8 else (predicate - 8) % 8
    kind = {8: 1, 9: 2, 10: 3, 11: 4, 12: 5, 13: 6}.get(predicate, kind)
    if predicate in (0, 14):
        return ZERO
    if predicate in (7, 15):
        return ONE
    if a == b:
        return ring.with_needs(ONE if kind in (1, 3, 5) else ZERO, ring.needs[a])
    difference = ring.difference(a, b)
    above, below = is_positive(ring, difference), is_positive(ring, ring.scale(difference, -1))
    if UNDEFINED in (above, below):
        return UNDEFINED
    return {
        1: lambda: negation(ring, ring.total((above, below))),
        2: lambda: above,
        3: lambda: negation(ring, below),
        4: lambda: below,
        5: lambda: negation(ring, above),
        6: lambda: ring.total((above, below)),
    }[kind]()


def select(ring: Ring, c: int, a: int, b: int) -> int:
    """Return `select(c, a, b)` as b + c (a - b); as a maximum or minimum, or one of both, if c compares a with b."""
    if c in (ONE, ZERO):
        return a if c == ONE else b
    if a == b and c >= FINITE:
        return ring.with_needs(a, ring.needs[c])
    if min(a, b, c) < FINITE:
        return UNDEFINED
    larger = extremum_of(ring, c, a, b)
    if larger is not None:
        return ring.with_needs(larger, ring.needs[c])
    for condition, here, elsewhere in ((c, a, b), (negation(ring, c), b, a)):
        if is_equality(ring, condition, ring.difference(here, elsewhere)) and ring.needs[here] <= ring.needs[elsewhere]:
            ring.laws.add("select_at_equality")
            return ring.with_needs(elsewhere, ring.needs[c] | ring.needs[elsewhere])
    ring.laws.add("select_by_indicator")
    needs = ring.needs[c] | branch_needs(ring, c, ring.needs[a], ring.needs[b])
    a, b, c = ring.bare(a), ring.bare(b), ring.bare(c)
    return ring.with_needs(ring.total((b, ring.product(c, ring.difference(a, b)))), needs)


def branch_needs(ring: Ring, c: int, needs: frozenset[Need], others: frozenset[Need]) -> frozenset[Need]:
    """Return the conditions under which `select(c, a, b)` is defined: `needs` (of a) where c is true, `others` (of b) elsewhere."""
    c = ring.bare(c)
    both, otherwise = needs & others, negation(ring, c)
    return both | {(*n, c) for n in needs - both} | {(*n, otherwise) for n in others - both}


def is_equality(ring: Ring, c: int, p: int) -> bool:
    """Return whether p is zero where the condition c is true, since c says that a positive multiple of p or of -p is zero."""
    if p in (ZERO, *range(FINITE)) or ring.needs[c] or ring.needs[p]:
        return False
    above, below = is_positive(ring, p), is_positive(ring, ring.scale(p, -1))
    return ring.rational(ring.total((above, below))) is None and c == negation(ring, ring.total((above, below)))


def extremum_of(ring: Ring, c: int, a: int, b: int) -> int | None:
    """Return `select(c, a, b)` as a maximum or minimum if c compares a with b; None if it does not."""
    test = ring.terms(c)
    if len(test) == 2 and test[0] == (UNIT, 1) and test[1][1] == -1:
        c, a, b = ring.polynomial({test[1][0]: 1}), b, a
        test = ring.terms(c)
    if len(test) != 1 or test[0][1] != 1:
        return None
    factors = ring.powers[ring.monomials[test[0][0]][0]]
    if len(factors) != 1 or ring.atoms[factors[0][0]].key[0] != "positive":  # an indicator has its kind first
        return None
    difference = ring.difference(a, b)
    if difference == ZERO or ring.needs[difference] != NOTHING:
        return None
    if is_positive(ring, difference) == ring.bare(c):
        ring.laws.add("select_maximum")
        return maximum(ring, (a, b))
    if is_positive(ring, ring.scale(difference, -1)) == ring.bare(c):
        ring.laws.add("select_maximum")
        return minimum(ring, (a, b))
    return None
