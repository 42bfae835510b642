"""Landmarks: sets of e-classes of which every selection contains at least one.

As rows of the integer program, they close most of its integrality gap. Without them, the linear relaxation may select half of a value in
each of two layouts, and then only half of its operand in each. Landmarks and backward chaining come from AI planning (Hoffmann, Porteous,
Sebastia, 2004).
"""

from __future__ import annotations

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LOOK, WorkPart

MAX_LANDMARK_WIDTH = 64
"""Maximum number of e-classes in a landmark."""


def landmarks(graph: Graph, forced: list[int], work: WorkPart) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return landmarks of at least two e-classes, found from the forced e-classes downwards, and all forced e-classes.

    A forced e-class is in every selection. A set with one child of every node of a landmark's e-classes is the next landmark. Children are
    picked by position, since e-classes that differ only in layout have operands in the same order. A landmark of one e-class is a forced
    e-class. Raises `WorkOver`.
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
