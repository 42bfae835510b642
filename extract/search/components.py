"""Independent components of a reduced extraction problem, with their landmarks and cuts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from egraph_opt.extract.base.extractor_result import Candidate, better
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkOver, WorkPart
from egraph_opt.extract.integer.cuts import Cut
from egraph_opt.extract.integer.landmark import landmarks
from egraph_opt.extract.search.branch_and_bound import Row
from egraph_opt.extract.search.class_merging import Smaller, shrink
from egraph_opt.extract.search.problem_reduction import components, subgraph

REDUCING, SHRINKING, MARKING, PARTING = 2, 6, 1, 1
"""Work, in steps per node: one reduction, all reductions, finding landmarks, splitting into components."""


class Component(NamedTuple):
    """Component as a separate graph, with landmarks, cuts and current selection; `nodes` maps node numbers to the whole graph."""

    graph: Graph
    rows: list[Row]
    cuts: list[Cut]
    warm: Candidate
    nodes: list[int]


class ComponentSelection:
    """Selection of nodes of a graph that is improved component by component; the largest component is last."""

    def __init__(self, graph: Graph, warm: Candidate, cuts: Iterable[Cut], work: WorkPart) -> None:
        """Reduce `graph` and split it into components; `cuts` use the e-class numbers of `graph`. Raises `WorkOver`."""
        work.spend(SHRINKING * len(graph.cost))
        _ensure(work)
        self.whole = graph
        self.shrunk: Smaller = shrink(graph, work)
        self.graph = self.shrunk.graph
        work.spend(MARKING * len(graph.cost))
        _ensure(work)
        found, forced = landmarks(self.graph, self.shrunk.forced, work)
        work.spend(PARTING * len(graph.cost))
        _ensure(work)
        self.is_forced = bytearray(len(graph.nodes_of))
        for c in forced:
            self.is_forced[c] = 1
        self.restart(warm)
        work.check()
        self.members = components(self.graph, forced, self.is_forced)
        work.check()
        self.members.sort(key=len)
        part_of = {c: i for i, part in enumerate(self.members) for c in part}
        self.rows: list[list[Row]] = [[] for _ in self.members]
        for row in found:
            within = {part_of.get(c, -1) for c in row}
            # Components share only forced classes. A row across several components does not constrain one alone.
            if len(within) == 1 and -1 not in within:
                self.rows[within.pop()].append(row)
        self.cuts: list[list[Cut]] = [[] for _ in self.members]
        for begin, inside in cuts:
            begin = tuple(c for c in begin if c in part_of)
            within = {part_of[c] for c in begin}
            # A landmark is valid only as a whole.
            if len(within) == 1:
                self.cuts[within.pop()].append((begin, inside))

    def restart(self, warm: Candidate) -> None:
        """Replace the initial selection."""
        self.warm, self.selected = warm, self.shrunk.reduce_choice(warm[0])

    def cost_without_choice(self, i: int) -> float | None:
        """Return the cost of component `i` if it has no choice of nodes, else None."""
        part, nodes_of = self.members[i], self.graph.nodes_of
        if any(len(nodes_of[c]) != 1 for c in part):
            return None
        return fsum(self.graph.cost[self.selected[c]] for c in part if self.selected[c] >= 0)

    def subproblem(self, i: int, work: WorkPart) -> Component:
        """Return component `i`, with e-classes and nodes renumbered from 0. Raises `WorkOver`."""
        work.check()
        part = self.members[i]
        small = subgraph(self.graph, part, self.is_forced)
        work.check()
        nodes = [node for c in part for node in self.graph.nodes_of[c]]
        class_number = {c: i for i, c in enumerate(part)}
        node_number = {node: i for i, node in enumerate(nodes)}
        start = small.prune_choice([node_number.get(self.selected[c], -1) for c in part])

        def renumber(classes: Sequence[int]) -> tuple[int, ...]:
            return tuple(class_number[c] for c in classes if c in class_number)

        rows = [renumber(row) for row in self.rows[i]]
        return Component(small, rows, [(renumber(begin), renumber(inside)) for begin, inside in self.cuts[i]], start, nodes)

    def choose(self, i: int, own: Component, choice: Sequence[int]) -> None:
        """Set the selection of component `i`; `choice` uses the node numbers of `own`."""
        for c, node in zip(self.members[i], choice, strict=True):
            self.selected[c] = own.nodes[node] if node >= 0 else -1

    def combined_selection(self) -> Candidate:
        """Return the cheaper of the combined selection in the whole graph and the initial selection."""
        return better(self.warm, self.whole.prune_choice(self.shrunk.expand_choice(self.selected)))


def _ensure(work: WorkPart) -> None:
    if work.over():
        raise WorkOver
