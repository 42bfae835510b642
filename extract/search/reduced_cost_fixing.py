"""Reduced-cost fixing: exclude a node if every selection with the node costs more than a known selection.

A selection costs at least the lower bound plus the reduced costs of its nodes. Every selected node is on a selected path of forward edges.
The path begins at a root or at the target of a back edge, and ends at a leaf. Steiner tree solvers fix arcs by the reduced costs of paths
(Polzin, Daneshmand, 2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from egraph_opt.extract.base.pruned_graph import Graph


def excluded_nodes(graph: Graph, reduced: Sequence[float], room: float) -> set[int]:
    """Return the nodes through which every path from a root to a leaf has a total reduced cost above `room`."""
    down = derivations(graph, reduced)
    up = _cheapest_users(graph, reduced)
    out: set[int] = set()
    for c, nodes in enumerate(graph.nodes_of):
        for node in nodes:
            below = max([down[x] for x in graph.forward[node]], default=0.0)
            if up[c] + reduced[node] + below > room:
                out.add(node)
    return out


def derivations(graph: Graph, reduced: Sequence[float]) -> list[float]:
    """Return, per e-class, the minimum over derivations of the cost of the most expensive path to a leaf."""
    class_of, forward, users = graph.class_of, graph.forward, graph.users
    down = [float("inf")] * len(graph.nodes_of)
    missing = [len(ahead) for ahead in forward]
    heap = [(reduced[node], node) for nodes in graph.nodes_of for node in nodes if not missing[node]]
    heapify(heap)
    while heap:
        cost, node = heappop(heap)
        c = class_of[node]
        if down[c] < float("inf"):
            continue
        down[c] = cost
        for user in users[c]:
            missing[user] -= 1
            # The last child to be settled is the most expensive.
            if not missing[user] and down[class_of[user]] == float("inf"):
                heappush(heap, (cost + reduced[user], user))
    return down


def _cheapest_users(graph: Graph, reduced: Sequence[float]) -> list[float]:
    """Return, per e-class, the least cost of a path to the e-class from a root or the target of a back edge."""
    up = [float("inf")] * len(graph.nodes_of)
    starts = {*graph.roots, *(x for nodes in graph.nodes_of for node in nodes for x in graph.back[node])}
    heap = [(0.0, c) for c in sorted(starts)]
    for c in starts:
        up[c] = 0.0
    while heap:
        cost, c = heappop(heap)
        if cost > up[c]:
            continue
        for node in graph.nodes_of[c]:
            further = cost + reduced[node]
            for x in graph.forward[node]:
                if further < up[x]:
                    up[x] = further
                    heappush(heap, (further, x))
    return up
