"""Greedy DAG extraction by sets of e-classes with their costs, local search, and restarts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from time import thread_time

import numpy as np

from egraph_opt.extract.base.arguments import check_problem, work_of
from egraph_opt.extract.base.cost_sharing_bound import lower_bound, minimum
from egraph_opt.extract.base.extractor_result import Candidate, better, cheaper, finish, is_optimal, start
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.extract.base.work import LIMITS, LOOK, Limits, Work, WorkOver, WorkPart
from egraph_opt.extract.greedy.iterated_local_search import perturb
from egraph_opt.extract.greedy.joint_moves import improve_together
from egraph_opt.extract.greedy.local_search import SETTLING, improve
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.greedy.weighted_bits import weigh
from egraph_opt.extract.greedy.worklist_dag import work_list

SET_BITS = 1 << 28
"""Maximum memory, in bits, of all cost sets: per e-class, the set of the e-classes below it in the greedy selection.

Beyond it, cost sets contain only the most expensive shared e-classes; other e-classes count once per use.
"""

PERTURBATIONS = 8
"""Number of rounds in which costs are perturbed and local search is repeated."""

MAX_COST_SET_NODES = 250_000
"""Maximum number of nodes for greedy DAG extraction by sets of e-classes, which takes more than linear time."""

GREEDY = 4
"""Work, in steps per node, of tree extraction, greedy DAG extraction and the first lower bound together."""

BOUNDING, STATING, CHECKING = 1.3, 0.2, 2.5
"""Time of the first lower bound, of building a result, and of checking it, each as a multiple of the time of tree extraction."""


def extract_dag(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
) -> Result:
    """Improve the best of tree extraction, greedy DAG extraction and `initial` by local search and restarts, until a limit is reached.

    On graphs of up to `MAX_COST_SET_NODES` nodes, if the limits suffice, the result costs no more than extraction-gym's faster-greedy-dag.
    Tree extraction is not interrupted. Raises `Infeasible`, `InvalidSelection`.
    """
    began, work = thread_time(), work_of(limits)
    check_problem(problem, "extract_dag")
    given = start(problem, initial)
    with pause_collection():
        graph = problem.graph
        best, bound = greedy(graph, given, work)
        if not is_optimal(best[1], bound):
            best = improve_greedily(graph, best, work.part())
            best = restart(graph, best, work.part())
        return finish(problem, best, bound, began, work.stopped_by, work.spent)


def improve_greedily(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Improve the selection `best` by local search: on a large graph many e-classes at once, then one e-class at a time."""
    if len(graph.cost) > MAX_COST_SET_NODES:
        best = improve_together(graph, best, work)
    return improve(graph, best, work)[0]


