"""Exact DAG extraction: a small integer program per independent part, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from time import perf_counter

from egraph_opt.extract.bound import lower_bound
from egraph_opt.extract.dag import greedy
from egraph_opt.extract.graph import Graph
from egraph_opt.extract.landmark import landmarks
from egraph_opt.extract.local import improve
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.program import solve_part
from egraph_opt.extract.reduce import components, reduce, subgraph
from egraph_opt.extract.result import Candidate, better, finish, proved, start

HEURISTIC_SHARE = 0.2
"""The part of the time limit that the local improvement before the solver may use: the insurance of large problems."""


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
        best, _ = improve(graph, best, min(deadline, perf_counter() + HEURISTIC_SHARE * time_limit))
    if proved(best[1], bound):
        return finish(problem, best, bound, began)
    best, bound, finished = _search(graph, best, bound, deadline)
    return finish(problem, best, bound, began, "" if finished else "time")


def _search(graph: Graph, best: Candidate, bound: float, deadline: float) -> tuple[Candidate, float, bool]:
    smaller, forced, instead = reduce(graph)
    found, forced = landmarks(smaller, forced)
    is_forced = bytearray(len(graph.nodes_of))
    for c in forced:
        is_forced[c] = 1
    warm, _ = smaller.pruned([instead.get(node, node) for node in best[0]])
    parts = components(smaller, forced, is_forced)
    part_of = {c: i for i, part in enumerate(parts) for c in part}
    rows: list[list[tuple[int, ...]]] = [[] for _ in parts]
    for row in found:
        rows[part_of[row[0]]].append(row)
    bounds: list[float] = []
    finished = True
    for part, own_rows in zip(parts, rows, strict=True):
        if all(len(smaller.nodes_of[c]) == 1 for c in part):
            # Without a choice, a part is just its forced classes.
            bounds.append(fsum(graph.cost[warm[c]] for c in part if warm[c] >= 0))
            continue
        small = subgraph(smaller, part, is_forced)
        nodes = [node for c in part for node in smaller.nodes_of[c]]
        class_number = {c: i for i, c in enumerate(part)}
        node_number = {node: i for i, node in enumerate(nodes)}
        start_here = small.pruned([node_number.get(warm[c], -1) for c in part])
        renumbered = [tuple(class_number[c] for c in row) for row in own_rows]
        solved, part_bound, ended = solve_part(small, renumbered, start_here, deadline)
        bounds.append(part_bound)
        finished = finished and ended
        for c, node in zip(part, solved[0], strict=True):
            warm[c] = nodes[node] if node >= 0 else -1
    return better(best, smaller.pruned(warm)), max(bound, fsum(bounds)), finished
