"""Comparison of two lifted sides over the real numbers, and the first element at which they are not known to be equal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from egraph_opt.verifier.lift.launch_sequence import Lifted
from egraph_opt.verifier.proof.reals.case_analysis import components, conditions_of, in_case
from egraph_opt.verifier.proof.reals.ring import Ring
from egraph_opt.verifier.proof.reals.tables import FINITE, ZERO, Need
from egraph_opt.verifier.side import Question

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
    for name in question.results:
        a, b = old.results[name], new.results[name]
        for i in np.flatnonzero(a != b).tolist():
            said = why_unequal(ring, int(a[i]), int(b[i]))
            if said:
                index = [int(k) for k in np.unravel_index(i, question.arrays[name].shape)]
                return Difference(f"{name}{index}", said)
    return None


def why_unequal(ring: Ring, p: int, q: int) -> str:
    """Return why two values are not known to be equal; empty if they are equal."""
    if p < FINITE or q < FINITE:
        return "one side is an infinity or NaN"
    p, q = ring.resolve_sums(p), ring.resolve_sums(q)
    if ring.bare(p) != ring.bare(q) and not vanishes(ring, ring.difference(ring.bare(p), ring.bare(q)), CASES):
        return "no law makes both expressions the same"
    mine, theirs = (open_needs(ring, ring.needs[each]) for each in (p, q))
    return (
        ""
        if mine == theirs
        else "equal where both are defined, but one side divides by, or takes a root of, what may not be valid"
    )


def vanishes(ring: Ring, p: int, splits: int) -> bool:
    """Return whether a polynomial is known to be zero, if need be in all cases of some conditions within it."""
    cleared = clear_denominators(ring, p)
    if cleared == ZERO or ring.multiply_out(cleared) == ZERO:
        return True
    if not splits:
        return False
    if len(parts := components(ring, p)) > 1 and all(vanishes(ring, part, splits) for part in parts):
        return True
    for condition in conditions_of(ring, p):
        cases = [in_case(ring, p, condition, sign) for sign in (1, -1, 0)]
        if all(case != p and case >= FINITE and vanishes(ring, case, splits - 1) for case in cases):
            ring.laws.add("equality_by_cases")
            return True
    return False


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