def restart(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Repeat local search from other start selections; return a clearly cheaper selection, or `best`."""
    return perturb(graph, improve_work_list(graph, best, work), PERTURBATIONS, work)


def improve_work_list(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Return a clearly cheaper selection that local search finds from faster-greedy-dag's, or `best`."""
    choice = work_list(graph, work) if len(graph.cost) <= MAX_COST_SET_NODES else None
    if choice is None:
        return best
    start = graph.prune_choice(choice)
    best = start if cheaper(start, best) else best
    improved, _ = improve(graph, start, work)
    return improved if cheaper(improved, best) else best


def greedy(graph: Graph, given: Candidate | None, work: Work) -> tuple[Candidate, float]:
    """Return the cheapest of the start selection `given`, tree extraction and greedy DAG extraction, and a lower bound.

    If time runs out, only tree extraction is complete.
    """
    began = thread_time()
    choice, _ = settle(graph, graph.cost)
    took = thread_time() - began
    best, bound = better(given, graph.prune_choice(choice)), minimum(graph)
    selected = sum(1 + len(graph.forward[node]) + len(graph.back[node]) for node in best[0] if node >= 0)
    work.passing = took / (SETTLING * len(graph.cost))
    work.reserve(took * (STATING + CHECKING * selected / graph.size))
    with suppress(WorkOver):
        work.check(BOUNDING * took)
        bound = lower_bound(graph)
        if len(graph.cost) <= MAX_COST_SET_NODES:
            best = _with_sets(graph, best, work.part())
    work.spend(GREEDY * len(graph.cost))
    return best, bound


def _with_sets(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Return the cheaper of `best` and greedy DAG selections (`settle_sets`). Raises `WorkOver`."""
    choice, total = settle_sets(graph, graph.cost, work)
    best = better(best, graph.prune_choice(choice))
    looping = [node for nodes in graph.nodes_of for node in nodes if graph.back[node]]
    if looping:
        # A back child is usually derived from the very class that needs it; its cost beyond that class is the loop's price.
        price = list(graph.cost)
        for node in looping:
            own = total[graph.class_of[node]]
            price[node] += ordered_sum(max(0.0, total[x] - own) for x in graph.back[node] if total[x] < float("inf"))
        choice, _ = settle_sets(graph, price, work)
        best = better(best, graph.prune_choice(choice))
    return best


def settle_sets(graph: Graph, price: Sequence[float], work: WorkPart) -> tuple[list[int], list[float]]:
    """Return the chosen node and its cost per e-class, by greedy DAG extraction at the node costs `price`.

    The cost set of an e-class contains the e-class and all e-classes that its chosen node needs; its cost is their sum. A union of sets
    costs at least as much as each set, so Dijkstra's order applies. Each e-class is decided once, and cycles cannot arise. A set is a bit
    mask over shared e-classes, plus the summed cost of unshared e-classes. Raises `WorkOver`.
    """
    class_of, forward, users = graph.class_of, graph.forward, graph.users
    count = len(graph.nodes_of)
    choice = [-1] * count
    total = [float("inf")] * count
    mask = [0] * count
    private = [0.0] * count
    shared = _mark_shared(graph, price)
    weight = np.zeros(8 * (sum(shared) // 8 + 1))
    bits = settled = 0
    missing = [len(ahead) for ahead in forward]
    # Per class its cheapest node so far: (cost, node, mask, private cost); a heap entry of another node is out of date.
    cheapest: list[tuple[float, int, int, float]] = [(float("inf"), -1, 0, 0.0)] * count
    leaves = [node for nodes in graph.nodes_of for node in nodes if not missing[node]]
    for node in leaves:
        cheapest[class_of[node]] = min(cheapest[class_of[node]], (price[node], node, 0, price[node]))
    heap = [(price[node], node) for node in leaves]
    heapify(heap)
    while heap:
        cost, node = heappop(heap)
        c = class_of[node]
        if choice[c] >= 0 or cheapest[c][1] != node:
            continue
        _, _, members, alone = cheapest[c]
        choice[c], total[c] = node, cost
        settled += 1
        if not settled % LOOK:
            work.check()
        if shared[c] and alone:
            weight[bits] = alone
            members |= 1 << bits
            alone = 0.0
            bits += 1
        mask[c], private[c] = members, alone
        for user in users[c]:
            missing[user] -= 1
            u = class_of[user]
            # `cost` is a lower bound of the user's, as c is among its children.
            if missing[user] or choice[u] >= 0 or cost + price[user] >= cheapest[u][0]:
                continue
            members, alone, sum_ = mask[c], private[c], cost
            for x in forward[user]:
                if x == c:
                    continue
                new = mask[x] ^ (mask[x] & members)
                if new == mask[x]:
                    sum_ += total[x]
                else:
                    sum_ += private[x] + (weigh(new, weight) if new else 0.0)
                members |= new
                alone += private[x]
            sum_ += price[user]
            if sum_ < cheapest[u][0] or cheapest[u][1] < 0:
                cheapest[u] = (sum_, user, members, alone + price[user])
                heappush(heap, (sum_, user))
    return choice, total


def _mark_shared(graph: Graph, price: Sequence[float]) -> bytearray:
    """Return a mask of the e-classes that at least two other e-classes may use. If memory is short, only the most expensive are marked."""
    class_of, users = graph.class_of, graph.users
    shared = bytearray(len(graph.nodes_of))
    several = [c for c, us in enumerate(users) if len(us) > 1 and len({class_of[user] for user in us}) > 1]
    most = SET_BITS // max(1, len(graph.nodes_of))
    if len(several) > most:
        several.sort(key=lambda c: -min(price[node] for node in graph.nodes_of[c]))
    for c in several[:most]:
        shared[c] = 1
    return shared
