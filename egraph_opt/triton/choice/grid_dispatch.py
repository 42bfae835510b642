"""Selection by a launch's grid among programs of one kernel that are proved equal. The grid decides whether occupancy or latency
matters.

A program that hoists loads has a shorter critical path per warp, but uses more registers. Then fewer program instances fit on a
multiprocessor. A grid of one wave is then faster; a grid of many waves may be slower.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from egraph_opt.machine.launch_cycles import MAX_WHOLE_ROUNDS, ProgramResources, copies_bound, lasts

STAY = 0.02
"""Least predicted saving, as a fraction of the time, of a program that replaces the preferred one.

On an H200 (2026-11-23, 153 and 206 changed configurations of flash-linear-attention) values from 0 to 0.05 change the mean by at
most 0.2 %.
"""
BOUND_SAVING, BOUND_ISSUE = 0.06, 1.05
"""Least predicted saving, and maximum ratio of issued instructions, of a no-alias version where copies that no warp waits for bound the
time of a launch.

Of 11 such versions on an H200 (flash-linear-attention, TorchAO, 2026-11-29), five save less or issue more, and have 0.94 to 1.02 of the
speed without; the six others 1.02 to 1.15. Where copies do not bound the time, 1.08 to 1.19 were measured for predictions of 1 to 4 %.
"""
ALONE, ALONE_SAVING = 1.0, 0.035
"""Number of instances per multiprocessor up to which a no-alias version is launched that saves nothing where all resident instances compete
for issue slots, and its least predicted saving there.

Of 38 no-alias versions timed at such launches on an H200 (2026-11-29), 37 have 1.08 to 1.85, and one 0.99.
"""
MAX_CACHED_GRIDS = 1024
UNLIMITED_INSTANCES = 1e6
"""Number of program instances per multiprocessor that stands for an unlimited grid."""


class ByGrid:
    """Order of a kernel's programs for a grid, by the time predicted from each program's resource use (`resources`).

    Programs are identified by their indices in `resources`. Program 0 precedes others that are not faster by at least `STAY`. If it is
    the no-alias version of program 1 (`has_noalias`), it comes last where copies bound the time and it gains little (`BOUND_SAVING`).
    """

    def __init__(
        self, resources: Sequence[ProgramResources], multiprocessors: float, has_noalias: bool = False, most: float = math.inf
    ) -> None:
        """`multiprocessors`: number of multiprocessors that share a grid. `most`: number of instances of each of them up to which the
        no-alias version may run.
        """
        self._resources, self._multiprocessors = tuple(resources), multiprocessors
        self._has_noalias, self._most = has_noalias, most
        self.order = lru_cache(MAX_CACHED_GRIDS)(self._order)

    def _order(self, instances: int) -> tuple[int, ...]:
        """Return program indices by increasing predicted time of a launch with `instances` program instances."""
        each = instances / self._multiprocessors
        refused = self._has_noalias and (each > self._most or gains_little(self._resources[0], self._resources[1], each))
        preferred = 1 if refused else 0
        times = [lasts(share, each) * (1.0 - STAY if place == preferred else 1.0) for place, share in enumerate(self._resources)]
        return tuple(sorted(range(len(times)), key=lambda place: (place < preferred, times[place], place)))


def gains_little(noalias: ProgramResources, first: ProgramResources, each: float) -> bool:
    """Return whether copies bound the time of a program, and its no-alias version gains too little to be launched (`BOUND_SAVING`)."""
    saves = 1.0 - lasts(noalias, each) / lasts(first, each)
    return copies_bound(first, each) and (saves < BOUND_SAVING or noalias.issued > BOUND_ISSUE * first.issued)


def saved_alone(noalias: ProgramResources, first: ProgramResources) -> float:
    """Return the predicted saving of a no-alias version for launches of at most one instance per multiprocessor (`ALONE`).

    0 if it is less than `ALONE_SAVING`, or if the version issues fewer instructions: with unrolled loops, paths are not comparable.
    """
    saves = 1.0 - lasts(noalias, ALONE) / lasts(first, ALONE)
    return saves if saves >= ALONE_SAVING and noalias.issued >= first.issued else 0.0


def saved_by_many(other: ProgramResources, preferred: ProgramResources) -> float:
    """Return the predicted saving of `other` for large grids, as a fraction of the time; 0 if `other` is slower for some grid."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    loses = any(lasts(other, each) > lasts(preferred, each) * (1.0 + STAY) for each in range(1, full + 1))
    return 0.0 if loses else max(0.0, 1.0 - lasts(other, UNLIMITED_INSTANCES) / lasts(preferred, UNLIMITED_INSTANCES))


def may_win(other: ProgramResources, preferred: ProgramResources) -> bool:
    """Return whether `other` is predicted to be faster than `preferred` for some grid."""
    full = MAX_WHOLE_ROUNDS * max(other.held, preferred.held)
    return any(lasts(other, each) < lasts(preferred, each) * (1.0 - STAY) for each in (*range(1, full + 1), UNLIMITED_INSTANCES))
