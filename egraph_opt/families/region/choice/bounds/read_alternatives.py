"""Alternatives for reading an e-class: from its own buffer, in place from the tensor that it is sliced from, or as a reshape.

A dispatch can read any slice in place (requirement `read`). A copy can read only a contiguous slice in place (`source`). The reshape of a
non-contiguous slice can be read in place only if it just drops unit dimensions (`narrow`).
"""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.families.region.choice.bounds.node_table import Nodes
from egraph_opt.families.region.choice.bounds.requirements import Alternative, Prerequisites, insertion_requirement, plain
from egraph_opt.families.region.choice.classes.saturate import Node


class ReadAlternatives:
    """Alternatives for reading an e-class, in the relaxed extraction problem.

    Args:
        nodes: table of all nodes of the e-graph.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes, self.program = nodes, nodes.program

    def read(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives by which a dispatch can read an e-class."""
        yield from self._slices(c, scattered=True)
        yield from self._direct_reads(c)

    def source(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives by which a copy can read an e-class; a slice must be contiguous."""
        yield from self._slices(c, scattered=False)
        yield from self._direct_reads(c)

    def narrow(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives for reading an e-class without some of its unit dimensions."""
        yield from self._slices(c, scattered=True)
        yield Alternative(None, 0.0, ((plain("buffer", c), 0),))

    def reshape_alternatives(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives for reading an e-class in another shape."""
        yield from self._slices(c, scattered=False)
        yield Alternative(None, 0.0, ((plain("buffer", c), 0),))

    def _direct_reads(self, c: int) -> Iterator[Alternative]:
        """Yield the alternatives for reading an e-class, except as a slice of another tensor."""
        for n in self.nodes.of[c]:
            if n.symbol in ("tensor", "empty", "splat"):
                yield Alternative(n, 0.0, self.after(n))
        for n in self.views(c):
            self.nodes.take(c, n)
            yield from self.through(n, "narrow" if self.nodes.selected.drops_unit_dims(c) else "shaped")
        yield Alternative(None, 0.0, ((plain("buffer", c), 0),))

    def _slices(self, c: int, scattered: bool) -> Iterator[Alternative]:
        """Yield the alternatives for reading an e-class in place, from the buffer of a tensor of which it is a slice."""
        for n in self.nodes.of[c]:
            if n.symbol == "slice" and (scattered or self.nodes.selected.is_dense(self.nodes.take(c, n))):
                yield from self.slices(n)

    def slices(self, n: Node) -> Iterator[Alternative]:
        """Yield the alternatives for reading slice `n`: after its tensor is complete, or while an adjacent part is written."""
        (base,) = n.children
        yield Alternative(n, 0.0, ((plain("read", base), 0),))
        if self.views(base):
            yield Alternative(n, 0.0, ((plain("read", base), -1),))
        for k, m in enumerate(self.nodes.of[base]):
            if m.symbol == "insert" and self.touch(m, n):
                yield Alternative(n, 0.0, ((insertion_requirement(base, k), -1),))

    def touch(self, m: Node, n: Node) -> bool:
        """Return whether the tensor parts that nodes `m` and `n` access (slices or insertions) are adjacent in memory."""
        windows = self.nodes.selected.windows
        (first, last), (begin, end) = (self.program.names.linear_range(windows[x.numbers[0]]) for x in (m, n))
        return first == end or last == begin

    def after(self, n: Node) -> Prerequisites:
        """Return the requirement that the opaque operation that makes tensor `n` runs first; empty if there is no such operation."""
        at = self.program.made_by[n.numbers[0]] if n.symbol == "tensor" else -1
        return ((plain("operation", at), 0),) if at >= 0 else ()

    def views(self, c: int) -> list[Node]:
        return [n for n in self.nodes.of[c] if self.nodes.is_view(c, n)]

    def through(self, n: Node, kind: str) -> Iterator[Alternative]:
        """Yield the alternatives for a requirement of kind `kind` on reshape `n`: the same requirement on its operand."""
        for operands in self.nodes.operands(n):
            yield Alternative(n, 0.0, tuple((plain(kind, x), 0) for x in operands.tensors))
