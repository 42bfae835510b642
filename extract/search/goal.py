"""Limits on the cost of selections that are worth finding, and the limits below them that are tried first."""

from __future__ import annotations

from collections.abc import Iterable

from egraph_opt.extract.base.cost_gcd import raise_bound

TOLERANCE = 1e-6
"""Relative cost above the best selection from which a selection is excluded: the solver's rounding."""

ABOVE = 0.1
"""Part of a grain by which a guess is above a cost that a selection may have: more than rounding."""


def goal_below(cost: float, size: float) -> float:
    """Return the largest cost of a selection worth finding: if costs are multiples of a grain, it is cheaper by that or not at all."""
    return cost - size / 2 if size else cost + TOLERANCE * abs(cost)


def guesses(relaxed: float, goal: float, bound: float, size: float, shares: Iterable[float]) -> list[float]:
    """Return limits between a relaxation and the goal, the last one. Costs are multiples of a grain: the least limits that say as much."""
    tried = {raise_bound(relaxed + share * (goal - relaxed), size) - (1 - ABOVE) * size for share in shares}
    return [*sorted(guess for guess in tried if raise_bound(guess, size) > bound and guess < goal), goal]
