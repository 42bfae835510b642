"""Large-neighbourhood search: fix the nodes of all but some adjacent e-classes, and solve this subproblem exactly.

Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems". The size of neighbourhoods grows after
a complete solve and shrinks after an incomplete solve.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from egraph_opt.extract.base.extractor_result import Candidate, cheaper
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart

FIRST, LEAST, MOST = 300.0, 50.0, 6000.0
"""Number of nodes of the first, the smallest and the largest neighbourhood."""

RISE, FALL = 1.05, 0.85
"""Factors of the neighbourhood size after a complete and after an incomplete solve."""

SOLVING, CUTTING = 5e5, 1.0
"""Maximum work, in steps, of solving a neighbourhood; work per node of extracting the neighbourhood."""

IDLE, ALL = 200, 1000
"""Work, in steps per node, after which a search without a gain ends, and maximum work in total."""

NEARNESS_WEIGHT = 2.0
"""Bias of a neighbourhood towards e-classes near its centre."""

Solve = Callable[[Graph, Candidate, WorkPart], tuple[Candidate, float, bool]]
"""Function that improves a selection and returns it, a lower bound, and whether the search completed."""


def search_around(graph: Graph, best: Candidate, solve: Solve, work: WorkPart) -> Candidate:
    """Return a clearly cheaper selection than `best` if found, else `best`."""
    random = Random(0)  # only floats are drawn, which are identical in every version of Python
    whole = work.part(ALL * len(graph.cost))
    idle, most = whole.part(IDLE * len(graph.cost)), FIRST
    users = _users(graph, best[0])
    centres = [c for c, node in enumerate(best[0]) if node >= 0 and len(graph.nodes_of[c]) > 1]
    while centres and whole.allows(CUTTING * len(graph.cost)) and not idle.over():
        whole.spend(CUTTING * len(graph.cost))
        inside = _near(graph, best[0], users, centres[int(random.random() * len(centres))], most, random)
        found, _, ended = solve(_free_classes(graph, best[0], inside), best, whole.part(SOLVING))
        most = min(MOST, RISE * most) if ended else max(LEAST, FALL * most)
        if cheaper(found, best):
            best, idle = found, whole.part(IDLE * len(graph.cost))
            users = _users(graph, best[0])
            centres = [c for c, node in enumerate(best[0]) if node >= 0 and len(graph.nodes_of[c]) > 1]
    return best


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


def _free_classes(graph: Graph, choice: list[int], inside: set[int]) -> Graph:
    """Return the graph in which each e-class outside `inside` has only its chosen node, or no node if unneeded."""
    out: set[int] = set()
    for c, nodes in enumerate(graph.nodes_of):
        if c not in inside:
            out.update(node for node in nodes if node != choice[c])
    return graph.drop_nodes(out)
