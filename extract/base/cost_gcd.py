"""Greatest common divisor of all node costs, called the grain. The cost of every selection is a multiple of it.

So a lower bound may be rounded up to the next multiple of the grain.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, gcd, isfinite

from egraph_opt.extract.base.extractor_result import PROVED_GAP

MAX_EXACT_INTEGER = 2.0**53
"""Largest integer up to which a float represents all integers."""

ROUNDING = 1e-4
"""Tolerance for a lower bound that a solver's rounding made too high, as a fraction of the costs' greatest common divisor."""


def grain(costs: Iterable[float]) -> float:
    """Return the greatest common divisor of integral costs; 0 if a cost is not integral, or all are 0."""
    common = 0
    for cost in set(costs):
        if not cost.is_integer() or abs(cost) > MAX_EXACT_INTEGER:
            return 0.0
        common = gcd(common, int(cost))
    return float(common)


def raise_bound(bound: float, size: float) -> float:
    """Round a lower bound up to a multiple of `size`, the costs' greatest common divisor, with tolerance for a solver's rounding."""
    if not size or not isfinite(bound):
        return bound
    slack = max(ROUNDING, PROVED_GAP * abs(bound) / size)
    return max(bound, size * ceil(bound / size - slack)) if slack < 0.5 else bound
