"""Comparison of two lifted sides over the real numbers, and the first element at which they are not known to be equal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.proof.reals.case_analysis import Ranges, at_value, components, conditions_of, in_case, values_of
from egraph_opt.verifier.proof.reals.ring import Ring
from egraph_opt.verifier.proof.reals.tables import FINITE, ZERO, Need
from egraph_opt.verifier.side import ArraySpec, Question

CASES = 3
"""How many conditions are split one within the other."""
ROUNDS = 4
"""How many times denominators are cleared, which may have denominators of their own."""


class Difference(NamedTuple):
    """Element at which two sides are not known to be equal, and why."""

    place: str
    reason: str


def difference(question: Question, ring: Ring, old: Lifted, new: Lifted) -> Difference | None:
    """Return the first element of a result at which two sides are not known to be equal; None if there is none."""
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
    """Return why two values are not known to be equal; empty if they are equal."""
    if p < FINITE or q < FINITE:
        return "one side is an infinity or NaN"
    p, q = ring.resolve_sums(p), ring.resolve_sums(q)
    apart = ring.difference(ring.bare(p), ring.bare(q))
    if apart != ZERO and not vanishes(ring, apart, CASES, ranges or {}):
        return "no law makes both expressions the same"
    mine, theirs = (open_needs(ring, ring.needs[each]) for each in (p, q))
    return (
        ""
        if mine == theirs
        else "equal where both are defined, but one side divides by, or takes a root of, what may not be valid"
    )


def vanishes(ring: Ring, p: int, splits: int, ranges: Ranges) -> bool:
    """Return whether a polynomial is known to be zero, if need be in all cases of some conditions within it, or for all values of an
    integer."""
    cleared = clear_denominators(ring, p)
    if cleared == ZERO or ring.multiply_out(cleared) == ZERO:
        return True
    if not splits:
        return False
    parts = components(ring, p)
    if len(parts) > 1:
        found = ring.total(without_cases(ring, part, splits, ranges) for part in parts)
        if found != p and vanishes(ring, found, 0, ranges):
            return True
    return without_cases(ring, p, splits, ranges) == ZERO


def without_cases(ring: Ring, p: int, splits: int, ranges: Ranges) -> int:
    """Return what a polynomial is in all cases of a condition within it, or for all values of an integer; itself if they differ."""
    for condition in conditions_of(ring, p):
        cases = [in_case(ring, p, condition, sign) for sign in (1, -1, 0)]
        if any(case == p or case < FINITE for case in cases):
            continue
        found = cases[0] if not splits - 1 else without_cases(ring, cases[0], splits - 1, ranges)
        if found != ZERO and vanishes(ring, cases[0], 0, ranges):
            found = ZERO
        others = [(cases[1], found), (cases[2], in_case(ring, found, condition, 0))]
        if all(vanishes(ring, ring.difference(case, same), splits - 1, ranges) for case, same in others):
            ring.laws.add("equality_by_cases")
            return found
    if splits and (chosen := values_of(ring, p, ranges)) is not None:
        atom, values = chosen
        first, *rest = (at_value(ring, p, atom, value) for value in values)
        found = without_cases(ring, first, splits - 1, ranges)
        if found >= FINITE and all(
            each >= FINITE and vanishes(ring, ring.difference(each, found), splits - 1, ranges) for each in rest
        ):
            ring.laws.add("equality_by_values")
            return found
    return p


def clear_denominators(ring: Ring, p: int) -> int:
    """Return a polynomial times all sums by which it divides, which are not zero where it is defined."""
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
    """Return the conditions that are not known to hold."""
    return frozenset(n for n in needs if ring.sign(n[1]) < (1 if n[0] == "nonnegative" else 2))
