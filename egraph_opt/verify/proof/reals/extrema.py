"""Maxima and minima of polynomials in normal form."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from egraph_opt.verify.proof.reals.content import rational_content
from egraph_opt.verify.proof.reals.ring import Ring
from egraph_opt.verify.proof.reals.tables import FINITE, MINUS, NAN, NOTHING, PLUS, UNDEFINED, ZERO, Rational


def maximum(ring: Ring, values: Iterable[int]) -> int:
    """Return the largest of some values, as a sum and multiple of an atom for the set of what differs."""
    found: set[int] = set()
    special: set[int] = set()
    needs = NOTHING
    for p in values:
        if p < FINITE:
            special.add(p)
        else:
            needs |= ring.needs[p]
            found.update(arguments(ring, ring.bare(ring.resolved(p))))
    if NAN in special or UNDEFINED in special:  # what a maximum with NaN is depends on the operation
        return UNDEFINED
    if PLUS in special:
        return PLUS
    if not found:
        return MINUS
    largest = combined(ring, found)
    return ring.with_needs(largest, needs)


def arguments(ring: Ring, p: int) -> tuple[int, ...]:
    """Return values whose maximum a polynomial is."""
    for m, c in ring.terms(p):
        power, exponent = ring.monomials[m]
        factors = ring.powers[power]
        if c > 0 and exponent == ZERO and len(factors) == 1 and factors[0][1] == 1 and ring.atoms[factors[0][0]].kind == "max":
            ring.laws.add("nested_maximum")
            rest = {n: d for n, d in ring.terms(p) if n != m}
            inner = ring.atoms[factors[0][0]].key
            ring.spend(len(inner))
            if not rest:
                return tuple(ring.scaled(q, c) for q in inner)
            addend = ring.polynomial(rest)
            return tuple(ring.total((ring.scaled(q, c), addend)) for q in inner)
    return (p,)


def combined(ring: Ring, found: set[int]) -> int:
    """Return the maximum of a set of polynomials that are no maxima."""
    constants = [p for p in found if ring.rational(p) is not None]
    if len(constants) > 1:
        largest = max(constants, key=lambda p: ring.rational(p) or 0)
        found = {p for p in found if ring.rational(p) is None or p == largest}
    if len(found) == 1:
        return next(iter(found))
    shared = dict(set.intersection(*(set(ring.terms(p)) for p in found)))
    if shared:
        ring.laws.add("maximum_of_sums")
        addend = ring.polynomial(shared)
        found = {ring.difference(p, addend) for p in found}
    content = rational_content([c for p in found for _, c in ring.terms(p)])
    if content != 1:
        ring.laws.add("maximum_of_multiples")
        found = {ring.scaled(p, 1 / content) for p in found}
    atom = ring.variable("max", *sorted(found))
    scaled = ring.scaled(atom, content)
    return ring.total((scaled, addend)) if shared else scaled


def minimum(ring: Ring, values: Iterable[int]) -> int:
    """Return the smallest of some values, min(x) = -max(-x)."""
    return ring.scaled(maximum(ring, [ring.scaled(p, -1) for p in values]), -1)


def absolute(ring: Ring, p: int) -> int:
    """Return |p| = max(p, -p)."""
    if p < FINITE:
        return PLUS if p == MINUS else p
    if ring.sign(p):
        return p
    constant: Rational | None = ring.rational(p)
    if constant is not None:
        return ring.constant(abs(Fraction(constant)))
    ring.laws.add("absolute_value")
    return maximum(ring, (p, ring.scaled(p, -1)))
