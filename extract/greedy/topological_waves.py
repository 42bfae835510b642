"""Waves: levels of a topological order of the e-classes, each of which one array operation processes.

E-classes on a cycle of forward edges have no such order. They are ordered as in a given acyclic choice of nodes. Nodes with a child later
in the order are excluded, so selections have no cycle.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from egraph_opt.extract.base.problem import BoolArray, FloatArray, IntArray
from egraph_opt.extract.base.pruned_graph import Graph, knots

SETUP = 8
"""Work, in steps per node, of building the arrays by topological level."""

SWEEP, WAVE = 1 / 8, 10
"""Work, in steps per node and per level of the topological order, of a pass over all levels."""


class WaveGraph:
    """Graph without back edges as arrays, for one array operation per topological level (wave).

    E-classes are renumbered by wave, nodes by e-class, child entries by node. A node without children gets the sentinel e-class `count`,
    of cost 0, as a child.
    """

    def __init__(self, graph: Graph, choice: Sequence[int]) -> None:
        """Build the arrays; `choice` is acyclic and has a node for every e-class of `graph`."""
        order = _order(graph, choice)
        place = [0] * len(graph.nodes_of)
        for i, c in enumerate(order):
            place[c] = i
        wave = [0] * len(graph.nodes_of)
        for c in order:
            earlier = [wave[x] for node in graph.nodes_of[c] for x in graph.forward[node] if place[x] < place[c]]
            wave[c] = max(earlier, default=-1) + 1
        order.sort(key=lambda c: (wave[c], place[c]))
        self.classes = order
        self.count = len(order)
        starts = np.flatnonzero(np.diff([wave[c] for c in order], prepend=-1))
        self.waves: list[int] = [*map(int, starts), self.count]
        """Start of each wave, followed by the end of the last wave."""
        number = [0] * len(graph.nodes_of)
        for i, c in enumerate(order):
            number[c] = i
        self.nodes = [node for c in order for node in graph.nodes_of[c]]
        self.cost: FloatArray = np.array([graph.cost[node] for node in self.nodes])
        self.nodes_from = _starts([len(graph.nodes_of[c]) for c in order])
        self.class_of: IntArray = np.repeat(np.arange(self.count), np.diff(self.nodes_from))
        below = [[number[x] for x in graph.forward[node]] or [self.count] for node in self.nodes]
        self.children_from = _starts([len(each) for each in below])
        self.child: IntArray = np.array([x for each in below for x in each], dtype=np.int64)
        self.node_of: IntArray = np.repeat(np.arange(len(self.nodes)), np.diff(self.children_from))
        rank = np.array([place[c] for c in order] + [-1])
        self.allowed: BoolArray = np.ones(len(self.nodes), dtype=np.bool_)
        """Whether all children of a node are in earlier waves, per node."""
        self.allowed[self.node_of[rank[self.child] >= rank[self.class_of[self.node_of]]]] = False
        self.roots: BoolArray = np.zeros(self.count + 1, dtype=np.bool_)
        self.roots[[number[c] for c in graph.roots]] = True
        self.at = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        """New number of each node of the original graph."""

    @property
    def steps(self) -> float:
        return SWEEP * len(self.nodes) + WAVE * len(self.waves)

    def needed_classes(self, choice: IntArray) -> BoolArray:
        """Return a boolean mask of the e-classes that the roots need."""
        need = self.roots.copy()
        for low, high in zip(self.waves[-2::-1], self.waves[:0:-1], strict=True):
            chosen = choice[low + np.flatnonzero(need[low:high])]
            if len(chosen):
                need[self.child[self.entries(chosen)]] = True
        return need[:-1]

    def entries(self, nodes: IntArray) -> IntArray:
        """Return the positions in `child` of the children of `nodes`."""
        first = self.children_from[nodes]
        counts = self.children_from[nodes + 1] - first
        ends = np.cumsum(counts)
        found: IntArray = np.repeat(first - ends + counts, counts) + np.arange(ends[-1])
        return found

    def least_nodes(self, values: FloatArray) -> tuple[IntArray, FloatArray]:
        """Return the first node of least value per e-class, and the value."""
        low: FloatArray = np.minimum.reduceat(values, self.nodes_from[:-1])
        hits = np.flatnonzero(values == low[self.class_of])[::-1]
        found = np.empty(self.count, dtype=np.int64)
        found[self.class_of[hits]] = hits
        return found, low


def _order(graph: Graph, choice: Sequence[int]) -> list[int]:
    """Return the e-classes with nodes, children first: by strongly connected component, and within one by the acyclic `choice`."""
    useful = [c for c, nodes in enumerate(graph.nodes_of) if nodes]
    place = [-1] * len(graph.nodes_of)
    found = 0
    for start in useful:
        pending = [start]
        while pending:
            c = pending[-1]
            missing = [x for x in graph.forward[choice[c]] if place[x] < 0] if place[c] < 0 else []
            if missing:
                pending += missing
                continue
            pending.pop()
            if place[c] < 0:
                place[c] = found
                found += 1
    knot = knots(graph, useful)
    return sorted(useful, key=lambda c: (knot[c], place[c]))


def _starts(counts: Sequence[int]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
