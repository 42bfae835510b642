"""Maxima and minima of polynomials in normal form."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, NAN, NOTHING, PLUS, UNDEFINED, ZERO, Rational
from egraph_opt.verifier.proof.reals.polynomials.polynomial_content import rational_content
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring


def maximum(ring: Ring, values: Iterable[int]) -> int:
    """Return the maximum of some values in normal form: common terms and a common factor are taken out of the `max` atom."""
    found: set[int] = set()
    special: set[int] = set()
    needs = NOTHING
    for p in values:
        if p < FINITE:
            special.add(p)
        else:
            needs |= ring.needs[p]
            found.update(arguments(ring, ring.bare(ring.resolve_sums(p))))
    if NAN in special or UNDEFINED in special:  # what a maximum with NaN is depends on the operation
        return UNDEFINED
    if PLUS in special:
        return PLUS
    if not found:
        return MINUS
    largest = maximum_of_set(ring, found)
    return ring.with_needs(largest, needs)


def arguments(ring: Ring, p: int) -> tuple[int, ...]:
    """Return polynomials whose maximum is p: several if p contains a maximum with a positive factor, else only p."""
    for m, up in ring.parts[p]:
        atom = ring.singles.get(m)
        if up > 0 and atom is not None and ring.atoms[atom].kind == "max":
            c = Fraction(up, ring.denominators[p])
            ring.laws.add("nested_maximum")
            rest = {n: d for n, d in ring.terms(p) if n != m}
            inner = ring.atoms[atom].key
            ring.spend(len(inner))
            if not rest:
                return tuple(ring.scale(q, c) for q in inner)
            addend = ring.polynomial(rest)
            return tuple(ring.total((ring.scale(q, c), addend)) for q in inner)
    return (p,)


def maximum_of_set(ring: Ring, found: set[int]) -> int:
    """Return the maximum of a set of polynomials, none of which contains a maximum to unfold."""
    constants = [p for p in found if ring.rational(p) is not None]
    if len(constants) > 1:
        largest = max(constants, key=lambda p: ring.rational(p) or 0)
        found = {p for p in found if ring.rational(p) is None or p == largest}
    if len(found) == 1:
        return next(iter(found))
    shared = shared_terms(ring, found)
    if shared:
        ring.laws.add("maximum_of_sums")
        addend = ring.polynomial(shared)
        found = {ring.difference(p, addend) for p in found}
    content = common_content(ring, found)
    if content != 1:
        ring.laws.add("maximum_of_multiples")
        found = {ring.scale(p, 1 / content) for p in found}
    factors = shared_factors(ring, found)
    if factors:
        ring.laws.add("maximum_of_multiples")
        factor, inverse = (
            ring.polynomial({ring.monomial(ring.power(tuple((a, k * sign) for a, k in factors)), ZERO): 1}) for sign in (1, -1)
        )
        largest = ring.product(factor, maximum(ring, [ring.product(inverse, p) for p in found]))
    else:
        largest = ring.variable("max", *sorted(found))
    scaled = ring.scale(largest, content)
    return ring.total((scaled, addend)) if shared else scaled


def shared_factors(ring: Ring, found: set[int]) -> list[tuple[int, Rational]]:
    """Return the powers of positive atoms that all terms of a set of polynomials have in common, as atoms with exponents."""
    powers = [ring.powers[ring.monomials[m][0]] for p in found for m, _ in ring.parts[p]]
    shared = {factor for factor in powers[0] if ring.atom_sign(factor[0]) == 2}
    for each in powers:
        if not shared:
            break
        shared.intersection_update(each)
    return sorted(shared)


def shared_terms(ring: Ring, found: set[int]) -> dict[int, Rational]:
    """Return the terms that all polynomials of a set have in common."""
    shared = set.intersection(*({m for m, _ in ring.parts[p]} for p in found))
    if not shared:
        return {}
    return dict(set.intersection(*({term for term in ring.terms(p) if term[0] in shared} for p in found)))


def common_content(ring: Ring, found: set[int]) -> Fraction:
    """Return the greatest common divisor of all coefficients of some polynomials."""
    parts = [Fraction(gcd(*(c for _, c in ring.parts[p])), ring.denominators[p]) for p in found]
    return rational_content(list(parts))


def minimum(ring: Ring, values: Iterable[int]) -> int:
    """Return the smallest of some values, min(x) = -max(-x)."""
    return ring.scale(maximum(ring, [ring.scale(p, -1) for p in values]), -1)


def absolute(ring: Ring, p: int) -> int:
    """Return |p| = max(p, -p)."""
    if p < FINITE:
        return PLUS if p == MINUS else p
    if ring.sign(p):
        return p
    constant: Rational | None = ring.rational(p)
    if constant is not None:
        return ring.with_needs(ring.constant(abs(Fraction(constant))), ring.needs[p])
    ring.laws.add("absolute_value")
    return maximum(ring, (p, ring.scale(p, -1)))
