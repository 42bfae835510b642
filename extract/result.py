"""What the extractors share: reading `initial`, keeping the best candidate, stating the result."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

import numpy as np

from egraph_opt.extract.problem import IntArray, InvalidProblem, Problem, Result, closure, cost_of

Candidate = tuple[list[int], float]
"""A pruned choice and its DAG cost."""

PROVED = 1e-6
"""Largest relative distance of cost and lower bound that counts as proved optimal."""


def start(problem: Problem, initial: IntArray | Sequence[int] | None) -> Candidate | None:
    """The caller's selection, checked. Raises `InvalidSelection`, and `InvalidProblem` for what no extractor can do."""
    bad = np.flatnonzero(problem.cost < 0)
    if bad.size:
        raise InvalidProblem(f"cost[{bad[0]}] is {problem.cost[bad[0]]}, but the extractors need costs >= 0")
    if initial is None:
        return None
    given = np.asarray(initial)
    needed = closure(problem, given)
    choice = np.full(problem.class_count, -1, dtype=np.int64)
    choice[needed] = given[needed]
    return choice.tolist(), cost_of(problem, given, needed)


def better(first: Candidate | None, second: Candidate) -> Candidate:
    """The cheaper one; the first at equal cost, so that a program is not changed without gain."""
    return first if first is not None and first[1] <= second[1] else second


def proved(cost: float, bound: float) -> bool:
    """Whether the bound proves the cost optimal."""
    return cost - bound <= PROVED * cost


SOLVER = "solver"
"""What stopped an extraction whose solver gave up by itself, or claims a bound that a known selection refutes: a matter of rounding."""


def finish(problem: Problem, best: Candidate, bound: float, began: float, stopped_by: str = "") -> Result:
    """The result. A bound just above the cost is rounding, and is cut to it; one further above is wrong, and bounds nothing."""
    choice, cost = best
    if bound > cost * (1 + PROVED):
        bound, stopped_by = 0.0, stopped_by or SOLVER
    bound = min(max(bound, 0.0), cost)
    return Result(np.array(choice, dtype=np.int64), cost, bound, proved(cost, bound), stopped_by, thread_time() - began)
