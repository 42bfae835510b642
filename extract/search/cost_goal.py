"""Cost limits of a search: the largest cost of a cheaper selection, and lower trial limits."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.extract.base.cost_gcd import raise_bound

TOLERANCE = 1e-6
"""Relative margin above the best cost for the solver's rounding, within which selections are not excluded."""

ABOVE = 0.1
"""Fraction of the grain by which a trial limit is above a multiple of the grain."""


def goal_below(cost: float, size: float) -> float:
    """Return the largest cost of a selection cheaper than `cost`, if all costs are multiples of the grain `size`."""
    return cost - size / 2 if size else cost + TOLERANCE * abs(cost)


def guesses(relaxed: float, goal: float, bound: float, size: float, shares: Iterable[float]) -> list[float]:
    """Return ascending trial limits between `relaxed` and `goal`; with a grain `size`, slightly above multiples of the grain."""
    tried = {raise_bound(relaxed + share * (goal - relaxed), size) - (1 - ABOVE) * size for share in shares}
    return [*sorted(guess for guess in tried if raise_bound(guess, size) > bound and guess < goal), goal]
