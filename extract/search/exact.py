"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

from egraph_opt.extract.base.bound import lower_bound
from egraph_opt.extract.base.collecting import uncollected
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.result import SOLVER, finish, proved, start
from egraph_opt.extract.base.work import CLOSING, LIMITS, Limits, Work
from egraph_opt.extract.greedy.dag import GREEDY, LARGE, greedy, improved
from egraph_opt.extract.integer.quiet import own_scheduler
from egraph_opt.extract.search.search import search

HEURISTIC_SHARE, LARGE_SHARE = 0.2, 0.5
"""Part of the work that the local improvement before the solver may use: the insurance of large problems; and the part for
very large ones.
"""


def extract_exact(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
    constraints: bool = False,
) -> Result:
    """Find a cheapest selection, proved to a relative 1e-6. If a limit is met, return the best one so far with its proved bound.

    The search starts from the greedy result and `initial`. Reductions and independent parts keep the integer programs small. The
    result is deterministic unless another limit than its work is met. `constraints`: CP-SAT of OR-tools is used too if cuts
    stall.

    Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy, or without ortools if that is used.
    """
    began, work = thread_time(), Work(*limits)
    given = start(problem, initial)
    graph = problem.graph
    work.reserve(CLOSING * len(graph.cost))
    with uncollected():
        best = greedy(graph, given)
        bound = lower_bound(graph)
        work.spend(GREEDY * len(graph.cost))
        if not proved(best[1], bound):
            share = LARGE_SHARE if len(graph.cost) > LARGE else HEURISTIC_SHARE
            best = improved(graph, best, work.part(share * limits.work))
        if proved(best[1], bound):
            return finish(problem, best, bound, began)
        with own_scheduler():
            best, bound, finished = search(graph, best, bound, work, constraints=constraints)
        return finish(problem, best, bound, began - work.elsewhere, "" if finished else work.stopped_by or SOLVER)
