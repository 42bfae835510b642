"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import thread_time

from egraph_opt.extract.bound import lower_bound
from egraph_opt.extract.dag import greedy
from egraph_opt.extract.local import improve
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.result import finish, proved, start
from egraph_opt.extract.search import search

HEURISTIC_SHARE = 0.2
"""The part of the time limit that the local improvement before the solver may use: the insurance of large problems."""


def extract_exact(problem: Problem, *, initial: IntArray | Sequence[int] | None = None, time_limit: float = 10.0) -> Result:
    """A cheapest selection, proved to a relative 1e-6; on time-out (seconds) the best one found, with the proved bound.

    Greedy and `initial` give the start; reductions and independent parts make the integer programs small. Deterministic
    unless the limit is met. Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy.
    """
    began = thread_time()
    deadline = began + time_limit
    given = start(problem, initial)
    graph = problem.graph
    with uncollected():
        best = greedy(graph, given)
        bound = lower_bound(graph)
        if not proved(best[1], bound):
            best, _ = improve(graph, best, min(deadline, thread_time() + HEURISTIC_SHARE * time_limit))
        if proved(best[1], bound):
            return finish(problem, best, bound, began)
        best, bound, finished = search(graph, best, bound, deadline)
        return finish(problem, best, bound, began, "" if finished else "time")


@contextmanager
def uncollected() -> Iterator[None]:
    """Python looks for cycles among all objects for every few that are made: a search makes millions, and leaves no cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
