"""Bottom-up tree extraction, in which an e-class counts once per use, also for completing partial selections."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from time import thread_time

from egraph_opt.extract.base.arguments import check_problem, work_of
from egraph_opt.extract.base.cost_sharing_bound import lower_bound
from egraph_opt.extract.base.extractor_result import better, finish, start
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LIMITS, Limits


def extract_tree(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
) -> Result:
    """Find the selection of least tree cost, or return `initial` if its DAG cost is lower.

    Knuth's generalisation of Dijkstra's algorithm, O(nodes log nodes); the limits are ignored. Children by back edges do not influence the
    choice. Raises `Infeasible`, `InvalidSelection`.
    """
    began = thread_time()
    check_problem(problem, "extract_tree")
    work_of(limits)
    given = start(problem, initial)
    with pause_collection():
        graph = problem.graph
        choice, _ = settle(graph, graph.cost)
        best = better(given, graph.prune_choice(choice))
        return finish(problem, best, lower_bound(graph), began)


def settle(graph: Graph, price: Sequence[float], fixed: Sequence[int] | None = None) -> tuple[list[int], list[float]]:
    """Return the node of least tree cost per e-class, and the tree cost; the choice has no cycle of forward edges.

    An e-class with a node in `fixed` (a pruned, valid choice) keeps its node at cost 0. Ties go to the lower node number.
    """
    class_of, forward, users = graph.class_of, graph.forward, graph.users
    choice = [-1] * len(graph.nodes_of)
    total = [float("inf")] * len(graph.nodes_of)
    missing = [len(ahead) for ahead in forward]
    running = list(price)
    for c, node in enumerate(fixed or ()):
        if node >= 0:
            choice[c], total[c] = node, 0.0
            for user in users[c]:
                missing[user] -= 1
    open_nodes = (node for c, nodes in enumerate(graph.nodes_of) if choice[c] < 0 for node in nodes)
    heap = [(running[node], node) for node in open_nodes if not missing[node]]
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
