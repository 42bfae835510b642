"""Large-neighbourhood search: fix the nodes of all but some adjacent e-classes, and solve this subproblem exactly.

Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems". The size of neighbourhoods grows after
a complete solve and shrinks after an incomplete solve.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

from egraph_opt.extract.base.extractor_result import Candidate, cheaper
from egraph_opt.extract.base.pruned_graph import Graph, Restriction
from egraph_opt.extract.base.work import WorkPart

FIRST, LEAST, MOST = 300.0, 50.0, 6000.0
"""Number of nodes of the first, the smallest and the largest neighbourhood."""

SHARES = 0.25, 0.5
"""Limits of the first and the largest neighbourhood as fractions of all nodes."""

RISE, FALL = 1.05, 0.85
"""Factors of the neighbourhood size after a complete and after an incomplete solve."""

SOLVING, SOLVING_NODE, SOLVING_LEAST, CUTTING = 3e5, 150, 3e4, 0.25
"""Maximum work, in steps, of solving a neighbourhood, and the same per node of the graph; work per node of extracting the neighbourhood."""

IDLE, ALL = 200, 1000
"""Work, in steps per node, after which a search without a gain ends, and maximum work in total."""

NEARNESS_WEIGHT = 2.0
"""Bias of a neighbourhood towards e-classes near its centre."""

Solve = Callable[[Graph, Candidate, WorkPart], tuple[Candidate, float, bool]]
"""Function that improves a selection and returns it, a lower bound, and whether the search completed."""


class NeighbourhoodSearch:
    """Large-neighbourhood search in progress. Interruptions do not change its course."""

    def __init__(self, graph: Graph, solve: Solve) -> None:
        self.graph, self.solve = graph, solve
        self.random = Random(0)  # only floats are drawn, which are identical in every version of Python
        size = len(graph.cost)
        self.most, self.limit = (max(LEAST, min(most, share * size)) for most, share in zip((FIRST, MOST), SHARES, strict=True))
        self.spent = self.idle = 0.0
        """Work in steps: of all neighbourhoods, and of those since the last gain."""
        self.best: Candidate = [], 0.0
        self.users: list[list[int]] = []
        self.centres: list[int] = []

    @property
    def is_exhausted(self) -> bool:
        size = len(self.graph.cost)
        return self.spent >= ALL * size or self.idle >= IDLE * size

    def improve(self, best: Candidate, work: WorkPart, patience: float = inf) -> Candidate:
        """Continue from `best` until the search ends, `work` is used up, or `patience` steps bring no gain; return the best selection."""
        graph, idle = self.graph, 0.0
        if best != self.best:
            self._move(best)
        while self.centres and not self.is_exhausted and idle < patience and work.allows(CUTTING * len(graph.cost)):
            began = work.spent
            work.spend(CUTTING * len(graph.cost))
            centre = self.centres[int(self.random.random() * len(self.centres))]
            freed = _free_classes(graph, self.best[0], _near(graph, self.best[0], self.users, centre, self.most, self.random))
            limit = min(SOLVING, max(SOLVING_LEAST, SOLVING_NODE * len(graph.cost)), ALL * len(graph.cost) - self.spent)
            reached, _, ended = self.solve(freed.graph, freed.reduce_choice(self.best), work.part(limit))
            self.most = min(self.limit, RISE * self.most) if ended else max(LEAST, FALL * self.most)
            self.spent += work.spent - began
            self.idle += work.spent - began
            idle += work.spent - began
            if cheaper(reached, self.best):
                self._move(freed.expand_choice(reached))
                idle = 0.0
        return self.best

    def _move(self, best: Candidate) -> None:
        self.best, self.users, self.idle = best, _users(self.graph, best[0]), 0.0
        self.centres = [c for c, node in enumerate(best[0]) if node >= 0 and len(self.graph.nodes_of[c]) > 1]


def _users(graph: Graph, choice: list[int]) -> list[list[int]]:
    """Return, per e-class, the selected e-classes whose chosen node needs the e-class."""
    users: list[list[int]] = [[] for _ in graph.nodes_of]
    for c, node in enumerate(choice):
        if node >= 0:
            for x in graph.forward[node] + graph.back[node]:
                users[x].append(c)
    return users


def _near(graph: Graph, choice: list[int], users: list[list[int]], centre: int, most: float, random: Random) -> set[int]:
    """Return e-classes near `centre`, with about `most` nodes in total, reached through children and selected users."""
    order, seen = [centre], {centre}
    size = done = 0
    while done < len(order) and size < most:
        drawn = done + int(random.random() ** NEARNESS_WEIGHT * (len(order) - done))
        order[done], order[drawn] = order[drawn], order[done]
        c = order[done]
        done += 1
        size += len(graph.nodes_of[c])
        near = [x for node in graph.nodes_of[c] for x in graph.forward[node] + graph.back[node]]
        for x in [*users[c], *near] if choice[c] >= 0 else near:
            if x not in seen:
                seen.add(x)
                order.append(x)
    return set(order[:done])


def _free_classes(graph: Graph, choice: list[int], inside: set[int]) -> Restriction:
    """Return the graph in which each e-class outside `inside` has only its chosen node, or no node if unneeded."""
    return graph.restrict([graph.nodes_of[c] if c in inside else [node] if node >= 0 else [] for c, node in enumerate(choice)])
