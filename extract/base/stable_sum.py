"""Sums of floats that are the same in every version of Python: from 3.12 on, the builtin `sum` compensates for rounding."""

from collections.abc import Iterable


def ordered_sum(numbers: Iterable[float]) -> float:
    """Add numbers from left to right, each sum rounded. Costs that decide something are added this way, or by `math.fsum`, which
    is exact.
    """
    total: float = 0
    for number in numbers:
        total += number
    return total
