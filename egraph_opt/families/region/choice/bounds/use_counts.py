"""Users of each e-class, that is, the e-classes that read it: in every selection of nodes, and in some selection."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from egraph_opt.families.region.choice.bounds.node_table import Nodes
from egraph_opt.families.region.choice.classes.reachability import AlwaysReached
from egraph_opt.families.region.choice.classes.selection import FUSED_SYMBOLS

RESULT = -1
"""Number of the pseudo-user that stands for the function's return operation."""


class Uses:
    """Users of each e-class: those in every selection of nodes, and those in some selection.

    Args:
        nodes: table of all nodes of the e-graph.
        roots: the e-classes of the results.
    """

    def __init__(self, nodes: Nodes, roots: Sequence[int]) -> None:
        child_lists = {
            c: [(n.symbol in FUSED_SYMBOLS, operands.tensors) for n in nodes.of[c] for operands in nodes.operands(n)]
            for c in nodes.tensors
        }
        self._users: dict[int, set[int]] = {root: {RESULT} for root in roots}
        """Users of each e-class in every selection."""
        self._others: dict[int, set[int]] = {root: {RESULT} for root in roots}
        """Users of each e-class in every selection, without insertions and paddings fused with its computation."""
        self._possible: dict[int, set[int]] = {root: {RESULT} for root in roots}
        """Users of each e-class in some selection."""
        for c, each in child_lists.items():
            for x in (x for _, tensors in each for x in tensors):
                self._possible.setdefault(x, set()).add(c)
        always = AlwaysReached({c: [tensors for _, tensors in each] for c, each in child_lists.items()})
        for c in (c for c in always.required_classes(roots) if child_lists[c]):
            for x in reduce(and_, (set(tensors) for _, tensors in child_lists[c])):
                self._users.setdefault(x, set()).add(c)
            for x in reduce(and_, (set(tensors[1:] if fused else tensors) for fused, tensors in child_lists[c])):
                self._others.setdefault(x, set()).add(c)

    def may_be_only(self, user: int, x: int) -> bool:
        """Return whether `user` may be the only user of e-class `x` in some selection."""
        return self._users.get(x, set()) <= {user}

    def is_only(self, user: int, x: int) -> bool:
        """Return whether `user` is the only user of e-class `x` in every selection."""
        return self._possible.get(x, set()) <= {user}

    def may_be_fused(self, x: int) -> bool:
        """Return whether some selection may use e-class `x` only in insertions and paddings that are fused with the computation of `x`."""
        return not self._others.get(x)
