"""Windows that an e-graph leads to, where all that can be made of a program's windows are too many.

A window is wanted where the left side of a rule matches nodes of the e-graph, and its right side has a window that has no name yet.
With names for these, the rules find more, and more windows are wanted. Once none is, the e-graph is the one that names for all windows
would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from egraph_opt.families.region.vocabulary.facts import operand_windows
from egraph_opt.families.region.vocabulary.name_table import WordNumbers, inverse
from egraph_opt.families.region.vocabulary.window import Window, base_shape, compose, inner_shape, permute_window, relative


class Node(Protocol):
    """A way to make a class: a symbol, its numbers, and the classes of its operands."""

    @property
    def symbol(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def children(self) -> tuple[int, ...]: ...


def unnamed_windows(names: WordNumbers, nodes: Mapping[int, Sequence[Node]]) -> list[Window]:
    """Return the windows without a name that rules would make of the nodes of each class."""
    reached = _Reached(names, nodes)
    found = dict.fromkeys(w for made in nodes.values() for node in made for w in reached.by(node))
    return [w for w in found if (w,) not in names.areas]


class _Reached:
    def __init__(self, names: WordNumbers, nodes: Mapping[int, Sequence[Node]]) -> None:
        self.names, self.nodes = names, nodes
        self.areas, self.orders, self.maps = list(names.areas), list(names.permutations), list(names.maps)

    def by(self, node: Node) -> Iterator[Window]:
        """Yield the windows that rules make of a node and its first operand."""
        if node.symbol in ("slice", "insert", "transpose"):
            for below in self.nodes.get(node.children[0], ()):
                yield from getattr(self, node.symbol)(node, below)

    def slice(self, node: Node, below: Node) -> Iterator[Window]:
        """Yield the windows of a slice of a slice, of what was inserted, of a transposed tensor, and of an operand."""
        (w,) = self.areas[node.numbers[0]]
        match below.symbol:
            case "slice":
                yield from self.compose_windows(w, below)
            case "insert":
                (outer,) = self.areas[below.numbers[0]]
                if base_shape(w) == base_shape(outer) and (inner := relative(w, outer)) is not None:
                    yield inner
            case "transpose":
                order = self.orders[below.numbers[0]]
                if len(order) == len(w):
                    yield permute_window(inverse(order), w)
            case "spread":
                m = self.maps[below.numbers[0]]
                yield from (v for other, v in operand_windows(self.names, w) if other == m)

    def insert(self, node: Node, below: Node) -> Iterator[Window]:
        """Yield the window of what was inserted into the inserted tensor."""
        if below.symbol == "insert":
            (w,) = self.areas[below.numbers[0]]
            yield from self.compose_windows(w, node)

    def transpose(self, node: Node, below: Node) -> Iterator[Window]:
        """Yield the window of an insertion, or of what is hidden, in the transposed tensor."""
        if below.symbol in ("insert", "hide"):
            area, order = self.areas[below.numbers[0]], self.orders[node.numbers[0]]
            yield from (permute_window(order, w) for w in area if len(order) == len(w))

    def compose_windows(self, inner: Window, node: Node) -> Iterator[Window]:
        """Yield a window in the window of a node."""
        (outer,) = self.areas[node.numbers[0]]
        if base_shape(inner) == inner_shape(outer):
            yield compose(inner, outer)
