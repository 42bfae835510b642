"""Limits on a run of the solver: steps are counted while it runs."""

from __future__ import annotations

from math import ceil, inf, sqrt
from time import thread_time
from typing import TYPE_CHECKING

from egraph_opt.extract.base.work import WorkPart

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

RUN, PIVOT, WIDE, AGAIN = 200, 7, 12e6, 4
"""Steps of a run of the solver, plus one per row; steps of an iteration of the simplex method, plus one for each `WIDE` in
the square of the number of rows; and the factor on them if the program was run before: a basis that fits its cuts is denser.
"""

LOOK, ROUND = 2000, 0.4
"""Steps of the solver between two checks of its limits if variables are integers, whatever the size; and steps of rounds of cuts,
for each nonzero times the square root of the number of values that the relaxation leaves fractional. The solver does not report
its iterations, nor the searches within the search: of 60 runs, those over 0.3 s took 0.16 to 3.8 times as much.
"""


UNLIMITED = 2**31 - 1


class Watch:
    """Count the steps of a run of the solver, and end it when the work is over; the solver's own limit is wall time."""

    def __init__(self, work: WorkPart) -> None:
        self.work = work
        self.iterations = 0
        self.pivot = self.round = 0.0
        self.enough = inf
        """Lower bound of an integer program, in its own unit, that is enough to end it."""
        self.looked = self.longest = 0.0
        """CPU time of the last check of the limits with integers, and the longest time between two of them in this run."""

    def begin(self, rows: int, nonzeros: int, fractional: int, again: bool) -> None:
        """Count a new run, of a program of this size, whose relaxation had `fractional` fractional values; `again`: not its first run."""
        self.iterations, self.pivot, self.round = (
            0,
            (PIVOT + rows**2 / WIDE) * (AGAIN if again else 1),
            LOOK + ROUND * nonzeros * sqrt(fractional),
        )
        self.work.spend(RUN + rows)
        self.looked, self.longest = thread_time(), 0.0

    def simplex(self, event: HighsCallbackEvent) -> None:
        """Count the iterations since the last call."""
        self.count_iterations(event.data_out.simplex_iteration_count)
        event.interrupt(self.work.over())

    def count_iterations(self, count: int) -> None:
        """Count the iterations of this run, of which there are `count` by now."""
        self.work.spend((count - self.iterations) * self.pivot)
        self.iterations = count

    @property
    def iterations_left(self) -> int:
        """The iterations after which the work is over."""
        return 0 if self.work.over() else ceil(min(UNLIMITED, self.work.left / self.pivot))

    def mip(self, event: HighsCallbackEvent) -> None:
        """Count a check of the limits: the number of iterations is not reported. The next check must come in time, too."""
        self.work.spend(self.round)
        now = thread_time()
        self.looked, self.longest = now, max(self.longest, now - self.looked)
        is_enough = event.data_out.mip_dual_bound >= self.enough
        event.interrupt(is_enough or self.work.over() or not self.work.allows(0, self.longest))
