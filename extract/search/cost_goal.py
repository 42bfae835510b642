"""Cost limits for the search: the largest cost of an improvement, and lower trial limits."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.extract.base.cost_gcd import raise_bound

TOLERANCE = 1e-6
"""Relative margin above the best cost below which selections are not excluded: the solver's rounding."""

ABOVE = 0.1
"""Fraction of the grain by which a trial limit lies above a possible cost: more than rounding."""


def goal_below(cost: float, size: float) -> float:
    """Return the largest cost of an improvement: if costs are multiples of the grain `size`, it is at least one grain cheaper."""
    return cost - size / 2 if size else cost + TOLERANCE * abs(cost)


def guesses(relaxed: float, goal: float, bound: float, size: float, shares: Iterable[float]) -> list[float]:
    """Return ascending trial limits from the relaxation to the goal; with a grain, slightly above its multiples."""
    tried = {raise_bound(relaxed + share * (goal - relaxed), size) - (1 - ABOVE) * size for share in shares}
    return [*sorted(guess for guess in tried if raise_bound(guess, size) > bound and guess < goal), goal]
