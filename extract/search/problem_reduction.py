"""Reductions before the exact search: mandatory e-classes, removable nodes, independent components.

Each reduction keeps at least one optimal selection, and all node and e-class numbers.
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.extract.base.cost_sharing_bound import mandatory
from egraph_opt.extract.base.pruned_graph import Graph, knots
from egraph_opt.extract.base.work import LOOK, WorkPart

MASK_BITS = 1 << 28
"""Maximum memory, in bits, of the masks of mandatory e-classes, enough for 16,000 e-classes; larger problems have no masks."""


MASK_STEPS = 40
"""Maximum number of rounds over all e-classes for the masks of mandatory e-classes."""


def reduce(graph: Graph, work: WorkPart) -> tuple[Graph, list[int], dict[int, int]]:
    """Remove nodes that are always on a cycle or dominated; return the graph, its mandatory e-classes, and replacements.

    The replacements map each dominated node to a node that can stand in for it in any valid selection. Raises `WorkOver`.
    """
    live = graph.postorder([*graph.roots, *(c for c, nodes in enumerate(graph.nodes_of) if nodes)])
    position = {c: i for i, c in enumerate(live)}
    masks = _mandatory_masks(graph, live, position, work) if len(live) ** 2 <= MASK_BITS else None
    if masks is None:
        return graph, mandatory(graph), {}
    nodes_of: list[list[int]] = [[] for _ in graph.nodes_of]
    users: list[list[int]] = [[] for _ in graph.nodes_of]
    instead: dict[int, int] = {}
    for step, c in enumerate(live):
        if not step % LOOK:
            work.check()
        nodes_of[c] = _drop_dominated(graph, c, masks, position, instead)
        for node in nodes_of[c]:
            for x in graph.forward[node]:
                users[x].append(node)
    smaller = replace(graph, nodes_of=nodes_of, users=users)
    # Dropping nodes may make more classes forced, but a second round hardly ever does.
    return smaller, _forced_classes(smaller, live, masks), instead


def components(graph: Graph, forced: list[int], is_forced: bytearray) -> list[list[int]]:
    """Return the independent components: sets of connected e-classes, separated by forced e-classes (which every selection needs).

    An edge to a forced e-class connects no e-classes, except if the edge may be on a cycle.
    """
    needed = list(forced)
    seen = bytearray(is_forced)
    for c in needed:
        for node in graph.nodes_of[c]:
            for x in graph.forward[node] + graph.back[node]:
                if not seen[x]:
                    seen[x] = 1
                    needed.append(x)
    knot = knots(graph, needed)
    parent = list(range(len(graph.nodes_of)))

    def find(c: int) -> int:
        while parent[c] != c:
            parent[c] = parent[parent[c]]
            c = parent[c]
        return c

    for c in needed:
        for node in graph.nodes_of[c]:
            for x in graph.forward[node] + graph.back[node]:
                if not is_forced[x] or knot[x] == knot[c]:
                    parent[find(x)] = find(c)
    parts: dict[int, list[int]] = {}
    for c in sorted(needed):
        parts.setdefault(find(c), []).append(c)
    return list(parts.values())


def subgraph(graph: Graph, part: list[int], is_forced: bytearray) -> Graph:
    """Return a component as a graph with renumbered e-classes and nodes; its roots are the e-classes that every selection needs."""
    number = {c: i for i, c in enumerate(part)}
    nodes = [node for c in part for node in graph.nodes_of[c]]
    nodes_of: list[list[int]] = []
    users: list[list[int]] = [[] for _ in part]
    forward: list[tuple[int, ...]] = []
    back: list[tuple[int, ...]] = []
    for c in part:
        nodes_of.append(list(range(len(forward), len(forward) + len(graph.nodes_of[c]))))
        for node in graph.nodes_of[c]:
            ahead = tuple(number[x] for x in graph.forward[node] if x in number)
            for x in ahead:
                users[x].append(len(forward))
            forward.append(ahead)
            back.append(tuple(number[x] for x in graph.back[node] if x in number))
    class_of = [number[graph.class_of[node]] for node in nodes]
    roots = [number[c] for c in part if is_forced[c]]
    return Graph(nodes_of, class_of, [graph.cost[node] for node in nodes], forward, back, users, roots, graph.signed)


def _mandatory_masks(graph: Graph, live: list[int], position: dict[int, int], work: WorkPart) -> list[int] | None:
    """Return, per e-class, a bit mask of the e-classes that all its derivations contain (greatest fixpoint).

    An interrupted computation returns None, since masks are valid only at the fixpoint.
    """
    every = (1 << len(live)) - 1
    masks = [0] * len(graph.nodes_of)
    for c in live:
        masks[c] = every
    class_of, users, forward = graph.class_of, graph.users, graph.forward
    queue, queued = list(live), bytearray(len(graph.nodes_of))
    for c in live:
        queued[c] = 1
    for step, c in enumerate(queue):
        if not step % LOOK:
            work.check()
        if step > MASK_STEPS * len(live):
            return None
        queued[c] = 0
        common = every
        for node in graph.nodes_of[c]:
            together = 0
            for x in forward[node]:
                together |= masks[x]
            common &= together
            if not common:
                break
        common |= 1 << position[c]
        if common != masks[c]:
            masks[c] = common
            for user in users[c]:
                u = class_of[user]
                if not queued[u]:
                    queued[u] = 1
                    queue.append(u)
    return masks


def _drop_dominated(graph: Graph, c: int, masks: list[int], position: dict[int, int], instead: dict[int, int]) -> list[int]:
    """Return the nodes of `c` without nodes that need `c` itself, and without nodes that a cheaper node dominates."""
    own, nodes = 1 << position[c], graph.nodes_of[c]
    if len(nodes) == 1:
        return [node for node in nodes if not any([masks[x] & own for x in graph.forward[node]])]
    rows: list[tuple[float, int, int, int, int]] = []
    for node in nodes:
        needs = direct = behind = 0
        for x in graph.forward[node]:
            needs |= masks[x]
            direct |= 1 << position[x]
        if needs & own:
            continue
        for x in graph.back[node]:
            behind |= 1 << position[x]
        rows.append((graph.cost[node], node, direct, needs, behind))
    if graph.signed:  # a dearer node may be better, by children of negative cost
        return sorted(node for _, node, _, _, _ in rows)
    rows.sort()
    kept: list[tuple[int, int, int]] = []
    for _, node, direct, needs, behind in rows:
        for other, direct2, behind2 in kept[:64]:
            if needs & direct2 == direct2 and (not behind2 or (needs | behind) & behind2 == behind2):
                instead[node] = other
                break
        else:
            kept.append((node, direct, behind))
    return sorted(node for node, _, _ in kept)


def _forced_classes(graph: Graph, live: list[int], masks: list[int]) -> list[int]:
    nodes_of = graph.nodes_of
    together = 0
    pending = list(graph.roots)
    done: set[int] = set()
    while pending:
        c = pending.pop()
        if c in done:
            continue
        done.add(c)
        new = masks[c] & ~together
        together |= masks[c]
        pending += _members(new, live)
        # Back children are not in the masks: they are needed, but their derivations may contain the class itself.
        common = {*graph.forward[nodes_of[c][0]], *graph.back[nodes_of[c][0]]}
        for node in nodes_of[c][1:]:
            common &= {*graph.forward[node], *graph.back[node]}
        pending += sorted(common)
    return sorted(done)


def _members(mask: int, live: list[int]) -> list[int]:
    digits = bin(mask)[:1:-1]
    found = []
    at = digits.find("1")
    while at >= 0:
        found.append(live[at])
        at = digits.find("1", at + 1)
    return found
