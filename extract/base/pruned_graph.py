"""Graph of a problem's useful nodes as Python lists, which pure Python traverses several times faster than arrays.

A node is useful if it is reachable from the roots and derivable: it can be part of a selection without a forbidden cycle. Valid selections
contain only useful nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True, eq=False, slots=True)
class Graph:
    """Graph of the nodes that a valid selection may contain; `forward` and `back` list the distinct children of each node.

    E-classes and nodes have the same numbers as in the problem.
    """

    nodes_of: list[list[int]]
    class_of: list[int]
    cost: list[float]
    forward: list[tuple[int, ...]]
    back: list[tuple[int, ...]]
    users: list[list[int]]
    """Per e-class, the nodes that have the e-class as a forward child."""
    roots: list[int]
    signed: bool = False
    """True if some cost is negative."""

    @property
    def size(self) -> int:
        """Number of nodes plus number of child edges."""
        return len(self.cost) + sum(map(len, self.forward)) + sum(map(len, self.back))

    @classmethod
    def from_arrays(
        cls,
        class_of: list[int],
        cost: list[float],
        start: list[int],
        child: list[int],
        is_back: list[bool],
        roots: list[int],
        class_count: int,
    ) -> Graph:
        """Return the graph of the nodes that a valid selection may contain. A root from which no finite term can be built has no nodes."""
        forward: list[tuple[int, ...]] = []
        back: list[tuple[int, ...]] = []
        for node in range(len(class_of)):
            low, high = start[node], start[node + 1]
            if True in is_back[low:high]:
                ahead = tuple(dict.fromkeys(child[i] for i in range(low, high) if not is_back[i]))
                forward.append(ahead)
                back.append(tuple(dict.fromkeys(child[i] for i in range(low, high) if is_back[i] and child[i] not in ahead)))
            else:
                forward.append(tuple(child[low:high]) if high - low < 2 else tuple(dict.fromkeys(child[low:high])))
                back.append(())
        return cls._useful(class_of, cost, forward, back, roots, class_count, bytearray(len(class_of)))

    def drop_nodes(self, nodes: Collection[int]) -> Graph:
        """Return the graph without `nodes` and without nodes that no valid selection can contain any more."""
        banned = bytearray(b"\1") * len(self.cost)
        for kept in self.nodes_of:
            for node in kept:
                banned[node] = node in nodes
        return self._useful(self.class_of, self.cost, self.forward, self.back, self.roots, len(self.nodes_of), banned)

    def restrict(self, nodes_of: list[list[int]]) -> Restriction:
        """Return the graph of the nodes `nodes_of` each e-class, without nodes that no valid selection can contain any more."""
        classes = [c for c, nodes in enumerate(nodes_of) if nodes]
        number = {c: i for i, c in enumerate(classes)}
        nodes: list[int] = []
        class_of: list[int] = []
        for c in classes:
            for node in nodes_of[c]:
                if all(x in number for x in self.forward[node]) and all(x in number for x in self.back[node]):
                    nodes.append(node)
                    class_of.append(number[c])
        small = self._useful(
            class_of,
            [self.cost[node] for node in nodes],
            [tuple(number[x] for x in self.forward[node]) for node in nodes],
            [tuple(number[x] for x in self.back[node]) for node in nodes],
            [number[c] for c in self.roots],
            len(classes),
            bytearray(len(nodes)),
        )
        return Restriction(small, classes, nodes, len(self.nodes_of))

    @classmethod
    def _useful(
        cls,
        class_of: list[int],
        cost: list[float],
        forward: list[tuple[int, ...]],
        back: list[tuple[int, ...]],
        roots: list[int],
        class_count: int,
        banned: bytearray,
    ) -> Graph:
        alive = _derivable(class_of, forward, back, class_count, banned)
        candidates: list[list[int]] = [[] for _ in range(class_count)]
        for node, c in enumerate(class_of):
            if alive[node]:
                candidates[c].append(node)
        nodes_of: list[list[int]] = [[] for _ in range(class_count)]
        users: list[list[int]] = [[] for _ in range(class_count)]
        roots = sorted(set(roots))
        seen = bytearray(class_count)
        pending = list(roots)
        for c in roots:
            seen[c] = 1
        for c in pending:
            nodes_of[c] = candidates[c]
            for node in candidates[c]:
                for x in forward[node]:
                    users[x].append(node)
                    if not seen[x]:
                        seen[x] = 1
                        pending.append(x)
                for x in back[node]:
                    if not seen[x]:
                        seen[x] = 1
                        pending.append(x)
        return cls(nodes_of, class_of, cost, forward, back, users, roots, min(cost, default=0.0) < 0.0)

    def needed_classes(self, choice: Sequence[int]) -> list[int]:
        """Return the e-classes that the roots need under a closed choice."""
        seen = bytearray(len(self.nodes_of))
        found = list(self.roots)
        for c in found:
            seen[c] = 1
        for c in found:
            node = choice[c]
            for x in self.forward[node]:
                if not seen[x]:
                    seen[x] = 1
                    found.append(x)
            for x in self.back[node]:
                if not seen[x]:
                    seen[x] = 1
                    found.append(x)
        return found

    def postorder(self, starts: Sequence[int]) -> list[int]:
        """Return the e-classes reachable from `starts` by forward edges, children before users (except in cycles)."""
        seen = bytearray(len(self.nodes_of))
        order: list[int] = []
        for start in starts:
            pending = [start]
            while pending:
                c = pending.pop()
                if c < 0:
                    order.append(~c)
                elif not seen[c]:
                    seen[c] = 1
                    pending.append(~c)
                    for node in self.nodes_of[c]:
                        pending += [x for x in self.forward[node] if not seen[x]]
        return order

    def prune_choice(self, choice: Sequence[int]) -> tuple[list[int], float]:
        """Return `choice` with -1 for unneeded e-classes, and its DAG cost."""
        needed = self.needed_classes(choice)
        kept = [-1] * len(self.nodes_of)
        for c in needed:
            kept[c] = choice[c]
        return kept, fsum(self.cost[kept[c]] for c in needed)


@dataclass(frozen=True, eq=False, slots=True)
class Restriction:
    """Graph of some nodes of a whole graph, with renumbered e-classes and nodes."""

    graph: Graph
    classes: list[int]
    """Per e-class of `graph`, its number in the whole graph."""
    nodes: list[int]
    """Per node of `graph`, its number in the whole graph."""
    count: int
    """Number of e-classes of the whole graph."""

    def reduce_choice(self, best: tuple[list[int], float]) -> tuple[list[int], float]:
        """Map a selection of the whole graph, whose nodes are all in `graph`, to `graph`."""
        number = {node: i for i, node in enumerate(self.nodes)}
        return [number[best[0][c]] if best[0][c] >= 0 else -1 for c in self.classes], best[1]

    def expand_choice(self, best: tuple[list[int], float]) -> tuple[list[int], float]:
        """Map a selection of `graph` to the whole graph."""
        choice = [-1] * self.count
        for c, node in zip(self.classes, best[0], strict=True):
            choice[c] = self.nodes[node] if node >= 0 else -1
        return choice, best[1]


def topological(graph: Graph, choice: Sequence[int], needed: Sequence[int]) -> list[int]:
    """Return the e-classes `needed`, children first, as `choice` connects them by forward edges, except those on or above a cycle."""
    missing = {c: len(graph.forward[choice[c]]) for c in needed}
    users: dict[int, list[int]] = {c: [] for c in needed}
    for c in needed:
        for x in graph.forward[choice[c]]:
            users[x].append(c)
    order = [c for c in needed if not missing[c]]
    for c in order:
        for user in users[c]:
            missing[user] -= 1
            if not missing[user]:
                order.append(user)
    return order


def _derivable(
    class_of: list[int], forward: list[tuple[int, ...]], back: list[tuple[int, ...]], class_count: int, banned: bytearray
) -> bytearray:
    """Return a mask of the nodes that can be part of a selection whose cycles all contain a back edge.

    It is the least fixpoint over forward edges inside the greatest fixpoint over back edges. Nodes in `banned` are excluded, and all nodes
    outside the mask are added to `banned`.
    """
    users: list[list[int]] = [[] for _ in range(class_count)]
    for node, ahead in enumerate(forward):
        if not banned[node]:
            for x in ahead:
                users[x].append(node)
        if class_of[node] in ahead:
            banned[node] = 1
    looping = [node for node, behind in enumerate(back) if behind]
    while True:
        missing = [len(ahead) for ahead in forward]
        derived = bytearray(class_count)
        order: list[int] = []
        for node, count in enumerate(missing):
            c = class_of[node]
            if not count and not banned[node] and not derived[c]:
                derived[c] = 1
                order.append(c)
        for x in order:
            for node in users[x]:
                missing[node] -= 1
                c = class_of[node]
                if not missing[node] and not banned[node] and not derived[c]:
                    derived[c] = 1
                    order.append(c)
        refused = [node for node in looping if not banned[node] and not all(derived[x] for x in back[node])]
        if not refused:
            return bytearray(not count and not ban for count, ban in zip(missing, banned, strict=True))
        for node in refused:
            banned[node] = 1


def knots(graph: Graph, classes: list[int]) -> list[int]:
    """Return the number of each e-class's strongly connected component over forward edges; children have lower numbers (Tarjan 1972)."""
    count = len(graph.nodes_of)
    index, low, knot = [0] * count, [0] * count, [-1] * count
    stack: list[int] = []
    reached = found = 0
    children = {c: list(dict.fromkeys(x for node in graph.nodes_of[c] for x in graph.forward[node])) for c in classes}
    for start in classes:
        if index[start]:
            continue
        reached += 1
        index[start] = low[start] = reached
        stack.append(start)
        path = [(start, iter(children[start]))]
        while path:
            c, rest = path[-1]
            for x in rest:
                if not index[x]:
                    reached += 1
                    index[x] = low[x] = reached
                    stack.append(x)
                    path.append((x, iter(children[x])))
                    break
                if knot[x] < 0:
                    low[c] = min(low[c], index[x])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[c])
                if low[c] == index[c]:
                    while knot[c] < 0:
                        knot[stack.pop()] = found
                    found += 1
    return knot
