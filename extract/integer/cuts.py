"""Derivation cuts: rows that every valid selection satisfies and a fractional or cyclic relaxation may violate.

Let W be a set of e-classes that contains e-class c. The e-class of W that a selection derives first has a node without forward children in
W: the node enters W. Hence at least y(c) selected nodes enter W, where y(c) is 1 if c is selected. If W contains a landmark (e-classes of
which every selection needs one), 1 may replace y(c).

Directed cuts of Steiner trees (Wong, 1984) are a special case. So are loop formulas in answer set programming (Lin, Zhao, 2004), and the
disjunctive landmarks of LM-cut in planning (Helmert, Domshlak, 2009).
"""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.extract.base.work import WorkPart

Cut = tuple[tuple[int, ...], tuple[int, ...]]
"""Derivation cut: the e-class c (or the e-classes of a landmark) and the set W, both in ascending order."""

MIN_VIOLATION = 1e-3
"""Minimum violation of a cut to become a row."""

MAX_CUT_DEPTH = 2
"""Maximum number of cuts that one pass of `separate` adds for the same e-class or landmark."""

SEPARATING = 1 / 2
"""Work of a search for violated cuts, in steps per node, and per arc or e-class that a flow visits."""

MAX_CUTS = 200
"""Maximum number of cuts that one of the passes of `separate` returns."""


def entering(graph: Graph, members: Sequence[int]) -> list[int]:
    """Return the nodes of the e-classes `members` without forward children among `members`."""
    inside = set(members)
    return [node for c in members for node in graph.nodes_of[c] if inside.isdisjoint(graph.forward[node])]


def separate(
    graph: Graph,
    x: Sequence[float],
    y: Sequence[float],
    landmarks: Sequence[tuple[int, ...]],
    work: WorkPart,
    positions: int = 3,
) -> list[Cut]:
    """Return distinct cuts, for e-classes and for landmarks, that the node values `x` and e-class values `y` violate.

    Each cut is a minimum cut of a flow from the e-class to the leaves. Flow through a node continues to only one child. In
    pass k of `positions`, it is the kth child that has no complete derivation from nodes of value 1.
    """
    solid = _derived_in_whole(graph, x)
    found: dict[Cut, None] = {}
    for position in range(positions):
        flow = _Flow(graph, x, y, landmarks, solid, position)
        found.update(dict.fromkeys(flow.cuts()))
        work.spend(SEPARATING * flow.looks)
    work.spend(SEPARATING * len(graph.cost))
    return list(found)


def _derived_in_whole(graph: Graph, x: Sequence[float]) -> bytearray:
    """Mark the e-classes that have a complete derivation from nodes whose value `x` is 1."""
    solid = bytearray(len(graph.nodes_of))
    missing: dict[int, int] = {}
    order: list[int] = []
    for c, nodes in enumerate(graph.nodes_of):
        for node in nodes:
            if x[node] > 1 - 1e-6:
                missing[node] = len(graph.forward[node])
                if not missing[node] and not solid[c]:
                    solid[c] = 1
                    order.append(c)
    for c in order:
        for user in graph.users[c]:
            if user in missing:
                missing[user] -= 1
                u = graph.class_of[user]
                if not missing[user] and not solid[u]:
                    solid[u] = 1
                    order.append(u)
    return solid


