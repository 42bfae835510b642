"""Sum of the weights of the set bits in a bit mask."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MAX_LOOP_BITS = 6
"""Maximum number of set bits for which a loop is faster than an array operation."""


def weigh(members: int, weight: NDArray[np.float64]) -> float:
    """Return the sum of `weight` over the set bits of `members`; the length of `weight` is a multiple of 8."""
    if members.bit_count() < MAX_LOOP_BITS:
        sum_ = 0.0
        while members:
            low = members & -members
            sum_ += float(weight[low.bit_length() - 1])
            members ^= low
        return sum_
    size = (members.bit_length() + 7) // 8
    bits = np.unpackbits(np.frombuffer(members.to_bytes(size, "little"), np.uint8), bitorder="little")
    # A mask, not a dot product: BLAS would start threads for it, which take milliseconds on a busy machine.
    return float(weight[: 8 * size][bits.view(np.bool_)].sum())
