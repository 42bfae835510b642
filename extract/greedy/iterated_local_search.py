"""Iterated local search: perturb the costs, build a selection that is cheap at these costs, improve it at the true costs, repeat.

Lourenço, Martin, Stützle 2003, "Iterated local search". Two perturbations alternate. The first makes some chosen nodes expensive and all
other chosen nodes free. The second divides the cost of each e-class equally among its current users.
"""

from __future__ import annotations

from math import inf
from random import Random

from egraph_opt.extract.base.extractor_result import Candidate, cheaper
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.local_search import SETTLING, improve
from egraph_opt.extract.greedy.tree_extraction import settle

PERTURBED_COST_FACTOR, PERTURBED_FRACTION = 3.0, 1 / 20
"""Cost factor of a perturbed node, and the fraction of chosen nodes that are perturbed."""

ROUND = 5
"""Maximum work, in steps per node, for improving a perturbed selection."""

SHARING = 4
"""Number of rounds between two perturbations that divide each e-class's cost among its users."""


class IteratedLocalSearch:
    """Iterated local search in progress: a number of rounds, made in one or several turns."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.random = Random(0)  # only floats are drawn, which are identical in every version of Python
        self.rounds = 0
        """Number of rounds so far."""
        self.best: Candidate = [], 0.0
        self.current = self.best

    def improve(self, best: Candidate, rounds: int, work: WorkPart, patience: float = inf) -> Candidate:
        """Continue from `best` until there were `rounds` rounds, `work` is used up, or `patience` steps bring no gain; return the best."""
        graph, idle = self.graph, 0.0
        if best is not self.best:
            self.best = self.current = best
        while self.rounds < rounds and idle < patience and not work.over(2 * SETTLING * len(graph.cost)):
            began = work.spent
            work.spend(2 * SETTLING * len(graph.cost))
            shares = self.rounds % SHARING == SHARING - 1
            self.rounds += 1
            price = _shared_prices(graph, self.current) if shares else _disturb_prices(graph, self.current, self.random)
            choice, _ = settle(graph, price)
            self.current, _ = improve(graph, graph.prune_choice(choice), work.part(ROUND * len(graph.cost)))
            idle += work.spent - began
            if cheaper(self.current, self.best):
                self.best, idle = self.current, 0.0
            elif not shares:
                self.current = self.best
        return self.best


def perturb(graph: Graph, best: Candidate, rounds: int, work: WorkPart) -> Candidate:
    """Return a clearly cheaper selection than `best` if found within `rounds` rounds, else `best`."""
    return IteratedLocalSearch(graph).improve(best, rounds, work)


def _disturb_prices(graph: Graph, current: Candidate, random: Random) -> list[float]:
    price = list(graph.cost)
    for node in current[0]:
        if node >= 0:
            price[node] = PERTURBED_COST_FACTOR * abs(price[node]) if random.random() < PERTURBED_FRACTION else 0.0
    return price


def _shared_prices(graph: Graph, current: Candidate) -> list[float]:
    uses = [0] * len(graph.nodes_of)
    for node in current[0]:
        if node >= 0:
            for x in graph.forward[node] + graph.back[node]:
                uses[x] += 1
    return [cost / max(1, uses[c]) for cost, c in zip(graph.cost, graph.class_of, strict=True)]
