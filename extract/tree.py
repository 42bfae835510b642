"""Bottom-up tree extraction: every use of a class pays for it again. Fast, and the completion step of the DAG extractors."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from time import perf_counter

from egraph_opt.extract.bound import lower_bound
from egraph_opt.extract.graph import Graph
from egraph_opt.extract.problem import IntArray, Problem, Result
from egraph_opt.extract.result import better, finish, start


def extract_tree(problem: Problem, *, initial: IntArray | Sequence[int] | None = None, time_limit: float = float("inf")) -> Result:
    """The selection of least tree cost, or `initial` if its DAG cost is lower.

    Knuth's generalisation of Dijkstra's algorithm, O(nodes log nodes); the time limit (seconds) is not needed and not
    looked at. A back child is selected and paid, but does not steer the choice. Raises `Infeasible`, `InvalidSelection`.
    """
    began = perf_counter()
    given = start(problem, initial)
    graph = problem.graph
    choice, _ = settle(graph, graph.cost)
    best = better(given, graph.pruned(choice))
    return finish(problem, best, lower_bound(graph), began)


def settle(graph: Graph, price: Sequence[float], fixed: Sequence[int] | None = None) -> tuple[list[int], list[float]]:
    """Per useful class the node of least tree cost, and that cost; without cycles of forward edges.

    Classes with a node in `fixed` (a pruned, valid choice) keep it and cost nothing. Ties go to the lower node number.
    """
    class_of, forward, users = graph.class_of, graph.forward, graph.users
    choice = [-1] * len(graph.nodes_of)
    total = [float("inf")] * len(graph.nodes_of)
    heap: list[tuple[float, int]] = []
    missing = [len(ahead) for ahead in forward]
    running = list(price)
    held = [c for c, node in enumerate(fixed) if node >= 0] if fixed is not None else []
    for c in held:
        choice[c] = fixed[c]  # type: ignore[index]
        total[c] = 0.0
    for c in held:
        for user in users[c]:
            missing[user] -= 1
    heap = [(running[node], node) for nodes in graph.nodes_of for node in nodes if not missing[node] and choice[class_of[node]] < 0]
    heapify(heap)
    while heap:
        cost, node = heappop(heap)
        c = class_of[node]
        if choice[c] >= 0:
            continue
        choice[c], total[c] = node, cost
        for user in users[c]:
            running[user] += cost
            missing[user] -= 1
            if not missing[user] and choice[class_of[user]] < 0:
                heappush(heap, (running[user], user))
    return choice, total
