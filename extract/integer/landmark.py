"""Landmarks: sets of classes of which every selection needs at least one. As rows they close most of the program's gap.

Without them the relaxation halves the work at each level: half a user in each of two layouts is served by half a
producer. The name and the backward chaining are from AI planning (Hoffmann, Porteous, Sebastia, 2004).
"""

from __future__ import annotations

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LOOK, WorkPart

MAX_LANDMARK_WIDTH = 64
"""Largest landmark that is worth a row."""


def landmarks(graph: Graph, forced: list[int], work: WorkPart) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return sets of at least two classes, none of them forced, found from the forced ones down; and all forced classes, ascending.

    If one class of a set is selected, so is one of its nodes; any set with a child of each of these nodes is the next
    landmark. Children are picked by position, as nodes of classes that differ in layout have operands in the same order.
    A set of one class makes it forced; intersections over derivations miss such a class if the path leads through back edges.
    Raises `Over`.
    """
    everyone = list(forced)
    is_forced = set(forced)
    found: dict[tuple[int, ...], None] = {}
    pending: list[tuple[int, ...]] = [(c,) for c in forced]
    for step, classes in enumerate(pending):
        if not step % LOOK:
            work.check()
        nodes = [graph.forward[node] + graph.back[node] for c in classes for node in graph.nodes_of[c]]
        for position in range(max(map(len, nodes)) if all(nodes) else 0):
            picked = {children[min(position, len(children) - 1)] for children in nodes}
            if len(picked) > MAX_LANDMARK_WIDTH or not picked.isdisjoint(is_forced):
                continue
            key = tuple(sorted(picked))
            if len(key) == 1:
                is_forced.add(key[0])
                everyone.append(key[0])
            elif key in found:
                continue
            else:
                found[key] = None
            pending.append(key)
        if len(found) > len(graph.nodes_of):
            break
    return [row for row in found if is_forced.isdisjoint(row)], sorted(everyone)
