"""E-classes that an e-class depends on in every selection of nodes, and nodes that no acyclic selection contains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_

from egraph_opt.families.region.choice.classes.saturate import Node

ChildLists = Mapping[int, Sequence[Sequence[int]]]
"""For each e-class, the list of its nodes' child e-classes."""


class AlwaysReached:
    """E-classes that each e-class depends on in every selection of nodes (a greatest fixpoint)."""

    def __init__(self, child_lists: ChildLists) -> None:
        self._place = {c: 1 << i for i, c in enumerate(child_lists)}
        users: dict[int, list[int]] = {}
        for c, each in child_lists.items():
            for x in dict.fromkeys(x for children in each for x in children):
                users.setdefault(x, []).append(c)
        every = (1 << len(child_lists)) - 1
        self._below = dict.fromkeys(child_lists, every)
        """Bit set of the e-classes that each e-class depends on in every selection."""
        todo, waiting = list(child_lists), set(child_lists)
        while todo:
            c = todo.pop()
            waiting.discard(c)
            found = reduce(and_, (self._of(children) for children in child_lists[c]), every) | self._place[c]
            if found != self._below[c]:
                self._below[c] = found
                todo += [user for user in users.get(c, ()) if user not in waiting]
                waiting.update(users.get(c, ()))

    def _of(self, classes: Iterable[int]) -> int:
        return reduce(or_, (self._below[x] for x in classes), 0)

    def required_classes(self, roots: Iterable[int]) -> list[int]:
        """Return the e-classes on which `roots` depend in every selection."""
        bits = self._of(roots)
        return [c for c, place in self._place.items() if bits & place]

    def is_required_by(self, c: int, classes: Iterable[int]) -> bool:
        """Return whether some e-class of `classes` depends on `c` in every selection."""
        return bool(self._of(classes) & self._place[c])


def acyclic(nodes: Mapping[int, Sequence[Node]]) -> dict[int, list[Node]]:
    """Return the nodes that some acyclic selection can contain.

    A node is dropped if the node's operands depend on its own e-class in every selection.
    """
    found = {c: list(each) for c, each in nodes.items()}
    while True:
        always = AlwaysReached({c: [n.children for n in each] for c, each in found.items()})
        kept = {c: [n for n in each if not always.is_required_by(c, n.children)] for c, each in found.items()}
        if kept == found:
            return found
        found = kept
