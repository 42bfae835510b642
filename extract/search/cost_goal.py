"""Cost limits of a search: the largest possible cost of a cheaper selection, and lower limits that a search tries first."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.extract.base.cost_gcd import raise_bound

TOLERANCE = 1e-6
"""Relative margin above the best cost for the solver's rounding, within which selections are not excluded."""

ABOVE = 0.1
"""Distance of a cost limit above a multiple of the costs' greatest common divisor, as a fraction of the divisor."""


def goal_below(cost: float, size: float) -> float:
    """Return an upper limit on the cost of all selections cheaper than `cost`.

    Costs are multiples of `size`; 0 means that no common divisor is known.
    """
    return cost - size / 2 if size else cost + TOLERANCE * abs(cost)


def guesses(relaxed: float, goal: float, bound: float, size: float, shares: Iterable[float]) -> list[float]:
    """Return ascending limits on the cost for searches to try, at the fractions `shares` of the gap from `relaxed` to `goal`; then `goal`.

    `relaxed` is the optimum of the linear relaxation. If all costs are multiples of `size`, each limit is slightly above such a multiple.
    Limits that the lower bound `bound` refutes are omitted.
    """
    tried = {raise_bound(relaxed + share * (goal - relaxed), size) - (1 - ABOVE) * size for share in shares}
    return [*sorted(guess for guess in tried if raise_bound(guess, size) > bound and guess < goal), goal]
