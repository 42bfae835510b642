"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

from egraph_opt.extract.base.bound import lower_bound
from egraph_opt.extract.base.collecting import uncollected
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.result import SOLVER, finish, proved, start
from egraph_opt.extract.base.work import LIMITS, Limits, Work
from egraph_opt.extract.greedy.dag import GREEDY, greedy
from egraph_opt.extract.greedy.local import improve
from egraph_opt.extract.integer.quiet import own_scheduler
from egraph_opt.extract.search.search import search

HEURISTIC_SHARE = 0.2
"""The part of the work that the local improvement before the solver may do: the insurance of large problems."""


def extract_exact(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
) -> Result:
    """Find a cheapest selection, proved to a relative 1e-6. If a limit is met, return the best one so far with its proved bound.

    The search starts from the greedy result and `initial`. Reductions and independent parts keep the integer programs small. The result is
    deterministic unless another limit than its work is met. Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy.
    """
    began, work = thread_time(), Work(*limits)
    given = start(problem, initial)
    graph = problem.graph
    with uncollected():
        best = greedy(graph, given)
        bound = lower_bound(graph)
        work.spend(GREEDY * len(graph.cost))
        if not proved(best[1], bound):
            best, _ = improve(graph, best, work.part(HEURISTIC_SHARE * limits.work))
        if proved(best[1], bound):
            return finish(problem, best, bound, began)
        with own_scheduler():
            best, bound, finished = search(graph, best, bound, work)
        return finish(problem, best, bound, began, "" if finished else work.stopped_by or SOLVER)
