"""What all extractors do with selections: check the caller's start selection, compare two by cost, and build the `Result`."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from time import thread_time

import numpy as np

from egraph_opt.extract.base.cost_sharing_bound import minimum
from egraph_opt.extract.base.problem import IntArray, Problem, Result, chosen_nodes, closure, cost_of

Candidate = tuple[list[int], float]
"""Selection that an extractor has found: the chosen node per e-class (-1 if the e-class is not needed), and the DAG cost."""

PROVED_GAP = 1e-6
"""Maximum relative gap between cost and lower bound for a proof of optimality."""


def start(problem: Problem, initial: IntArray | Sequence[int] | None) -> Candidate | None:
    """Convert the caller's selection `initial` to a candidate. Raises `InvalidSelection`."""
    if initial is None:
        return None
    given = chosen_nodes(initial)
    needed = closure(problem, given)
    choice = np.full(problem.class_count, -1, dtype=np.int64)
    choice[needed] = given[needed]
    return choice.tolist(), cost_of(problem, given, needed)


def better(first: Candidate | None, second: Candidate) -> Candidate:
    """Return the cheaper candidate, or the first on a tie, so that a selection is not exchanged without gain."""
    return first if first is not None and first[1] <= second[1] else second


TIE_TOLERANCE = 1e-9
"""Relative difference below which two costs tie, up to rounding."""


def cheaper(first: Candidate, second: Candidate) -> bool:
    """Return whether the first candidate is cheaper by more than rounding errors."""
    return first[1] < second[1] - TIE_TOLERANCE * abs(second[1])


def is_optimal(cost: float, bound: float) -> bool:
    """Return whether the lower bound proves that `cost` is optimal."""
    return cost - bound <= PROVED_GAP * abs(cost)


SOLVER = "solver"
"""Value of `stopped_by` if the solver gave up, or if rounding made the solver's bound exceed the cost of a known selection."""


def finish(problem: Problem, best: Candidate, bound: float, began: float, stopped_by: str = "", steps: float = 0.0) -> Result:
    """Build the `Result`. A lower bound slightly above the cost becomes the cost; a bound further above is discarded as wrong.

    `stopped_by` is not reported for an optimal result.
    """
    choice, cost = best
    least = minimum(problem.graph)
    # Negative costs may cancel out, so rounding is measured against the sum of magnitudes.
    paid = fsum(abs(problem.graph.cost[node]) for node in choice if node >= 0) if problem.graph.signed else cost
    if bound > cost + PROVED_GAP * paid:
        bound, stopped_by = least, stopped_by or SOLVER
    bound = min(max(bound, least), cost)
    optimal = cost - bound <= PROVED_GAP * paid
    stopped_by = "" if optimal else stopped_by
    return Result(np.array(choice, dtype=np.int64), cost, bound, optimal, stopped_by, thread_time() - began, steps)
