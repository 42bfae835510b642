"""What a run of the solver may do: steps are counted while it runs."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from egraph_opt.extract.base.work import Part

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

RUN, PIVOT, WIDE, AGAIN = 200, 7, 12e6, 4
"""Steps that a run of the solver takes, with one for each row; that an iteration of the simplex method takes, with one for each `WIDE` in
the square of the number of rows; and how many times as many where the program was run before: a basis that fits its cuts is denser."""

LOOK, ROUND = 2000, 0.4
"""Steps that the solver takes from one look at its limits to the next where variables are integers, whatever the size; and those that
rounds of cuts take, for each nonzero times the square root of the number of values that the relaxation leaves fractional. How many
iterations there were is not told, nor what searches within the search took: of 60 runs, those over 0.3 s took 0.16 to 3.8 times as much."""


UNLIMITED = 2**31 - 1


class Watch:
    """Counts what a run of the solver does, and ends it when the work is over; the solver's own limit is wall time."""

    def __init__(self, work: Part) -> None:
        self.work = work
        self.iterations = 0
        self.pivot = self.round = 0.0

    def begin(self, rows: int, nonzeros: int, fractional: int, again: bool) -> None:
        """Count a run that begins, of a program of this size, whose relaxation had so many `fractional` values; `again`: not its first."""
        self.iterations, self.pivot, self.round = (
            0,
            (PIVOT + rows**2 / WIDE) * (AGAIN if again else 1),
            LOOK + ROUND * nonzeros * sqrt(fractional),
        )
        self.work.spend(RUN + rows)

    def simplex(self, event: HighsCallbackEvent) -> None:
        """Count the iterations since the last call."""
        self.iterated(event.data_out.simplex_iteration_count)
        event.interrupt(self.work.over())

    def iterated(self, count: int) -> None:
        """Count the iterations of this run, which are `count` by now."""
        self.work.spend((count - self.iterations) * self.pivot)
        self.iterations = count

    @property
    def iterations_left(self) -> int:
        """The iterations after which the work is over."""
        return 0 if self.work.over() else ceil(min(UNLIMITED, self.work.left / self.pivot))

    def mip(self, event: HighsCallbackEvent) -> None:
        """Count a look at the limits: how many iterations there were is not told."""
        self.work.spend(self.round)
        event.interrupt(self.work.over())