class _Flow:
    """Flow network from an e-class to the leaves; a node passes at most its value x, to one child only."""

    def __init__(
        self,
        graph: Graph,
        x: Sequence[float],
        y: Sequence[float],
        landmarks: Sequence[tuple[int, ...]],
        solid: bytearray,
        position: int,
    ) -> None:
        self.graph, self.x, self.y = graph, x, y
        self.starts = [row for row in landmarks if not any(solid[c] for c in row)]
        self.sink = len(graph.nodes_of)
        self.looks = 0
        """Number of arcs and e-classes visited."""
        # Arc e runs to `to[e]`; e ^ 1 is its reverse.
        self.to: list[int] = []
        self.room: list[float] = []
        self.arcs: list[list[int]] = [[] for _ in range(self.sink + 1 + len(self.starts))]
        self.only: dict[int, int] = {}
        for c, nodes in enumerate(graph.nodes_of):
            if solid[c] or y[c] < MIN_VIOLATION:
                continue
            passing = [node for node in nodes if x[node] > 1e-9]
            for node in passing:
                children = [child for child in graph.forward[node] if not solid[child]]
                child = children[min(position, len(children) - 1)] if children else self.sink
                self._arc(c, child, x[node])
                if len(passing) == 1:
                    self.only[c] = child
        for start, row in enumerate(self.starts, self.sink + 1):
            for c in row:
                self._arc(start, c, 1.0)
        self.looks += len(self.to)

    def _arc(self, c: int, child: int, room: float) -> None:
        self.arcs[c].append(len(self.to))
        self.arcs[child].append(len(self.to) + 1)
        self.to += [child, c]
        self.room += [room, 0.0]

    def cuts(self) -> list[Cut]:
        found: list[Cut] = []
        starts = [(start, row, 1.0) for start, row in enumerate(self.starts, self.sink + 1)]
        for start, row, need in [*starts, *((c, (c,), self.y[c]) for c in self._targets())]:
            found += self._cuts_of(start, row, need)
            if len(found) >= MAX_CUTS:
                break
        return found

    def _targets(self) -> list[int]:
        """Return the e-classes where flows branch or cycle. If no flow from these violates a cut, no flow does."""
        end: dict[int, int] = {self.sink: self.sink}
        for start in range(self.sink):
            if not self.arcs[start]:
                continue
            path: list[int] = []
            on_path: set[int] = set()
            c = start
            while c not in end and c not in on_path and c in self.only:
                path.append(c)
                on_path.add(c)
                c = self.only[c]
            last = min(path[path.index(c) :]) if c in on_path else end.setdefault(c, c)
            for passed in path:
                end[passed] = last
        return sorted({*end.values()} - {self.sink}, key=lambda c: (-self.y[c], c))

    def _cuts_of(self, start: int, row: tuple[int, ...], need: float) -> list[Cut]:
        """Augment the flow along shortest paths until it reaches `need`; else return violated cuts."""
        to, room = self.to, self.room
        changed: list[tuple[int, float]] = []
        found: list[Cut] = []
        flow = 0.0
        for _ in range(MAX_CUT_DEPTH):
            reached = self._augment(start, need - flow, changed)
            if not reached:
                break
            flow = ordered_sum(amount for e, amount in changed if amount > 0 and to[e] == self.sink)
            members = sorted({*row, *(c for c in reached if c < self.sink)})
            if ordered_sum(self.x[node] for node in entering(self.graph, members)) < need - MIN_VIOLATION:
                found.append((row, tuple(members)))
            inside = set(reached)
            for c in reached:
                for e in self.arcs[c]:
                    if not e & 1 and to[e] not in inside:
                        room[e] += 1.0
                        changed.append((e, -1.0))
        for e, amount in reversed(changed):
            if amount > 0:
                room[e ^ 1] -= amount
            room[e] += amount
        return found

    def _augment(self, start: int, need: float, changed: list[tuple[int, float]]) -> list[int]:
        """Increase the flow to `need` if possible, else return the e-classes still reachable from `start`."""
        to, room, arcs, sink = self.to, self.room, self.arcs, self.sink
        while need > MIN_VIOLATION:
            parent = {start: -1}
            queue = [start]
            for c in queue:
                for e in arcs[c]:
                    if room[e] > 1e-9 and to[e] not in parent:
                        parent[to[e]] = e
                        queue.append(to[e])
                if sink in parent:
                    break
            else:
                self.looks += len(queue)
                return queue
            self.looks += len(queue)
            amount, path, c = need, [], sink
            while c != start:
                e = parent[c]
                path.append(e)
                amount = min(amount, room[e])
                c = to[e ^ 1]
            for e in path:
                room[e] -= amount
                room[e ^ 1] += amount
                changed.append((e, amount))
            need -= amount
        return []
