"""Integers in normal form: operations that cannot overflow are ring operations, all others are opaque functions."""

from __future__ import annotations

from dataclasses import dataclass, field

from egraph_opt.verifier.proof.reals.extremum_forms import maximum, minimum
from egraph_opt.verifier.proof.reals.indicator_polynomials import compare, negation
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, UNDEFINED, ZERO
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

Interval = tuple[int, int]
COMMUTATIVE = frozenset("addi muli andi ori xori minui maxui".split())
_SIGNED = {2: 4, 3: 5, 4: 2, 5: 3}
"""`arith.cmpf` predicates by the signed `arith.cmpi` predicates slt, sle, sgt and sge."""


def width_of(element: str) -> int:
    """Return the number of bits of an integer type."""
    return 64 if element in ("index", "ptr") else int(element[1:])


def range_of(element: str) -> Interval:
    """Return the least and the largest signed number of a type; a truth value is 0 or 1."""
    if element == "i1":
        return 0, 1
    half = 1 << width_of(element) - 1
    return -half, half - 1


@dataclass(slots=True)
class Integers:
    """Operations on integers, which are polynomials whose bounds decide whether an operation may overflow."""

    ring: Ring
    bounds: dict[int, Interval] = field(default_factory=dict)
    """Bounds of the integer atoms, by atom."""
    intervals: dict[int, Interval | None] = field(default_factory=dict)

    def variable(self, element: str, kind: str, *key: object, bounds: Interval | None = None) -> int:
        """Return an atom for an unknown integer, as a polynomial, with its bounds (by default the range of its type)."""
        self.bounds.setdefault(self.ring.atom(kind, *key), bounds or range_of(element))
        return self.ring.variable(kind, *key)

    def interval(self, p: int) -> Interval | None:
        """Return lower and upper bounds of a polynomial's values; None if none were found."""
        if p not in self.intervals:
            self.intervals[p] = self.compute_interval(p)
        return self.intervals[p]

    def compute_interval(self, p: int) -> Interval | None:
        if p < FINITE:
            return None
        low = high = 0
        for m, c in self.ring.terms(p):
            term = self.monomial_interval(m)
            if term is None or not isinstance(c, int):
                return None
            ends = (c * term[0], c * term[1])
            low, high = low + min(ends), high + max(ends)
        return low, high

    def monomial_interval(self, m: int) -> Interval | None:
        power, exponent = self.ring.monomials[m]
        if exponent != ZERO:
            return None
        low, high = 1, 1
        for atom, k in self.ring.powers[power]:
            bounds = self.atom_interval(atom)
            if bounds is None or not isinstance(k, int) or k < 0:
                return None
            for _ in range(k):
                ends = [a * b for a in (low, high) for b in bounds]
                low, high = min(ends), max(ends)
        return low, high

    def atom_interval(self, atom: int) -> Interval | None:
        found = self.ring.atoms[atom]
        if found.kind == "indicator":
            return 0, 1
        if found.kind == "max":
            parts = [self.interval(p) for p in found.key]
            known = [part for part in parts if part is not None]
            return (max(a for a, _ in known), max(b for _, b in known)) if len(known) == len(parts) else None
        if found.kind == "sum":
            return self.interval(found.key[0])
        return self.bounds.get(atom)

    def fits(self, p: int, element: str, unsigned: bool = False) -> bool:
        """Return whether the bounds of a polynomial lie within the range of an integer type."""
        bounds = self.interval(p)
        low, high = (0, (1 << width_of(element)) - 1) if unsigned else range_of(element)
        return bounds is not None and low <= bounds[0] and bounds[1] <= high

    def fits_between(self, p: int, low: int, high: int) -> bool:
        """Return whether the bounds of a polynomial lie between `low` and `high`, inclusive."""
        bounds = self.interval(p)
        return bounds is not None and low <= bounds[0] and bounds[1] <= high

    def opaque(self, name: str, element: str, *operands: int) -> int:
        """Return the result of an operation as an opaque atom: its name with its operands."""
        if min(operands) < FINITE:
            return UNDEFINED
        ring = self.ring
        needs = frozenset().union(*(ring.needs[p] for p in operands))
        bare = [ring.bare(p) for p in operands]
        if name.removeprefix("arith.") in COMMUTATIVE:
            bare.sort()
        return ring.with_needs(self.variable(element, "integer", name, element, *bare), needs)

    def binary(self, name: str, element: str, a: int, b: int) -> int:
        """Return the result of an `arith` operation on two integers: exact if it cannot overflow, else an opaque atom."""
        if min(a, b) < FINITE:
            return UNDEFINED
        ring = self.ring
        found = None
        if name == "arith.addi":
            found = ring.total((a, b))
        elif name == "arith.subi":
            found = ring.difference(a, b)
        elif name == "arith.muli":
            found = ring.product(a, b)
        elif name == "arith.maxsi":
            found = maximum(ring, (a, b))
        elif name == "arith.minsi":
            found = minimum(ring, (a, b))
        elif (
            name == "arith.shli"
            and not ring.needs[b]
            and (count := ring.rational(b)) is not None
            and 0 <= count < width_of(element)
        ):
            found = ring.scale(a, 1 << int(count))
        if found is not None and self.fits(found, element):
            ring.laws.add("exact_integers")
            return found
        return self.opaque(name, element, a, b)

    def compare(self, predicate: int, element: str, a: int, b: int) -> int:
        """Return a comparison of integers as a condition; `predicate`: its number in `arith.cmpi`."""
        if min(a, b) < FINITE:
            return UNDEFINED
        ring = self.ring
        if predicate > 5:
            if not (self.fits(a, element, unsigned=True) and self.fits(b, element, unsigned=True)):
                needs = ring.needs[a] | ring.needs[b]
                return ring.variable("indicator", "unsigned", predicate, element, ring.bare(a), ring.bare(b), needs=needs)
            predicate -= 4
        if predicate < 2:
            equal = compare(ring, 1, a, b)
            bounds = self.interval(ring.difference(a, b))
            if bounds is not None and (bounds[0] > 0 or bounds[1] < 0):
                equal = ZERO
            return equal if predicate == 0 else negation(ring, equal)
        bounds = self.interval(ring.difference(a, b))
        if bounds is not None:
            decided = {2: (bounds[1] < 0, bounds[0] >= 0), 3: (bounds[1] <= 0, bounds[0] > 0)}
            decided |= {4: (bounds[0] > 0, bounds[1] <= 0), 5: (bounds[0] >= 0, bounds[1] < 0)}
            if any(decided[predicate]):
                return ring.constant(int(decided[predicate][0]))
        return compare(ring, _SIGNED[predicate], a, b)
