"""Values that are computed anew in a layout for less than a conversion to the layout costs: the search leaves such conversions out.

No cheapest program contains them, since the computation could replace the conversion.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from egraph_opt.families.layout.choice.extraction_node import Class, Node

STRAIGHT = ("pointwise", "generate", "broadcast", "expand_dims", "reindex", "interleave", "separate", "leaf")
"""Symbols of e-nodes that compute a value from their operands, without a loop or a conditional."""

ROUNDING = 1e-9


class Conversion(NamedTuple):
    """Conversion of a value, its cost and penalty, and whether the input has it."""

    node: Node
    cost: float
    changed: float
    is_written: bool

    @property
    def lowest(self) -> float:
        """Return the cost with the penalty; 0 for a conversion of the input, which always stays."""
        return 0.0 if self.is_written else self.cost + self.changed


class Recomputation:
    """Costs of computing values anew in layouts, without conversions, loops and sharing; `price` includes penalties."""

    def __init__(self, producers: Mapping[Class, Iterable[Node]], price: Callable[[Node], float]) -> None:
        self.producers, self.price = producers, price
        self.known: dict[Class, float] = {}

    def cost(self, start: Class) -> float:
        """Return the cost for a class; infinite if it cannot be computed so."""
        known = self.known
        todo: list[tuple[Class, list[Node] | None]] = [(start, None)]
        while todo:
            c, nodes = todo.pop()
            if nodes is not None:
                known[c] = min([self.price(node) + sum([known[x] for x in node.children]) for node in nodes], default=math.inf)
            elif c not in known:
                known[c] = math.inf  # while the class depends on itself
                nodes = [node for node in self.producers.get(c, ()) if node.symbol in STRAIGHT]
                todo.append((c, nodes))
                todo += [(x, None) for node in nodes for x in node.children if x not in known]
        return known[start]

    def useful_conversions(
        self, nodes: Sequence[Node], bound: Callable[[Node], Conversion], price: Callable[[Node], Conversion]
    ) -> list[Conversion]:
        """Return the conversions to a class that the input has, or that cost at most as much as to compute the value anew.

        `bound` returns a conversion with lower bounds of cost and penalty. The first of `nodes` stays in any case: were the classes of one
        value left with one node or several, some would be merged with their users, and the exact search would no longer see that they are
        alike (`egraph_opt.extract.integer.landmark`).
        """
        if not nodes:
            return []
        dearest = self.cost(nodes[0].of) / (1.0 - ROUNDING)
        found = [each for node in nodes if bound(node).lowest <= dearest and (each := price(node)).lowest <= dearest]
        return found or [price(nodes[0])]
