"""Where all costs are multiples of one number, so is the cost of every selection: a bound may be rounded up to the next one."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, gcd, isfinite

from egraph_opt.extract.base.result import PROVED

LARGEST = 2.0**53
"""Integers beyond it are not told apart by a float."""

ROUNDING = 1e-4
"""The part of a grain by which a solver's bound may be too high."""


def grain(costs: Iterable[float]) -> float:
    """The largest integer that divides all costs; 0 where one of them is no integer, or all are 0."""
    common = 0
    for cost in set(costs):
        if not cost.is_integer() or abs(cost) > LARGEST:
            return 0.0
        common = gcd(common, int(cost))
    return float(common)


def raised(bound: float, size: float) -> float:
    """The least multiple of a grain that is no less than a bound, which may be too high by a solver's rounding."""
    if not size or not isfinite(bound):
        return bound
    slack = max(ROUNDING, PROVED * abs(bound) / size)
    return max(bound, size * ceil(bound / size - slack)) if slack < 0.5 else bound
