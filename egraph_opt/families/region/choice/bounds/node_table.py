"""Table of all nodes of an e-graph, with queries on their operands and on the tensors that their dispatches may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import TypeVar

from egraph_opt.families.region.choice.classes.saturate import Node
from egraph_opt.families.region.choice.classes.selection import COMPUTING_SYMBOLS, SelectedNodes
from egraph_opt.families.region.choice.scheduling.iree_lowering import Lowering
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

LISTS = ("with_tensor", "no_tensors", "spread")
"""Symbols of the nodes that form operand lists; these are no tensors."""
MOST_LISTS = 64
"""Maximum number of operand lists per e-class."""

Key = tuple[int, int, int]
"""Key of the bytes that a command reads: buffer, size in bytes, and number of the first element."""


K = TypeVar("K")


class TooMany(Exception):
    """An e-class has more than `MOST_LISTS` operand lists."""


@dataclass(frozen=True, slots=True)
class NodeOperands:
    """Operands of a node: the e-classes in its operand list, the e-classes of the tensors read, and the nodes that form the list."""

    listed: tuple[int, ...]
    tensors: tuple[int, ...]
    taken: Mapping[int, Node]


class Nodes:
    """Table of the nodes of each e-class.

    Attributes:
        tensors: e-classes that are tensors.
        lower: lowering of the selected nodes (see `take`) to device commands.
    """

    def __init__(self, program: EncodedFunction, nodes: Mapping[int, Sequence[Node]], tree: Mapping[int, Node]) -> None:
        self.program, self.of = program, nodes
        self.tensors = [c for c, node in tree.items() if node.symbol not in LISTS]
        self._choice = dict(tree)
        self.selected = SelectedNodes(program, self._choice, tuple(self.tensors))
        self.selected.forget()
        self.lower = Lowering(self.selected)
        self.bytes = self.lower.bytes
        self._group = self.in_one(self.same_bytes())
        self.seen = self.may_read(self.key)

    def take(self, c: int, node: Node, operands: NodeOperands | None = None) -> int:
        """Select `node` for e-class `c`, and the nodes of its operand list, for later queries of `lower` and `selected`; return `c`."""
        self._choice[c] = node
        self._choice.update(operands.taken if operands else {})
        return c

    def symbols(self, c: int) -> set[str]:
        return {n.symbol for n in self.of[c]}

    def is_view(self, c: int, node: Node) -> bool:
        """Return whether a node is a reshape, whose bytes are those of its operand."""
        return node.symbol not in LISTS and self.selected.is_view(self.take(c, node))

    def computes(self, c: int, node: Node) -> bool:
        """Return whether a node is a computation that a dispatch can contain."""
        return node.symbol in COMPUTING_SYMBOLS and not self.is_view(c, node)

    def operands(self, node: Node) -> Iterator[NodeOperands]:
        """Yield each combination of operands that a node may have."""
        if node.symbol not in ("work", "elementwise"):
            yield NodeOperands(node.children, node.children, {})
            return
        for listed, taken in self._lists(node.children[0], set()):
            read: list[list[Node | None]] = [[n for n in self.of[x] if n.symbol == "spread"] or [None] for x in listed]
            for ways in product(*read):
                maps = {x: way for x, way in zip(listed, ways, strict=True) if way is not None}
                tensors = tuple(x if way is None else way.children[0] for x, way in zip(listed, ways, strict=True))
                yield NodeOperands(listed, tensors, {**taken, **maps})

    def _lists(self, c: int, above: set[int]) -> list[tuple[tuple[int, ...], dict[int, Node]]]:
        """Return each operand list that e-class `c` represents, with the list's nodes by e-class."""
        found: list[tuple[tuple[int, ...], dict[int, Node]]] = []
        for n in self.of.get(c, ()):
            if n.symbol == "no_tensors":
                found.append(((), {c: n}))
            elif n.symbol == "with_tensor" and n.children[1] not in above:
                found += [((n.children[0], *rest), {**taken, c: n}) for rest, taken in self._lists(n.children[1], {*above, c})]
            if len(found) > MOST_LISTS:
                raise TooMany
        return found

    def views(self) -> Iterator[tuple[int, int]]:
        """Yield the pair (e-class, operand) for each reshape."""
        for c in self.tensors:
            yield from ((c, x) for n in self.of[c] if self.is_view(c, n) for way in self.operands(n) for x in way.tensors)

    def same_bytes(self) -> Iterator[tuple[int, int]]:
        """Yield the pair (e-class, operand) for each slice and reshape; both share the bytes of their operand."""
        yield from ((c, n.children[0]) for c in self.tensors for n in self.of[c] if n.symbol == "slice")
        yield from self.views()

    def in_one(self, *connected: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Return, for each e-class, the representative of its connected component; the pairs in `connected` are the edges."""
        of = {c: c for c in self.of}

        def top(c: int) -> int:
            while of[c] != c:
                c = of[c]
            return c

        for c, x in chain.from_iterable(connected):
            of[top(c)] = top(x)
        return {c: top(c) for c in of}

    def key(self, c: int) -> Key:
        """Return a key such that e-classes with equal keys may be read from the same bytes."""
        ways, first = self.of[c], 0
        if len(ways) == 1 and ways[0].symbol == "slice" and "slice" not in self.symbols(ways[0].children[0]):
            first = self.program.names.linear_range(self.selected.window(self.take(c, ways[0])))[0]
        return self._group[c], self.bytes[c], first

    def may_read(self, key: Callable[[int], K]) -> dict[int, frozenset[K]]:
        """Return for each e-class the keys of all tensors that its dispatch may read, also in fused computations."""
        seen: dict[int, frozenset[K]] = dict.fromkeys(self.tensors, frozenset())
        changed = True
        while changed:
            changed = False
            for c in self.tensors:
                found = seen[c]
                for n in (n for n in self.of[c] if self.computes(c, n)):
                    for way in self.operands(n):
                        found = found.union(map(key, way.tensors), *(seen.get(x, ()) for x in way.listed))
                if found != seen[c]:
                    seen[c], changed = found, True
        return seen

    def read(self, tensors: Sequence[int], without: frozenset[Key] = frozenset()) -> int:
        """Return the least number of bytes read for tensors. A buffer counts once; fills and keys in `without` do not count."""
        wanted = {self.key(x): self.bytes[x] for x in tensors if self.symbols(x).isdisjoint(("splat", "empty"))}
        return sum(size for key, size in wanted.items() if key not in without)
