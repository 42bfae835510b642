"""Reduction before the exact search: merge an e-class with one node and one user e-class into the nodes of the user e-class.

The merged e-class is selected if and only if one of its user nodes is selected. Each user node takes over the cost and children of the
merged e-class, so the cost of every selection stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LOOK, WorkPart
from egraph_opt.extract.search.problem_reduction import reduce


class Smaller(NamedTuple):
    """Reduced graph with the original numbers, its mandatory e-classes, and maps between selections of both graphs."""

    graph: Graph
    forced: list[int]
    instead: dict[int, int]
    """Node that replaces each removed node."""
    joined: dict[int, int]
    """The only node of each merged e-class."""

    def reduce_choice(self, choice: Sequence[int]) -> list[int]:
        """Map a selection of the whole graph to the reduced graph."""
        selected, _ = self.graph.prune_choice([self.instead.get(node, node) for node in choice])
        return selected

    def expand_choice(self, choice: Sequence[int]) -> list[int]:
        """Map a selection of the reduced graph to a choice of the whole graph, which also covers e-classes that are not needed."""
        return [self.joined.get(c, node) for c, node in enumerate(choice)]


def shrink(graph: Graph, work: WorkPart) -> Smaller:
    """Reduce the graph, merge e-classes, and reduce the result, since merged nodes may be dominated. Raises `WorkOver`."""
    smaller, forced, instead = reduce(graph, work)
    fewer, joined = join(smaller, work)
    if not joined:
        return Smaller(smaller, forced, instead, joined)
    fewer, forced, further = reduce(fewer, work)
    whole = {node: further.get(other, other) for node, other in instead.items()}
    return Smaller(fewer, forced, further | whole, joined)


def join(graph: Graph, work: WorkPart) -> tuple[Graph, dict[int, int]]:
    """Merge each e-class with one node and one user e-class into that user; return the graph, and the node of each merged e-class.

    Roots, e-classes with back edges, and e-classes that need their own user are not merged. Raises `WorkOver`.
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
    """Users of each e-class: a list, or a dict once modified, since an e-class may have thousands of users."""

    def __init__(self, users: list[list[int]]) -> None:
        self.users: list[list[int] | dict[int, None]] = list(users)

    def __getitem__(self, c: int) -> Iterable[int]:
        return self.users[c]

    def replace(self, c: int, old: int, new: Iterable[int]) -> None:
        """Replace the user `old` of e-class `c` by the users `new`."""
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
    """Return the common value of all `values`, or None without values or with different values."""
    first = next(values, None)
    return first if all(value == first for value in values) else None
