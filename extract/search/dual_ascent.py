"""Dual ascent: a lower bound, and cuts that prove the bound, without a linear program.

An e-class that nodes of cost 0 alone cannot derive has a derivation cut whose entering nodes all have positive cost. Every selection
contains at least one entering node. So the ascent adds the minimum cost of the entering nodes to the bound, subtracts the minimum from
their costs, and repeats. For Steiner trees, the method is Wong's dual ascent (1984); in AI planning, LM-cut (Helmert, Domshlak, 2009).
"""

from __future__ import annotations

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.local_search import SETTLING
from egraph_opt.extract.integer.cuts import Cut
from egraph_opt.extract.search.reduced_cost_fixing import derivations

LOOKING = 1 / 2
"""Work, in steps, per visit of a node."""

VISITED_FRACTION = 1 / 4
"""Fraction of the nodes visited between two computations of the most expensive children, which dominate the run time."""


def ascend(graph: Graph, work: WorkPart, part: float = VISITED_FRACTION, noting: bool = False) -> Ascent:
    """Return a lower bound with its proof: cuts at the roots. Costs must be >= 0.

    The ascent follows a node of cost 0 to the child that is most expensive to derive at the remaining costs. The most expensive children
    are recomputed whenever the fraction `part` of all nodes was visited. With `noting`, each cut comes with the nodes of which a selection
    needs one.
    """
    ascent = Ascent(graph, noting)
    ascent.climb(work, part)
    return ascent


class Ascent:
    """Dual ascent in progress: remaining cost of each node, and e-classes derivable at cost 0."""

    def __init__(self, graph: Graph, noting: bool) -> None:
        self.graph = graph
        self.rank: list[float] = []
        self.cost = list(graph.cost)
        """Remaining cost per node, by which the bound rises if the node is selected."""
        self.bound = 0.0
        self.cuts: list[Cut] = []
        self.entering: list[tuple[int, ...]] = []
        """Entering nodes of each cut, in ascending order, if `noting` is true."""
        self.noting = noting
        self.derived = bytearray(len(graph.nodes_of))
        self.visits = float(len(graph.cost))
        """Number of nodes visited since the most expensive children were computed."""
        self.waiting: list[int] = []
        """Roots that are still to be cut in this pass over all roots, last first."""
        self.spent = 0.0
        """Work so far, in steps."""
        self.ended = False
        """True if all roots are derived at cost 0: the bound rises no further."""
        self.missing = [len(ahead) for ahead in graph.forward]
        self._derive([node for nodes in graph.nodes_of for node in nodes if not self.cost[node] and not self.missing[node]])

    def climb(self, work: WorkPart, part: float = VISITED_FRACTION) -> None:
        """Continue the ascent until it ends or `work` is used up. Interruptions do not change its course."""
        began, size = work.spent, len(self.graph.cost)
        while not self.ended and not work.over():
            self.waiting = self.waiting or [root for root in reversed(self.graph.roots) if not self.derived[root]]
            self.ended = not self.waiting
            if self.waiting and not self.derived[self.waiting[-1]]:
                if self.visits >= part * size:
                    if work.over(SETTLING * size):
                        break
                    work.spend(SETTLING * size)
                    self.rank = derivations(self.graph, self.cost)
                    self.visits = 0
                visits = self.cut(self.waiting[-1])
                self.visits += visits
                work.spend(LOOKING * visits)
            if self.waiting:
                self.waiting.pop()
        self.spent += work.spent - began

    def _derive(self, nodes: list[int]) -> None:
        """Mark the e-classes that nodes of cost 0 derive, from `nodes` upwards."""
        class_of, users = self.graph.class_of, self.graph.users
        pending = nodes
        while pending:
            c = class_of[pending.pop()]
            if not self.derived[c]:
                self.derived[c] = 1
                for user in users[c]:
                    self.missing[user] -= 1
                    if not self.missing[user] and not self.cost[user]:
                        pending.append(user)

    def cut(self, root: int) -> int:
        """Raise the bound by a cut at `root`; return the number of visited nodes."""
        nodes_of, forward, cost, rank = self.graph.nodes_of, self.graph.forward, self.cost, self.rank
        members, inside = [root], {root}
        looks = 0
        for c in members:
            looks += len(nodes_of[c])
            for node in nodes_of[c]:
                if not cost[node] and inside.isdisjoint(forward[node]):
                    child = max([x for x in forward[node] if not self.derived[x]], key=rank.__getitem__)
                    inside.add(child)
                    members.append(child)
        entering = [node for c in members for node in nodes_of[c] if inside.isdisjoint(forward[node])]
        least = min(cost[node] for node in entering)
        self.bound += least
        free = []
        for node in entering:
            cost[node] -= least
            if not cost[node] and not self.missing[node]:
                free.append(node)
        self.cuts.append(((root,), tuple(sorted(members))))
        if self.noting:
            self.entering.append(tuple(sorted(entering)))
        self._derive(free)
        return looks
