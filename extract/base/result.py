"""Common steps of the extractors: reading `initial`, keeping the best candidate, stating the result."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from time import thread_time

import numpy as np

from egraph_opt.extract.base.bound import minimum
from egraph_opt.extract.base.problem import IntArray, Problem, Result, chosen_nodes, closure, cost_of

Candidate = tuple[list[int], float]
"""Pruned choice and its DAG cost."""

PROVED_GAP = 1e-6
"""Largest relative distance of cost and lower bound that counts as proved optimal."""


def start(problem: Problem, initial: IntArray | Sequence[int] | None) -> Candidate | None:
    """Return the caller's selection, checked. Raises `InvalidSelection`."""
    if initial is None:
        return None
    given = chosen_nodes(initial)
    needed = closure(problem, given)
    choice = np.full(problem.class_count, -1, dtype=np.int64)
    choice[needed] = given[needed]
    return choice.tolist(), cost_of(problem, given, needed)


def better(first: Candidate | None, second: Candidate) -> Candidate:
    """Return the cheaper one; the first at equal cost, so that a program is not changed without gain."""
    return first if first is not None and first[1] <= second[1] else second


TIE_TOLERANCE = 1e-9
"""Relative gain below which two costs are the same up to rounding: a tie, in which the first one stays."""


def cheaper(first: Candidate, second: Candidate) -> bool:
    """Return whether the first costs less, by more than rounding."""
    return first[1] < second[1] - TIE_TOLERANCE * abs(second[1])


def is_optimal(cost: float, bound: float) -> bool:
    """Return whether the bound proves the cost optimal."""
    return cost - bound <= PROVED_GAP * abs(cost)


SOLVER = "solver"
"""Value of `stopped_by` if the solver gave up by itself, or claims a bound that a known selection refutes: a matter of rounding."""


def finish(problem: Problem, best: Candidate, bound: float, began: float, stopped_by: str = "", steps: float = 0.0) -> Result:
    """The result. A bound just above the cost is rounding, and is cut to it; one further above is wrong, and bounds nothing.

    A limit that was met after the proof ended nothing early.
    """
    choice, cost = best
    least = minimum(problem.graph)
    # Costs below 0 may cancel others out: then the sum of magnitudes is the measure of rounding.
    paid = fsum(abs(problem.graph.cost[node]) for node in choice if node >= 0) if problem.graph.signed else cost
    if bound > cost + PROVED_GAP * paid:
        bound, stopped_by = least, stopped_by or SOLVER
    bound = min(max(bound, least), cost)
    optimal = cost - bound <= PROVED_GAP * paid
    stopped_by = "" if optimal else stopped_by
    return Result(np.array(choice, dtype=np.int64), cost, bound, optimal, stopped_by, thread_time() - began, steps)
