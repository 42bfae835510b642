"""Common divisor of all costs: every selection costs a multiple of it, so a bound may be rounded up to the next multiple."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, gcd, isfinite

from egraph_opt.extract.base.result import PROVED_GAP

MAX_EXACT_INTEGER = 2.0**53
"""Largest integer up to which a float represents all integers."""

ROUNDING = 1e-4
"""Part of a grain by which a solver's bound may be too high."""


def grain(costs: Iterable[float]) -> float:
    """Return the largest integer that divides all costs; 0 if one of them is no integer, or all are 0."""
    common = 0
    for cost in set(costs):
        if not cost.is_integer() or abs(cost) > MAX_EXACT_INTEGER:
            return 0.0
        common = gcd(common, int(cost))
    return float(common)


def raise_bound(bound: float, size: float) -> float:
    """Return the least multiple of a grain that is no less than a bound, which may be too high by a solver's rounding."""
    if not size or not isfinite(bound):
        return bound
    slack = max(ROUNDING, PROVED_GAP * abs(bound) / size)
    return max(bound, size * ceil(bound / size - slack)) if slack < 0.5 else bound
