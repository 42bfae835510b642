"""Windows (slices) that rules would create in the e-graph, for programs with too many windows to number all in advance.

A window must be numbered if the left side of a rule matches and the right side contains an unnumbered window. Numbered windows enable
further matches, so the process is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from egraph_opt.families.region.vocabulary.name_table import WordNumbers, inverse
from egraph_opt.families.region.vocabulary.window import Window, base_shape, compose, inner_shape, permute_window, relative
from egraph_opt.families.region.vocabulary.window_facts import operand_windows


class Node(Protocol):
    """Protocol of an e-node: symbol, integer attributes, and e-classes of the operands."""

    @property
    def symbol(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def children(self) -> tuple[int, ...]: ...


def unnamed_windows(names: WordNumbers, nodes: Mapping[int, Sequence[Node]]) -> list[Window]:
    """Return the windows (slices) without a number that rules would create from the nodes of each e-class."""
    reached = _Reached(names, nodes)
    found = dict.fromkeys(w for made in nodes.values() for node in made for w in reached.by(node))
    return [w for w in found if (w,) not in names.window_sets]


class _Reached:
    def __init__(self, names: WordNumbers, nodes: Mapping[int, Sequence[Node]]) -> None:
        self.names, self.nodes = names, nodes
        self.window_sets, self.orders, self.maps = list(names.window_sets), list(names.permutations), list(names.maps)

    def by(self, node: Node) -> Iterator[Window]:
        """Yield the windows (slices) that rules create from `node` and some node of its first operand."""
        if node.symbol in ("slice", "insert", "transpose"):
            for below in self.nodes.get(node.children[0], ()):
                yield from getattr(self, node.symbol)(node, below)

    def slice(self, node: Node, below: Node) -> Iterator[Window]:
        """Yield the windows that rules create from a slice `node` of `below`: a slice, insertion, transposition or `spread` operand."""
        (w,) = self.window_sets[node.numbers[0]]
        match below.symbol:
            case "slice":
                yield from self.compose_windows(w, below)
            case "insert":
                (outer,) = self.window_sets[below.numbers[0]]
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
        """Yield the windows that rules create by composition if `node` inserts `below`, the result of another insertion."""
        if below.symbol == "insert":
            (w,) = self.window_sets[below.numbers[0]]
            yield from self.compose_windows(w, node)

    def transpose(self, node: Node, below: Node) -> Iterator[Window]:
        """Yield the windows that rules create if `node` transposes `below`, an insertion's result or a partly undefined tensor."""
        if below.symbol in ("insert", "hide"):
            area, order = self.window_sets[below.numbers[0]], self.orders[node.numbers[0]]
            yield from (permute_window(order, w) for w in area if len(order) == len(w))

    def compose_windows(self, inner: Window, node: Node) -> Iterator[Window]:
        """Yield the composition of `inner` with the window of slice or insertion `node`, if the shapes match."""
        (outer,) = self.window_sets[node.numbers[0]]
        if base_shape(inner) == inner_shape(outer):
            yield compose(inner, outer)
