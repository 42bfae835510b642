"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time

from egraph_opt.extract.base.arguments import check_problem, work_of
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.result import SOLVER, Candidate, better, finish, is_optimal, start
from egraph_opt.extract.base.work import LIMITS, Limits, Work
from egraph_opt.extract.greedy.dag import MAX_COST_SET_NODES, greedy, improve_greedily, restart
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.search.search import Means, search

SOON, QUICK = 2e6, 30
"""Steps in which most e-graphs are proved; and steps per node, for limits that leave no room for so many: in these, 50 of 62 e-graphs
of layouts are proved, for which other starts take 40 to 50. Only then are other starts worth their time."""

STRAIGHT = 250
"""Steps per node in which 372 of 390 e-graphs of steps of dispatch regions are proved without other starts: the others take 25."""

STARTING = 500
"""Steps a node that are kept for the other starts: more than they take."""


def extract_exact(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
    constraints: bool = False,
    straight: bool = False,
) -> Result:
    """Find a cheapest selection, proved to a relative 1e-6. If a limit is met, return the best one so far with its proved bound.

    It finds all that `extract_dag` finds, and `initial`: the result never costs more, but by 1e-6 where it is proved. Reductions and
    independent parts keep the integer programs small. The result is deterministic unless another limit than its work is met; nothing but
    the end depends on the limit, so more work never gives a dearer result. `constraints`: CP-SAT of OR-tools is asked too where cuts stall.
    `straight`: a try to prove a choice comes before the other starts, also where it leaves no work for these. The bound of a search that a
    limit ends may then be lower with more work.

    Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy, or without ortools if that is used.
    """
    began, work = thread_time(), work_of(limits)
    check_problem(problem, "extract_exact")
    given = start(problem, initial)
    with pause_collection():
        graph = problem.graph
        best, bound = greedy(graph, given, work)
        ended = is_optimal(best[1], bound)
        if not ended:
            best = improve_greedily(graph, best, work.part())
            ended = is_optimal(best[1], bound)
        if not ended:
            with own_scheduler():
                best, bound, ended = _prove_seed(graph, best, bound, work, constraints, straight)
        stopped_by = "" if ended else work.stopped_by or SOLVER
        return finish(problem, best, bound, began - work.elsewhere, stopped_by, work.spent)


def _prove_seed(
    graph: Graph, seed: Candidate, bound: float, work: Work, constraints: bool, straight: bool
) -> tuple[Candidate, float, bool]:
    """Return the best of short tries to prove a choice and the other starts of `extract_dag`, then of a search from there.

    The longest try for which there is room beside the other starts comes before them, the others after them; if it is to go `straight`
    to a bound, it is one of `STRAIGHT`, for which there need be no room. All begin at `seed`, so with more work none of these parts has
    less.
    """
    size = len(graph.cost)
    tries = sorted({min(SOON, QUICK * size), SOON}) if size <= MAX_COST_SET_NODES else []
    before = [STRAIGHT * size] if straight else [steps for steps in tries if work.left >= steps + STARTING * size][-1:]
    after = [steps for steps in tries if steps > max(before, default=0.0)]
    best = seed
    for steps in [*before, 0.0, *after]:
        if steps:
            found, least, ended = search(graph, seed, bound, work.part(steps))
            best, bound = better(best, found), max(bound, least)
        else:
            best, ended = better(best, restart(graph, seed, work.part())), False
        if ended or is_optimal(best[1], bound):
            return best, bound, True
    return search(graph, best, bound, work.part(), means=Means(constraints))


def spend_share(work: Work, share: float, extract: Callable[..., Result]) -> Result:
    """Return what `extract` finds with a share of what is left of the work, and spend what it took."""
    began = thread_time()
    found = extract(limits=work.rest(share))
    work.spend(found.steps)
    work.charge(max(0.0, found.seconds - (thread_time() - began)))
    return found
