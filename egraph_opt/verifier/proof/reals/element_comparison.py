"""Comparison of the result expressions of both sides over the real numbers, element by element."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.proof.reals.case_analysis import Ranges, at_value, components, conditions_of, in_case, values_of
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, ZERO, Need
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.side import ArraySpec, Question

CASES = 3
"""Largest depth of nested case splits."""
WORK = 100_000
"""Number of terms that one comparison by cases may rewrite."""
RING_WORK = 10_000_000
"""Number of terms that all ring operations of one comparison by cases may compute."""
ROUNDS = 4
"""Number of rounds in which denominators are cleared: a denominator may itself contain one."""


class Difference(NamedTuple):
    """Element of a result (`place`, such as `out[0, 3]`) that is not proved equal in both sides, and the reason."""

    place: str
    reason: str


def difference(question: Question, ring: Ring, old: Lifted, new: Lifted) -> Difference | None:
    """Return the first element of a result that is not proved equal in both sides; None if all are."""
    ranges = {
        name: range(spec.low, spec.high)
        for name, spec in question.arrays.items()
        if is_integer(spec) and spec.low is not None and spec.high is not None and spec.high > spec.low
    }
    for name in question.results:
        a, b = old.results[name], new.results[name]
        for i in np.flatnonzero(a != b).tolist():
            said = why_unequal(ring, int(a[i]), int(b[i]), ranges)
            if said:
                index = [int(k) for k in np.unravel_index(i, question.arrays[name].shape)]
                return Difference(f"{name}{index}", said)
    return None


def is_integer(spec: ArraySpec) -> bool:
    """Return whether the elements of an array are integers of several bits."""
    return spec.dtype.startswith("i") and spec.dtype != "i1"


def why_unequal(ring: Ring, p: int, q: int, ranges: Ranges | None = None) -> str:
    """Return why two polynomials are not proved equal; empty if they are."""
    if p < FINITE or q < FINITE:
        return "one side is an infinity or NaN"
    p, q = ring.resolve_sums(p), ring.resolve_sums(q)
    apart = ring.difference(ring.bare(p), ring.bare(q))
    if apart != ZERO and not Cases(ring, ranges or {}).vanishes(apart, CASES):
        return "no law makes both expressions the same"
    mine, theirs = (open_needs(ring, ring.needs[each]) for each in (p, q))
    return (
        ""
        if mine == theirs
        else "equal where both are defined, but one side divides by, or takes a root of, what may not be valid"
    )


@dataclass(slots=True)
class Cases:
    """Comparison of polynomials by splitting cases: by the sign of a condition, or by the values of an integer element.

    Attributes:
        ranges: declared ranges of integer arrays, by name.
        left: number of terms that may still be rewritten.
        least: the comparison ends when the ring's remaining work (`Ring.work`) is less than this.
    """

    ring: Ring
    ranges: Ranges
    left: int = WORK
    least: int = field(init=False)

    def __post_init__(self) -> None:
        self.least = self.ring.work - RING_WORK

    def is_done(self) -> bool:
        """Return whether the limits on work are reached."""
        return self.left < 0 or self.ring.work < self.least

    def vanishes(self, p: int, splits: int) -> bool:
        """Return whether a polynomial is proved zero, if need be by at most `splits` nested case splits."""
        ring = self.ring
        cleared = clear_denominators(ring, p)
        if cleared == ZERO or ring.multiply_out(cleared) == ZERO:
            return True
        if not splits or self.is_done():
            return False
        parts = components(ring, p, self.ranges)
        if len(parts) > 1:
            found = ring.total(self.without_cases(part, splits) for part in parts)
            if found != p and self.vanishes(found, 0):
                return True
        return self.without_cases(p, splits) == ZERO

    def without_cases(self, p: int, splits: int) -> int:
        """Simplify p for one case of a condition or integer; return the result if it is proved equal to p in the other cases, else p."""
        ring = self.ring
        for condition in conditions_of(ring, p):
            self.left -= 3 * len(ring.parts[p])
            if self.is_done():
                return p
            cases = [in_case(ring, p, condition, sign) for sign in (1, -1, 0)]
            if any(case == p or case < FINITE for case in cases):
                continue
            found = cases[0] if splits == 1 else self.without_cases(cases[0], splits - 1)
            if found != ZERO and self.vanishes(cases[0], 0):
                found = ZERO
            others = [(cases[1], found), (cases[2], in_case(ring, found, condition, 0))]
            if all(self.vanishes(ring.difference(case, same), splits - 1) for case, same in others):
                ring.laws.add("equality_by_cases")
                return found
        chosen = values_of(ring, p, self.ranges)
        return p if chosen is None else self.without_values(p, *chosen)

    def without_values(self, p: int, atom: int, values: range) -> int:
        """Return p at one of an integer element's `values`, if it is proved the same at all others; else p itself."""
        ring = self.ring
        first = at_value(ring, p, atom, values[0])
        if first < FINITE or values_of(ring, first, {ring.atoms[atom].key[0]: values}) == (atom, values):
            return p  # it is inside of what no value is put into
        found = self.without_cases(first, 1)
        for value in values[1:]:
            self.left -= len(ring.parts[p])
            each = at_value(ring, p, atom, value)
            if self.is_done() or min(each, found) < FINITE or not self.vanishes(ring.difference(each, found), 1):
                return p
        ring.laws.add("equality_by_values")
        return found if found >= FINITE else p


def clear_denominators(ring: Ring, p: int) -> int:
    """Multiply a polynomial by the sums in its denominators, which are not zero where it is defined."""
    for _ in range(ROUNDS):
        least: dict[int, int] = {}
        for m, _ in ring.parts[p]:
            for atom, k in ring.powers[ring.monomials[m][0]]:
                if atom in ring.sums and isinstance(k, int) and k < 0:
                    least[atom] = min(least.get(atom, 0), k)
        if not least:
            break
        ring.laws.add("clear_denominators")
        factors = tuple(sorted((atom, -k) for atom, k in least.items()))
        p = ring.product(p, ring.polynomial({ring.monomial(ring.power(factors), ZERO): 1}))
    return p


def open_needs(ring: Ring, needs: frozenset[Need]) -> frozenset[Need]:
    """Return those conditions of definedness (such as a divisor that is not zero) that are not proved."""
    return frozenset(n for n in needs if ring.sign(n[1]) < (1 if n[0] == "nonnegative" else 2))
