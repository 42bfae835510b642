"""Choice among equal programs by the grid of a launch: more program instances at once, or less time for each of them.

A program that loads ahead has a shorter path for each warp and takes more registers, so a multiprocessor holds fewer instances of
it. If the grid fills a multiprocessor only once, that costs nothing; if it fills it many times, it may cost more than the shorter
path gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from egraph_opt.machine.launch_time import MAX_WHOLE_ROUNDS, Share, lasts

STAY = 0.02
"""Fraction by which another program must be predicted to be faster than the preferred one. On an H200 (2026-11-23, 153 and 206
changed configurations of flash-linear-attention) anything from 0 to 0.05 gives the same mean to 0.2 %."""
MAX_CACHED_GRIDS = 1024
"""Number of grid sizes whose order is cached."""
UNLIMITED_INSTANCES = 1e6
"""Instances per multiprocessor of an unlimited grid."""


class ByGrid:
    """Order of a kernel's programs, given by their places in `shares`; the first place is the preferred program."""

    def __init__(self, shares: Sequence[Share], multiprocessors: float) -> None:
        """`multiprocessors`: number of them that share the program instances of a grid."""
        self._shares, self._multiprocessors = tuple(shares), multiprocessors
        self.order = lru_cache(MAX_CACHED_GRIDS)(self._order)

    def _order(self, instances: int) -> tuple[int, ...]:
        """Return places in the order of the predicted time of a launch with so many instances, the fastest first."""
        each = instances / self._multiprocessors
        times = [lasts(share, each) * (1.0 if place else 1.0 - STAY) for place, share in enumerate(self._shares)]
        return tuple(sorted(range(len(times)), key=lambda place: (times[place], place)))


def saved_by_many(other: Share, preferred: Share) -> float:
    """Return the fraction of its time that a launch of many instances is predicted to save with another program; 0 if there is a
    launch that is slower."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    loses = any(lasts(other, each) > lasts(preferred, each) * (1.0 + STAY) for each in range(1, full + 1))
    return 0.0 if loses else max(0.0, 1.0 - lasts(other, UNLIMITED_INSTANCES) / lasts(preferred, UNLIMITED_INSTANCES))


def may_win(other: Share, preferred: Share) -> bool:
    """Return whether there is a grid whose launches take the other program instead of the preferred one."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    return any(lasts(other, each) < lasts(preferred, each) * (1.0 - STAY) for each in (*range(1, full + 1), UNLIMITED_INSTANCES))
