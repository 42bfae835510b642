"""Reduction before the exact search: a class without a choice that only one other class uses becomes a part of its users.

Such a class is selected if and only if one of these nodes is, and then it is paid once. So each node takes over its cost and its
children: the selections and their costs stay, with fewer classes. Dual ascent and cuts then see at once what such a node needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LOOK, WorkPart
from egraph_opt.extract.search.reduce import reduce


class Smaller(NamedTuple):
    """Hold a reduced graph with the problem's numbers, the classes that every selection needs, and the ways there and back."""

    graph: Graph
    forced: list[int]
    instead: dict[int, int]
    """For each node that is no longer there, the one that replaces it."""
    joined: dict[int, int]
    """The node of each class that is a part of its users now."""

    def reduce_choice(self, choice: Sequence[int]) -> list[int]:
        """Return the selection of the reduced graph for one of the whole graph."""
        selected, _ = self.graph.prune_choice([self.instead.get(node, node) for node in choice])
        return selected

    def expand_choice(self, choice: Sequence[int]) -> list[int]:
        """Return a choice of the whole graph, also for classes that nothing needs, for a selection of the reduced one."""
        return [self.joined.get(c, node) for c, node in enumerate(choice)]


def shrink(graph: Graph, work: WorkPart) -> Smaller:
    """Return the graph reduced, then joined, and then reduced again, as nodes that took over others may be dominated. Raises `Over`."""
    smaller, forced, instead = reduce(graph, work)
    fewer, joined = join(smaller, work)
    if not joined:
        return Smaller(smaller, forced, instead, joined)
    fewer, forced, further = reduce(fewer, work)
    whole = {node: further.get(other, other) for node, other in instead.items()}
    return Smaller(fewer, forced, further | whole, joined)


def join(graph: Graph, work: WorkPart) -> tuple[Graph, dict[int, int]]:
    """Return the graph with all such classes joined to their users, and their nodes.

    A root, a class at a back edge, and one that needs its own user stay. Raises `Over`.
    """
    nodes_of, class_of, users = list(graph.nodes_of), graph.class_of, _Users(graph.users)
    cost, forward, back = list(graph.cost), list(graph.forward), list(graph.back)
    kept = {*graph.roots, *(x for nodes in nodes_of for node in nodes for x in graph.back[node])}
    joined: dict[int, int] = {}
    pending = [c for c, nodes in enumerate(nodes_of) if len(nodes) == 1 and c not in kept]
    for step, c in enumerate(pending):
        if not step % LOOK:
            work.check()
        above = None if c in joined else _common_value(class_of[user] for user in users[c])
        if above is None:
            continue
        (node,), below = nodes_of[c], forward[nodes_of[c][0]]
        if back[node] or c == above or above in below:
            continue
        joined[c] = node
        for user in users[c]:
            cost[user] += cost[node]
            forward[user] = tuple(dict.fromkeys([*(x for x in forward[user] if x != c), *below]))
            back[user] = tuple(x for x in back[user] if x not in below)
        for x in below:
            users.replace(x, node, users[c])
            if len(nodes_of[x]) == 1 and x not in kept:
                pending.append(x)
        nodes_of[c] = []
        users.clear(c)
    return replace(graph, nodes_of=nodes_of, users=users.lists(), cost=cost, forward=forward, back=back), joined


class _Users:
    """Users of each class. Those of a class that changes are the keys of a dictionary: a class may have thousands, and change often."""

    def __init__(self, users: list[list[int]]) -> None:
        self.users: list[list[int] | dict[int, None]] = list(users)

    def __getitem__(self, c: int) -> Iterable[int]:
        return self.users[c]

    def replace(self, c: int, old: int, new: Iterable[int]) -> None:
        """Let others take the place of a user: they come last, if they are no users yet."""
        known = self.users[c]
        if isinstance(known, list):
            known = self.users[c] = dict.fromkeys(known)
        known.pop(old, None)
        for user in new:
            known.setdefault(user)

    def clear(self, c: int) -> None:
        self.users[c] = []

    def lists(self) -> list[list[int]]:
        return [users if isinstance(users, list) else list(users) for users in self.users]


def _common_value(values: Iterator[int]) -> int | None:
    """Return the value, if all are the same; None if there are others, or none at all."""
    first = next(values, None)
    return first if all(value == first for value in values) else None
