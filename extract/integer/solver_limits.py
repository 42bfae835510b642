"""Work limits of solver runs, whose steps are estimated during the run."""

from __future__ import annotations

from math import ceil, inf, sqrt
from time import thread_time
from typing import TYPE_CHECKING

from egraph_opt.extract.base.work import WorkPart

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

RUN, PIVOT, WIDE, AGAIN = 200, 7, 12e6, 4
"""Work in steps: `RUN` per run, plus one per row; `PIVOT` + rows² / `WIDE` per simplex iteration, times `AGAIN` in a repeated run."""

LOOK, ROUND = 2000, 0.4
"""Estimated steps between two callbacks of an integer solve: `LOOK` + `ROUND` * nonzeros * sqrt(fractional values).

The solver does not report its iterations. Runs over 0.3 s took 0.16 to 3.8 times this estimate.
"""


UNLIMITED = 2**31 - 1


class Watch:
    """Counter of a solver run's steps, which interrupts the run at the work limit."""

    def __init__(self, work: WorkPart) -> None:
        self.work = work
        self.iterations = 0
        self.pivot = self.round = 0.0
        self.enough = inf
        """Lower bound at which an integer solve may stop."""
        self.looked = self.longest = 0.0
        """CPU time of the last callback of an integer solve, and the longest interval between two callbacks."""

    def begin(self, rows: int, nonzeros: int, fractional: int, again: bool) -> None:
        """Start counting the steps of a solver run; `again` is true for a repeated run."""
        self.iterations, self.pivot, self.round = (
            0,
            (PIVOT + rows**2 / WIDE) * (AGAIN if again else 1),
            LOOK + ROUND * nonzeros * sqrt(fractional),
        )
        self.work.spend(RUN + rows)
        self.looked, self.longest = thread_time(), 0.0

    def simplex(self, event: HighsCallbackEvent) -> None:
        """Charge the simplex iterations since the last callback."""
        self.count_iterations(event.data_out.simplex_iteration_count)
        event.interrupt(self.work.over())

    def count_iterations(self, count: int) -> None:
        """Charge the simplex iterations since the last call; `count` is their number since the start of the run."""
        self.work.spend((count - self.iterations) * self.pivot)
        self.iterations = count

    @property
    def iterations_left(self) -> int:
        return 0 if self.work.over() else ceil(min(UNLIMITED, self.work.left / self.pivot))

    def mip(self, event: HighsCallbackEvent) -> None:
        """Charge the estimated work since the last callback of an integer solve, and interrupt the solve at a limit."""
        self.work.spend(self.round)
        now = thread_time()
        self.looked, self.longest = now, max(self.longest, now - self.looked)
        is_enough = event.data_out.mip_dual_bound >= self.enough
        event.interrupt(is_enough or self.work.over() or not self.work.allows(0, self.longest))
