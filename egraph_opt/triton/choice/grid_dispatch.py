"""Selection by a launch's grid among programs of one kernel that are proved equal. The grid decides whether occupancy or latency
matters.

A program that hoists loads has a shorter critical path per warp, but uses more registers. Then fewer program instances fit on a
multiprocessor. A grid of one wave is then faster; a grid of many waves may be slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from egraph_opt.machine.launch_cycles import MAX_WHOLE_ROUNDS, ProgramResources, lasts

STAY = 0.02
"""Least predicted saving, as a fraction of the time, of a program that replaces the preferred one.

On an H200 (2026-11-23, 153 and 206 changed configurations of flash-linear-attention) values from 0 to 0.05 change the mean by at
most 0.2 %.
"""
MAX_CACHED_GRIDS = 1024
UNLIMITED_INSTANCES = 1e6
"""Number of program instances per multiprocessor that stands for an unlimited grid."""


class ByGrid:
    """Order of a kernel's programs for a grid, by the time predicted from each program's resource use (`resources`).

    Programs are identified by their indices in `resources`. Program 0 precedes others that are not faster by at least `STAY`.
    """

    def __init__(self, resources: Sequence[ProgramResources], multiprocessors: float) -> None:
        """`multiprocessors`: number of multiprocessors that share a grid."""
        self._resources, self._multiprocessors = tuple(resources), multiprocessors
        self.order = lru_cache(MAX_CACHED_GRIDS)(self._order)

    def _order(self, instances: int) -> tuple[int, ...]:
        """Return program indices by increasing predicted time of a launch with `instances` program instances."""
        each = instances / self._multiprocessors
        times = [lasts(share, each) * (1.0 if place else 1.0 - STAY) for place, share in enumerate(self._resources)]
        return tuple(sorted(range(len(times)), key=lambda place: (times[place], place)))


def saved_by_many(other: ProgramResources, preferred: ProgramResources) -> float:
    """Return the predicted saving of `other` for large grids, as a fraction of the time; 0 if `other` is slower for some grid."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    loses = any(lasts(other, each) > lasts(preferred, each) * (1.0 + STAY) for each in range(1, full + 1))
    return 0.0 if loses else max(0.0, 1.0 - lasts(other, UNLIMITED_INSTANCES) / lasts(preferred, UNLIMITED_INSTANCES))


def may_win(other: ProgramResources, preferred: ProgramResources) -> bool:
    """Return whether `other` is predicted to be faster than `preferred` for some grid."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    return any(lasts(other, each) < lasts(preferred, each) * (1.0 - STAY) for each in (*range(1, full + 1), UNLIMITED_INSTANCES))
