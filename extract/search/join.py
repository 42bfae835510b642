"""Reduction before the exact search: a class without a choice that only one other class uses becomes a part of its users.

Such a class is selected if and only if one of these nodes is, and then it is paid once. So each node takes over its cost and its
children: the selections and their costs stay, with fewer classes. Dual ascent and cuts then see at once what such a node needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.extract.base.graph import Graph
from egraph_opt.extract.search.reduce import reduce


class Smaller(NamedTuple):
    """Hold a reduced graph with the problem's numbers, the classes that every selection needs, and the ways there and back."""

    graph: Graph
    forced: list[int]
    instead: dict[int, int]
    """For each node that is no longer there, the one that replaces it."""
    joined: dict[int, int]
    """The node of each class that is a part of its users now."""

    def there(self, choice: Sequence[int]) -> list[int]:
        """Return the selection of the reduced graph for one of the whole graph."""
        selected, _ = self.graph.pruned([self.instead.get(node, node) for node in choice])
        return selected

    def back(self, choice: Sequence[int]) -> list[int]:
        """Return a choice of the whole graph, also for classes that nothing needs, for a selection of the reduced one."""
        return [self.joined.get(c, node) for c, node in enumerate(choice)]


def shrink(graph: Graph) -> Smaller:
    """Return the graph reduced, then joined, and then reduced again, as nodes that took over others may be dominated."""
    smaller, forced, instead = reduce(graph)
    fewer, joined = join(smaller)
    if not joined:
        return Smaller(smaller, forced, instead, joined)
    fewer, forced, further = reduce(fewer)
    whole = {node: further.get(other, other) for node, other in instead.items()}
    return Smaller(fewer, forced, further | whole, joined)


def join(graph: Graph) -> tuple[Graph, dict[int, int]]:
    """Return the graph with all such classes joined to their users, and their nodes.

    A root, a class at a back edge, and one that needs its own user stay.
    """
    nodes_of, class_of, users = list(graph.nodes_of), graph.class_of, list(graph.users)
    cost, forward, back = list(graph.cost), list(graph.forward), list(graph.back)
    kept = {*graph.roots, *(x for nodes in nodes_of for node in nodes for x in graph.back[node])}
    joined: dict[int, int] = {}
    pending = [c for c, nodes in enumerate(nodes_of) if len(nodes) == 1 and c not in kept]
    for c in pending:
        above = {class_of[user] for user in users[c]}
        if c in joined or len(above) != 1:
            continue
        (node,), below = nodes_of[c], forward[nodes_of[c][0]]
        if back[node] or c in above or not above.isdisjoint(below):
            continue
        joined[c] = node
        for user in users[c]:
            cost[user] += cost[node]
            forward[user] = tuple(dict.fromkeys([*(x for x in forward[user] if x != c), *below]))
            back[user] = tuple(x for x in back[user] if x not in below)
        for x in below:
            others = [user for user in users[x] if user != node]
            users[x] = [*others, *(user for user in users[c] if user not in others)]
            if len(nodes_of[x]) == 1 and x not in kept:
                pending.append(x)
        nodes_of[c], users[c] = [], []
    return replace(graph, nodes_of=nodes_of, users=users, cost=cost, forward=forward, back=back), joined
