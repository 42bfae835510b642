"""Work limits of a solver run: its steps are counted while it runs."""

from __future__ import annotations

from math import ceil, inf, sqrt
from time import thread_time
from typing import TYPE_CHECKING

from egraph_opt.extract.base.work import WorkPart

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

RUN, PIVOT, WIDE, AGAIN = 200, 7, 12e6, 4
"""Step weights: `RUN` per run, plus one per row; `PIVOT` + rows² / `WIDE` per simplex iteration; times `AGAIN` on a re-run.

The factor is above 1 because a basis that fits its cuts is denser.
"""

LOOK, ROUND = 2000, 0.4
"""Steps between two limit checks of an integer solve: `LOOK` + `ROUND` * nonzeros * sqrt(fractional values).

The solver reports neither its iterations nor its sub-MIP searches. Of 60 runs, those over 0.3 s took 0.16 to 3.8 times this
estimate.
"""


UNLIMITED = 2**31 - 1


class Watch:
    """Counter of the steps of a solver run, which interrupts it when the work runs out; the solver's own limit is wall time."""

    def __init__(self, work: WorkPart) -> None:
        self.work = work
        self.iterations = 0
        self.pivot = self.round = 0.0
        self.enough = inf
        """Lower bound, in the program's unit, at which an integer solve may stop."""
        self.looked = self.longest = 0.0
        """CPU time of the last limit check of an integer solve, and the longest interval between two checks of this run."""

    def begin(self, rows: int, nonzeros: int, fractional: int, again: bool) -> None:
        """Start counting a run of a program of this size; `again` marks a re-run."""
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
        """Charge the simplex iterations of this run, `count` so far."""
        self.work.spend((count - self.iterations) * self.pivot)
        self.iterations = count

    @property
    def iterations_left(self) -> int:
        """Simplex iterations until the work runs out."""
        return 0 if self.work.over() else ceil(min(UNLIMITED, self.work.left / self.pivot))

    def mip(self, event: HighsCallbackEvent) -> None:
        """Charge one limit check of an integer solve (its iterations are not reported); interrupt if the next may come too late."""
        self.work.spend(self.round)
        now = thread_time()
        self.looked, self.longest = now, max(self.longest, now - self.looked)
        is_enough = event.data_out.mip_dual_bound >= self.enough
        event.interrupt(is_enough or self.work.over() or not self.work.allows(0, self.longest))
