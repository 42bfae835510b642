"""Landmarks: sets of classes of which every selection needs at least one. As rows they close most of the program's gap.

Without them the relaxation halves the work at each level: half a user in each of two layouts is served by half a
producer. The name and the backward chaining are from AI planning (Hoffmann, Porteous, Sebastia, 2004).
"""

from __future__ import annotations

from egraph_opt.extract.graph import Graph

WIDEST = 64
"""Larger sets say too little to be worth a row."""


def landmarks(graph: Graph, forced: list[int]) -> list[tuple[int, ...]]:
    """Sets of at least two classes, none of them forced, found from the forced ones down.

    If one class of a set is selected, so is one of its nodes; any set with a child of each of these nodes is the next
    landmark. Children are picked by position, as nodes of classes that differ in layout have operands in the same order.
    """
    is_forced = set(forced)
    found: dict[tuple[int, ...], None] = {}
    pending: list[tuple[int, ...]] = [(c,) for c in forced]
    for classes in pending:
        nodes = [graph.forward[node] + graph.back[node] for c in classes for node in graph.nodes_of[c]]
        for position in range(max(map(len, nodes)) if all(nodes) else 0):
            picked = {children[min(position, len(children) - 1)] for children in nodes}
            if 1 < len(picked) <= WIDEST and picked.isdisjoint(is_forced):
                key = tuple(sorted(picked))
                if key not in found:
                    found[key] = None
                    pending.append(key)
        if len(found) > len(graph.nodes_of):
            break
    return list(found)
