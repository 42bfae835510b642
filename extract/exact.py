"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from time import thread_time

from egraph_opt.extract.bound import lower_bound
from egraph_opt.extract.dag import GREEDY, greedy
from egraph_opt.extract.local import improve
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.result import SOLVER, finish, proved, start
from egraph_opt.extract.search import search
from egraph_opt.extract.work import SECONDS, STEPS, Work

HEURISTIC_SHARE = 0.2
"""The part of the work that the local improvement before the solver may do: the insurance of large problems."""


def extract_exact(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    work_limit: float = STEPS,
    time_limit: float = SECONDS,
    wall_limit: float = inf,
    memory_limit: float = inf,
) -> Result:
    """Find a cheapest selection, proved to a relative 1e-6. If a limit is met, return the best one so far with its proved bound.

    The search starts from the greedy result and `initial`. Reductions and independent parts keep the integer programs small. The result is
    deterministic unless `time_limit` is met. Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy.
    """
    began, work = thread_time(), Work(work_limit, time_limit, wall_limit, memory_limit)
    given = start(problem, initial)
    graph = problem.graph
    with uncollected():
        best = greedy(graph, given)
        bound = lower_bound(graph)
        work.spend(GREEDY * len(graph.cost))
        if not proved(best[1], bound):
            best, _ = improve(graph, best, work.part(HEURISTIC_SHARE * work_limit))
        if proved(best[1], bound):
            return finish(problem, best, bound, began)
        with own_scheduler():
            best, bound, finished = search(graph, best, bound, work)
        return finish(problem, best, bound, began, "" if finished else work.stopped_by or SOLVER)


@contextmanager
def own_scheduler() -> Iterator[None]:
    """HiGHS keeps workers for each thread that calls it, and fails where the next call asks for another number of them.

    So what the caller's thread has is dropped before a search, which asks for one, and what the search had after it.
    """
    from highspy import Highs

    Highs.resetGlobalScheduler(True)
    try:
        yield
    finally:
        Highs.resetGlobalScheduler(True)


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
