"""Float sums that are identical in every Python version (since 3.12, the builtin `sum` compensates for rounding)."""

from collections.abc import Iterable


def ordered_sum(numbers: Iterable[float]) -> float:
    """Add numbers from left to right and round each partial sum, for costs on which the result depends."""
    total: float = 0
    for number in numbers:
        total += number
    return total
