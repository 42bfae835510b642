"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from time import perf_counter

from egraph_opt.extract.bound import lower_bound, shares
from egraph_opt.extract.dag import greedy
from egraph_opt.extract.graph import Graph
from egraph_opt.extract.local import improve
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.program import solve_part
from egraph_opt.extract.reduce import components, reduce
from egraph_opt.extract.result import Candidate, better, finish, proved, start
from egraph_opt.extract.tree import settle

HEURISTIC_SHARE = 0.1
"""The part of the time limit that the local improvement before the solver may use."""


def extract_exact(problem: Problem, *, initial: IntArray | Sequence[int] | None = None, time_limit: float = 10.0) -> Result:
    """A cheapest selection, proved to a relative 1e-6; on time-out (seconds) the best one found, with the proved bound.

    Greedy and `initial` give the start; reductions and independent parts make the integer programs small. Deterministic
    unless the limit is met. Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy.
    """
    began = perf_counter()
    deadline = began + time_limit
    given = start(problem, initial)
    graph = problem.graph
    best = greedy(graph, given)
    bound = lower_bound(graph)
    if not proved(best[1], bound):
        best, _ = improve(graph, best, began + HEURISTIC_SHARE * time_limit)
    if proved(best[1], bound):
        return finish(problem, best, bound, began)
    best, bound, finished = _search(graph, best, bound, deadline)
    return finish(problem, best, bound, began, "" if finished else "time")


def _search(graph: Graph, best: Candidate, bound: float, deadline: float) -> tuple[Candidate, float, bool]:
    smaller, forced = reduce(graph)
    is_forced = set(forced)
    # `best` may use a dropped node; within the reduced graph it is completed by whatever dominates that node.
    warm, _ = _completed(smaller, best[0])
    value = shares(smaller, forced)
    choice = list(warm)
    bounds: list[float] = []
    finished = True
    for part in components(smaller, forced):
        needed = [c for c in part if c in is_forced]
        solved, part_bound, ended = solve_part(smaller, part, needed, warm, fsum(value[c] for c in needed), deadline)
        bounds.append(part_bound)
        finished = finished and ended
        for c in part:
            choice[c] = solved.get(c, -1)
    return better(best, _completed(smaller, choice)), max(bound, fsum(bounds)), finished


def _completed(graph: Graph, choice: list[int]) -> Candidate:
    """A selection of the chosen nodes and, where they leave gaps or cycles, the cheapest others."""
    price = list(graph.cost)
    for node in choice:
        if node >= 0:
            price[node] = 0.0
    settled, _ = settle(graph, price)
    return graph.pruned(settled)
