"""Lower bound of the DAG cost in linear time, by cost sharing.

The charge of an e-class is the minimum, over its nodes, of the node's cost plus the shares of its child e-classes. An e-class
divides its charge equally among the e-classes that may use it; a mandatory e-class passes on nothing. The sum of the
charges of mandatory e-classes is at most the cost of every valid selection. Smaller charges keep the bound valid, so one sweep from leaves
to roots suffices, even with cycles.
"""

from __future__ import annotations

from math import fsum

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.stable_sum import ordered_sum


def mandatory(graph: Graph) -> list[int]:
    """Return the e-classes that every valid selection needs: the roots, and children common to all nodes of a mandatory e-class."""
    found = list(graph.roots)
    seen = set(found)
    for c in found:
        nodes = graph.nodes_of[c]
        common = [*graph.forward[nodes[0]], *graph.back[nodes[0]]]
        for node in nodes[1:]:
            if not common:
                break
            others = {*graph.forward[node], *graph.back[node]}
            common = [x for x in common if x in others]
        for x in common:
            if x not in seen:
                seen.add(x)
                found.append(x)
    return found


def lower_bound(graph: Graph, needed: list[int] | None = None) -> float:
    """Return a lower bound of every selection's DAG cost; `needed` are e-classes known to be in every selection (default: `mandatory`).

    A negative cost is counted in full and not divided among users, since an e-class counts only once.
    """
    roots = mandatory(graph) if needed is None else needed
    value = shares(graph, roots)
    return minimum(graph) + fsum(value[c] for c in roots)


def minimum(graph: Graph) -> float:
    """Return the sum of all e-classes' least node costs that are negative: a lower bound on the cost of every selection."""
    if not graph.signed:
        return 0.0
    return fsum(min(0.0, *(graph.cost[node] for node in nodes)) for nodes in graph.nodes_of if nodes)


def shares(graph: Graph, roots: list[int]) -> list[float]:
    """Return the charge of each e-class, a lower bound on its cost (see the module); `roots` are e-classes that every selection needs.

    The charge is the least, over the nodes, of the node's cost plus what the child e-classes pass on. An e-class passes its charge on to
    its user e-classes in equal fractions; an e-class in `roots` passes on nothing.
    """
    class_of, users, forward, cost = graph.class_of, graph.users, graph.forward, graph.cost
    value = [0.0] * len(graph.nodes_of)
    part = [0.0] * len(graph.nodes_of)
    is_root = bytearray(len(graph.nodes_of))
    for c in roots:
        is_root[c] = 1
    for c in graph.postorder(roots):
        value[c] = min([max(0.0, cost[node]) + ordered_sum([part[x] for x in forward[node]]) for node in graph.nodes_of[c]])
        if value[c] and not is_root[c]:
            part[c] = value[c] / max(1, len({class_of[user] for user in users[c]}))
    return value
